// The operator `with`: the conversation that holds a message now, wherever it has moved to (notes: narrow).
import { canRead } from '../messages/access'
import { conversation } from '../messages/conversations'
import { messageById, type StoredMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { badNarrow, type Term } from './parse'

/**
 * Puts the message's conversation in the place of the terms that name one. A message that is gone, or not the
 * viewer's to read, is passed over where the other terms name a conversation: old links go on working.
 * @throws ApiError BAD_NARROW where nothing else says which conversation is meant.
 */
export function settledTerms(
  organization: Organization,
  viewer: User | undefined,
  terms: readonly Term[],
): readonly Term[] {
  const index = terms.findIndex(({ operator, negated }) => operator === 'with' && !negated)
  const term = terms[index]
  if (term?.operator !== 'with') return terms
  const others = terms.toSpliced(index, 1)
  const message = messageById(organization.db, term.operand)
  if (message && canRead(organization, viewer, message)) {
    return [...placeOf(organization, message), ...others.filter((each) => !namesPlace(each))]
  }
  const named = new Set(others.filter(namesPlace).map(({ operator }) => operator))
  if (named.has('dm') || (named.has('channel') && named.has('topic'))) return others
  throw unknownMessage()
}

/** The message of a `with` that asks for messages beside others. @throws ApiError BAD_NARROW */
export function namedMessage(organization: Organization, viewer: User | undefined, id: number) {
  const message = messageById(organization.db, id)
  if (message && canRead(organization, viewer, message)) return message
  throw unknownMessage()
}

function unknownMessage(): Error {
  return badNarrow('unknown message')
}

function namesPlace({ operator, negated }: Term): boolean {
  return !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm')
}

function placeOf(organization: Organization, message: StoredMessage): Term[] {
  const { channelId, conversationId, topic } = message
  if (channelId === null) {
    const { memberIds } = conversation(organization, conversationId)
    return [{ operator: 'dm', operand: memberIds, negated: false }]
  }
  return [
    { operator: 'channel', operand: channelId, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
}
