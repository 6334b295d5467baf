// What the service worker keeps in the browser, by name.

/** The client's files, and the answers that it opens with when there is no network. It goes when the person logs out. */
export const cacheName = 'confab-1'

/** Says to the service worker that the session is over. */
export const forgetMessage = 'forget'

/** Has nothing left of it: whoever is logged out leaves nothing behind here, nor what the worker is about to put there. */
export async function forgetKept(): Promise<void> {
  if (!('caches' in globalThis)) return
  navigator.serviceWorker?.controller?.postMessage(forgetMessage)
  await caches.delete(cacheName)
}

/** Under which the messages are kept that a narrow opens with. @param narrow as JSON, as the API takes it */
export function keyOfNarrow(narrow: string): string {
  return `/json/messages?${new URLSearchParams({ narrow })}`
}
