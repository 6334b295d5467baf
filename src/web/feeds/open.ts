// The feeds of this page: told of every event, renewed with every register.
import { call } from '../api/call'
import { returns } from '../live/connection'
import { changeState, generation, onEvent, state } from '../live/state'
import { takeAhead } from './ahead'
import { Feeds } from './feeds'

export const feeds = new Feeds({
  state,
  change: changeState,
  get: (path, parameters) => takeAhead(path, parameters) ?? call('GET', path, parameters),
})

onEvent((event) => feeds.take(event))
returns.subscribe((count) => {
  if (count > 0) feeds.catchUp()
})
generation.subscribe((count) => {
  if (count > 1) feeds.renew()
})
