// What is on its way, kept while the page is loaded again: by this tab alone, so that no two send the same.
import { isFields, isNumber, isNumbers, isText, listOf, optional } from '../store/shapes'
import { shape, either, oneOf, isBoolean } from '../store/shapes'
import { state } from '../live/state'
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
})

/** Whose it is stands in the name: others may log in here. */
function key(): string {
  return `outbox-${String(state().ownUser.user_id)}`
}

export function storedOutbox(): PendingMessage[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key()) ?? '[]')
  return listOf(isPending, stored)
    .filter(({ status }) => status !== 'sent')
    .map((pending) => ({
      ...pending,
      problem: pending.problem,
      messageId: undefined,
      unschedules: pending.unschedules,
    }))
}

export function storeOutbox(pending: readonly PendingMessage[]): void {
  if (pending.length === 0) sessionStorage.removeItem(key())
  else sessionStorage.setItem(key(), JSON.stringify(pending.filter(isFields)))
}
