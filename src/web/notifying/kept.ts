// What the service worker keeps in the browser, by name.

/** The client's files, and the answers that it opens with when there is no network. It goes when the person logs out. */
export const cacheName = 'confab-1'
