// What is on its way, kept until the server has said that it has it. Each message belongs to one page, which alone sends it; what
// a page has left behind that was closed, or has crashed, is taken over by the next one.
import { ownStorage } from '../live/own-storage'
import { either, isBoolean, isNumber, isNumbers, isText, oneOf, optional, shape } from '../store/shapes'
import { text } from '../texts/text'
import type { PendingMessage } from './outbox'

const isDestination = either(
  shape({ type: oneOf('stream'), stream_id: isNumber, topic: isText }),
  shape({ type: oneOf('private'), user_ids: isNumbers }),
)
const isPending = shape({
  localId: isText,
  to: isDestination,
  content: isText,
  since: isNumber,
  after: isNumber,
  status: oneOf('sending', 'waiting', 'failed', 'sent'),
  problem: optional(isText),
  mayBeThere: isBoolean,
  unschedules: optional(isNumber),
  page: isText,
})

/** By their local IDs. */
const stored = ownStorage('outbox', isPending)

const thisPage = crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Where a tab keeps which page it shows: a page that is loaded again finds the one that it was. */
const ofTab = 'outbox-page'

/** Messages that are stored as this page's. */
const ours = new Set<string>()

/** A `BroadcastChannel`; nothing of what it takes is transferred. */
interface Channel {
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void
  postMessage(message: unknown, transferred: readonly []): void
}

let opened: Channel | undefined

/** Pages ask here which others are still there: `{ asks }`, and those answer `{ isHere }`. */
function channel(): Channel {
  return (opened ??= new BroadcastChannel('outbox'))
}

/** Pages that are open answer at once; one that is frozen does not, and finds that its messages are another's by `isOurs`. */
const answersTake = 300

/** So long, in milliseconds, a page that is loaded again goes on by itself with what it was sending. */
const goesOn = 300_000

/** Has other pages told that this one is there. */
export function answerOtherPages(): void {
  channel().addEventListener('message', ({ data }) => {
    if (typeof data === 'object' && data !== null && 'asks' in data)
      channel().postMessage({ isHere: thisPage }, [])
  })
}

/** What closed pages have left, which is this page's from now on: not sent, as far as is known, and for the person to say what then. */
export async function leftBehind(): Promise<PendingMessage[]> {
  const before = sessionStorage.getItem(ofTab)
  sessionStorage.setItem(ofTab, thisPage)
  if (Object.values(stored.all()).every(({ page }) => page === thisPage)) return []
  const open = await openPages()
  const left = Object.entries(stored.all()).filter(([, { page }]) => page !== thisPage && !open.has(page))
  return left.map(([, { page, ...pending }]) => {
    const isSameTab = page === before && Date.now() - pending.since < goesOn
    const taken: PendingMessage = {
      ...pending,
      messageId: undefined,
      problem: pending.problem,
      unschedules: pending.unschedules,
      ...(isSameTab || pending.status === 'failed'
        ? {}
        : { status: 'failed', problem: text('writing.leftBehind') }),
    }
    keep(taken)
    return taken
  })
}

/** The pages that answer, other than this one. */
async function openPages(): Promise<ReadonlySet<unknown>> {
  const open = new Set<unknown>()
  const listen = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data === 'object' && data !== null && 'isHere' in data) open.add(data.isHere)
  }
  channel().addEventListener('message', listen)
  channel().postMessage({ asks: thisPage }, [])
  await new Promise((resolve) => setTimeout(resolve, answersTake))
  channel().removeEventListener('message', listen)
  return open
}

/** Whether the message is this page's to send: another may have taken it over while this one was frozen. */
export function isOurs(localId: string): boolean {
  return !ours.has(localId) || stored.all()[localId]?.page === thisPage
}

/** Keeps what is on its way from this page. What the server has is no more of that. */
export function storeOutbox(pending: readonly PendingMessage[]): void {
  const now = new Map(pending.filter(({ status }) => status !== 'sent').map((each) => [each.localId, each]))
  for (const localId of ours) {
    if (now.has(localId) || !isOurs(localId)) continue
    stored.keep(localId, undefined)
    ours.delete(localId)
  }
  for (const [localId, each] of now) if (isOurs(localId) && keep(each)) ours.add(localId)
}

/** @returns false where the browser keeps nothing more */
function keep(pending: PendingMessage): boolean {
  const kept: unknown = { ...pending, page: thisPage }
  return isPending(kept) && stored.keep(pending.localId, kept)
}
