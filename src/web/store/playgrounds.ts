// Code playgrounds: where a block of code of some language can be tried out (contract 2.7).
import type { ServerEvent } from './events'
import { kept } from './records'
import { isNumber, isText, listOf, shape, type Checked, type Fields } from './shapes'

const isPlayground = shape({ id: isNumber, name: isText, pygments_language: isText, url_template: isText })
export type Playground = Checked<typeof isPlayground>

export type Playgrounds = readonly Playground[]

export function playgroundsFrom(register: Fields): Playgrounds {
  return listOf(isPlayground, register['realm_playgrounds'])
}

/** `realm_playgrounds`: all that there are now. */
export function playgroundsAfter(playgrounds: Playgrounds, event: ServerEvent): Playgrounds {
  if (event.type !== 'realm_playgrounds') return playgrounds
  return kept(playgrounds, listOf(isPlayground, event['realm_playgrounds']))
}
