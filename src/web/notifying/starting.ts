// All that tells of messages outside of the window's own views.
import { effect } from '@preact/signals'
import { call } from '../api/call'
import { MentionCounts } from '../feeds/mention-counts'
import { changeState, isLoaded, onEvent, state } from '../live/state'
import { showCount } from './badge'
import { subscribeToPushes } from './pushes'
import { tellOfMessages } from './telling'
import { worker } from './worker'

export function startNotifying(): void {
  countMentions()
  showCount()
  tellOfMessages()
  const stop = effect(() => {
    if (!isLoaded.value) return
    queueMicrotask(() => {
      stop()
      // After what the first view needs.
      void worker().then(() => subscribeToPushes())
    })
  })
}

function countMentions(): void {
  const counts = new MentionCounts({
    state,
    change: changeState,
    get: (path, parameters) => call('GET', path, parameters),
  })
  // Out of reach, it is counted by the next register.
  onEvent((event) => void counts.take(event).catch(() => undefined))
}
