// What is read is kept in this browser as it was seen last, so that it opens without a network: an answer such as the server's.
import { effect } from '@preact/signals'
import { apiNarrow } from '../addresses/narrow'
import type { Feed } from '../feeds/feed'
import { connection } from '../live/connection'
import { clearAtLogOut } from '../live/log-out'
import { state } from '../live/state'
import { cacheName, keyOfNarrow } from './kept'

/** So long after something has changed, in milliseconds, and so many messages. */
const pause = 1500
const most = 100

let isLeaving = false
let writing: Promise<void> = Promise.resolve()

clearAtLogOut(async () => {
  isLeaving = true
  await writing
})

/** What is kept of a session goes when it ends: nothing comes after. */
function isOver(): boolean {
  return isLeaving || connection.peek() === 'ended' || connection.peek() === 'left'
}

/** Keeps the feed in step with what is shown of it. @returns ends it */
export function keepFeed(feed: Feed): () => void {
  if (!('caches' in globalThis) || !navigator.serviceWorker?.controller) return () => undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    timer = undefined
    if (!isOver()) writing = write(feed).catch(() => undefined)
  }
  const stop = effect(() => {
    void state().messages
    if (feed.status.value === 'ready' && feed.window.value.ids.length > 0) timer ??= setTimeout(keep, pause)
  })
  return () => {
    stop()
    if (timer === undefined) return
    clearTimeout(timer)
    keep()
  }
}

async function write(feed: Feed): Promise<void> {
  const { line } = feed
  const { ids, hasOldest, hasNewest } = feed.window.peek()
  const at = line === 'end' ? ids.length : ids.indexOf(line.id)
  const start = Math.max(0, Math.min(at - most / 2, ids.length - most))
  const shown = ids.slice(start, start + most)
  const { messages } = state()
  const answer = {
    result: 'success',
    msg: '',
    messages: shown.flatMap((id) => messages.get(id) ?? []),
    anchor: line === 'end' ? Number.MAX_SAFE_INTEGER : line.id,
    found_anchor: line !== 'end',
    found_oldest: hasOldest && start === 0,
    found_newest: hasNewest && start + most >= ids.length,
    history_limited: false,
  }
  const cache = await caches.open(cacheName)
  await cache.put(keyOfNarrow(JSON.stringify(apiNarrow(feed.terms.peek()))), Response.json(answer))
}
