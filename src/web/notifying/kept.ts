// What the service worker keeps in the browser, by name.

/** The client's files, and the answers that it opens with when there is no network. It goes when the person logs out. */
export const cacheName = 'confab-1'

/** Has nothing left of it: whoever was logged out elsewhere leaves nothing behind here. */
export async function forgetKept(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(cacheName)
}

/** Under which the messages are kept that a narrow opens with. @param narrow as JSON, as the API takes it */
export function keyOfNarrow(narrow: string): string {
  return `/json/messages?${new URLSearchParams({ narrow })}`
}
