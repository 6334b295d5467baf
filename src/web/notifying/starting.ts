// All that tells of messages outside of the window's own views.
import { effect } from '@preact/signals'
import { connection } from '../live/connection'
import { isLoaded } from '../live/state'
import { showCount } from './badge'
import { cacheName } from './kept'
import { subscribeToPushes } from './pushes'
import { tellOfMessages } from './telling'
import { worker } from './worker'

export function startNotifying(): void {
  connection.subscribe((now) => {
    // Who was logged out elsewhere leaves nothing behind here.
    if (now === 'ended' && 'caches' in globalThis) void caches.delete(cacheName)
  })
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
