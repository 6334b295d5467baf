// All that tells of messages outside of the window's own views.
import { effect } from '@preact/signals'
import { isLoaded } from '../live/state'
import { showCount } from './badge'
import { subscribeToPushes } from './pushes'
import { tellOfMessages } from './telling'
import { worker } from './worker'

export function startNotifying(): void {
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
