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

/** So long, in milliseconds, a page that is loaded again goes on by itself with what it was sending. */
const goesOn = 300_000

/** A page is taken to be gone so long after it was given a message where the browser can't tell, as in pages by plain HTTP. */
const surelyGone = 120_000

/** Pages that are waited for to be gone. */
const watched = new Set<string>()

/**
 * Takes over what pages leave behind that are gone, now or later: not sent, as far as is known, and for the person to say what then.
 * To be called once.
 * @param take gets it; it is this page's from then on
 */
export function onLeftBehind(take: (left: PendingMessage[]) => void): void {
  const before = sessionStorage.getItem(ofTab)
  sessionStorage.setItem(ofTab, thisPage)
  // Held for as long as the page is there, whatever ends it.
  void locks()?.request(lockOf(thisPage), () => new Promise(() => undefined))
  const look = (): void => {
    for (const { page, since } of Object.values(stored.all())) {
      if (page === thisPage || watched.has(page)) continue
      watched.add(page)
      void gone(page, page === before ? 0 : since + surelyGone).then(() => take(takenFrom(page, before)))
    }
  }
  look()
  addEventListener('storage', look)
}

/** Only in pages by HTTPS, or of this machine, which the types don't say. */
function locks(): LockManager | undefined {
  return isSecureContext ? navigator.locks : undefined
}

function lockOf(page: string): string {
  return `outbox-${page}`
}

/** Until the page is gone. @param surely when it is taken to be where the browser can't tell, in milliseconds */
async function gone(page: string, surely: number): Promise<void> {
  await (locks()?.request(lockOf(page), () => undefined) ??
    new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, surely - Date.now()))))
}

/** What a page has left that is gone. @param before the page that was in this tab */
function takenFrom(gone: string, before: string | null): PendingMessage[] {
  const left = Object.values(stored.all()).filter(({ page }) => page === gone)
  return left.map(({ page, ...pending }) => {
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
    if (keep(taken)) ours.add(taken.localId)
    return taken
  })
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
