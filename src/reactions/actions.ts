// What a person can do: answer a message with an emoji, and take that back (contract 2.3).
import { reactionsOf } from './repository'
import { emit } from '../events/event'
import { ApiError, badRequest } from '../http/errors'
import { isReceived, openChannelOf, readableMessage } from '../messages/access'
import { holdersOf } from '../messages/audience'
import { markHistorical, type StoredMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { notePersonInvolved } from '../user-topics/automatic'
import type { User } from '../users/repository'
import { emojiToAdd, isSame, reactionToRemove, type NamedEmoji } from '../custom-emoji/naming'
import { deleteReaction, insertReaction } from './repository'
import { reactionEvent } from './wire'

/** How many different emoji a message can be answered with. */
export const maxDifferentEmoji = 20

/**
 * Reacts to a message. One never received becomes part of the person's history.
 * @throws ApiError REACTION_ALREADY_EXISTS; BAD_REQUEST for a message they can't read, an emoji that does not
 * exist, or one too many.
 */
export function addReaction(
  organization: Organization,
  caller: User,
  messageId: number,
  named: NamedEmoji & { emojiName: string },
): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    const channel = openChannelOf(organization, message)
    const present = reactionsOf(tx, [messageId])
    const emoji = emojiToAdd(organization, named, present)
    const alike = present.filter((each) => isSame(each, emoji))
    if (alike.some(({ userId }) => userId === caller.id)) {
      throw new ApiError('REACTION_ALREADY_EXISTS', 'Reaction already exists.', {})
    }
    if (alike.length === 0) assertRoom(present.map((each) => `${each.reactionType} ${each.emojiCode}`))
    const reaction = { ...emoji, messageId, userId: caller.id }
    insertReaction(tx, reaction)
    if (!isReceived(organization, caller, message)) markHistorical(tx, caller.id, messageId)
    tell(tx, 'add', caller, message, reaction)
    if (channel) notePersonInvolved(tx, caller, channel, message.topic, 'participated')
  })
}

/**
 * Takes a reaction back.
 * @throws ApiError REACTION_DOES_NOT_EXIST; BAD_REQUEST for a message they can't read or an emoji that does not exist.
 */
export function removeReaction(
  organization: Organization,
  caller: User,
  messageId: number,
  named: NamedEmoji,
): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    openChannelOf(organization, message)
    const own = reactionsOf(tx, [messageId]).filter(({ userId }) => userId === caller.id)
    const reaction = reactionToRemove(organization, named, own)
    if (!reaction) throw new ApiError('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.", {})
    deleteReaction(tx, reaction)
    tell(tx, 'remove', caller, message, reaction)
  })
}

function assertRoom(present: readonly string[]): void {
  if (new Set(present).size >= maxDifferentEmoji) {
    throw badRequest(`A message can have at most ${maxDifferentEmoji} different reactions`)
  }
}

function tell(
  tx: Transaction,
  op: 'add' | 'remove',
  user: User,
  message: StoredMessage,
  reaction: ReturnType<typeof reactionsOf>[number],
): void {
  const { organization } = tx
  emit(tx, reactionEvent(organization, op, { reaction, user, audience: holdersOf(organization, message) }))
}
