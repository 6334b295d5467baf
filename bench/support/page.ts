// What measures inside of a page: a script that each page begins with, and what it is asked.
import type { BrowserContext, Page } from 'playwright-core'
import { readableScript } from '../../test/support/first-load'

/** Offers `bench` to the questions below. */
const script = `(() => {
  const when = (selector) => new Promise((found) => {
    const look = () => document.querySelector(selector) && (watcher.disconnect(), found(performance.now()))
    const watcher = new MutationObserver(look)
    watcher.observe(document, { subtree: true, childList: true })
    look()
  })
  const frame = () => new Promise(requestAnimationFrame)
  const idle = () => new Promise((done) => requestIdleCallback(done))
  const ids = () => [...document.querySelectorAll('article.message')].map((row) => row.dataset.messageId)
  globalThis.bench = {
    async open(hash, id) {
      const start = performance.now()
      location.hash = hash
      return (await when('article.message[data-message-id="' + id + '"]')) - start
    },
    link(hash, id) {
      const link = document.querySelector('main').appendChild(document.createElement('a'))
      Object.assign(link, { id: 'bench-link', href: hash, textContent: hash })
      Object.assign(link.style, { position: 'fixed', inset: '50% auto auto 50%', zIndex: 99 })
      globalThis.bench.followed = new Promise((found) => link.addEventListener('click', () => {
        const start = performance.now()
        when('article.message[data-message-id="' + id + '"]').then((there) => {
          link.remove()
          found(there - start)
        })
      }))
    },
    async fetched(method, url, body) {
      await idle()
      const start = performance.now()
      const headers = body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
      await (await fetch(url, { method, body, headers })).json()
      return performance.now() - start
    },
    async scroll(count, step) {
      const seen = new Set()
      const frames = []
      const end = performance.now() + 120_000
      let last = await frame()
      while (seen.size < count && performance.now() < end) {
        document.querySelector('.feed').scrollTop -= step
        const now = await frame()
        frames.push(now - last)
        last = now
        for (const id of ids()) seen.add(id)
      }
      return { seen: seen.size, frames }
    },
  }
})()`

/** To be called before a page of the context is opened. */
export function prepare(context: BrowserContext): Promise<unknown> {
  return context.addInitScript({ content: `${readableScript};${script}` })
}

/** Milliseconds from the navigation until the first messages, which fill their part of the page, were painted. */
export function readableAfter(page: Page): Promise<number> {
  return page.evaluate<number>('readable')
}

/** Milliseconds from a change of the address until that message was there. */
export function openedAfter(page: Page, hash: string, messageId: number): Promise<number> {
  return page.evaluate<number>(`bench.open(${JSON.stringify(hash)}, ${messageId})`)
}

/** For how many milliseconds a mouse's button is held down, as people do who click fast. */
export const pressTime = 60

/** Milliseconds from the end of a click on a link to that place until that message was there. */
export async function openedByLink(page: Page, hash: string, messageId: number): Promise<number> {
  await page.evaluate(`bench.link(${JSON.stringify(hash)}, ${messageId})`)
  await page.locator('#bench-link').click({ delay: pressTime })
  return page.evaluate<number>('bench.followed')
}

/** A call that the client made. */
export interface Made {
  method: string
  url: string
  body: string | null
}

/** Milliseconds that a call takes by itself, from the page while that does nothing else, with the reading of its JSON. */
export function repeated(page: Page, { method, url, body }: Made): Promise<number> {
  return page.evaluate<number>(
    `bench.fetched(${JSON.stringify(method)}, ${JSON.stringify(url)}, ${JSON.stringify(body)})`,
  )
}

/** Scrolls towards the beginning. @returns how many messages were there on the way, and what each frame took, in milliseconds */
export function scrolled(
  page: Page,
  count: number,
  step: number,
): Promise<{ seen: number; frames: number[] }> {
  return page.evaluate<{ seen: number; frames: number[] }>(`bench.scroll(${count}, ${step})`)
}

/**
 * Types into what has the focus.
 * @returns for each key, the milliseconds that the page's thread worked from it to the next one: its events, all that is drawn
 * and painted of it, timers and calls that it sets off; not how long the screen's next frame was waited for
 */
export async function typed(page: Page, words: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) =>
    events.push(...value.flatMap((event: object) => (isTraceEvent(event) ? [event] : []))),
  )
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { categories: 'toplevel,devtools.timeline' })
  await page.keyboard.type(words, { delay: 40 })
  await session.send('Tracing.end')
  await ended
  await session.detach()
  const isKey = ({ name, args }: TraceEvent): boolean =>
    name === 'EventDispatch' && args?.data?.type === 'keydown'
  const presses = events.filter(isKey).sort((one, other) => one.ts - other.ts)
  const [first] = presses
  const tasks = events.filter(
    ({ name, pid, tid }) =>
      name === 'ThreadControllerImpl::RunTask' && pid === first?.pid && tid === first.tid,
  )
  return presses.slice(0, -1).map(({ ts }, index) => {
    const next = presses[index + 1]?.ts ?? Infinity
    // The task began with what led to the event.
    const own = tasks.filter(({ ts: start, dur = 0 }) => start + dur > ts && start + dur <= next)
    return own.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000
  })
}

/** What the browser notes of its own work; times in microseconds. */
interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of the processor. */
  tdur?: number
  args?: { data?: { type?: string } }
}

function isTraceEvent(event: object): event is TraceEvent {
  return 'name' in event && 'ts' in event && 'pid' in event && 'tid' in event
}

/** Bytes of the page's own objects, once all that nobody needs is gone. */
export async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('Performance.enable')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}
