// What a browser fetches of the client until there is something to read: for the test of how much that is, and for the measurement.
import type { BrowserContext, Page } from 'playwright-core'
import { compressed } from '../../scripts/carried'

/**
 * Defines `readable` in a page: a promise of when, in milliseconds since the navigation, the first messages, which fill their
 * part of the page, were painted. To be added before the page is opened.
 */
export const readableScript = `globalThis.readable = new Promise((painted) => {
  const look = () => {
    if (!document.querySelector('article.message')) return
    watcher.disconnect()
    // What is posted within a frame comes once it has been painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => painted(performance.now())
      port2.postMessage(0)
    })
  }
  const watcher = new MutationObserver(look)
  watcher.observe(document, { subtree: true, childList: true })
  look()
})`

/** A script or a style sheet. */
export interface LoadedFile {
  path: string
  /** Compressed as the executable carries it. */
  bytes: number
}

/**
 * All scripts and style sheets that a page has asked for until its first messages were painted, whoever asked for them.
 * @param page one with `readableScript`, of a context that is logged in
 */
export async function firstLoad(page: Page): Promise<LoadedFile[]> {
  const asked = await page.evaluate<string[]>(`readable.then((end) => performance.getEntriesByType('resource')
    .filter(({ name, startTime }) => startTime <= end && /\\.(js|css)$/.test(name))
    .map(({ name }) => new URL(name).pathname))`)
  return Promise.all([...new Set(asked)].map((path) => measured(page.context(), path)))
}

async function measured({ request }: BrowserContext, path: string): Promise<LoadedFile> {
  const content = new Uint8Array(await (await request.get(path)).body())
  return { path, bytes: compressed(content, 11).length }
}
