// Which bots a new message is for: those whose programs are to answer it.
import { canReadMessage } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import type { Organization } from '../organization/organization'
import { directory, type Directory } from '../users/repository'

/** Why a bot is to answer (contract 6.6). */
export type AddressingTrigger = 'direct_message' | 'mention'

/** What of a new message decides which bots it is for. */
export interface Addressing {
  readonly id: number
  readonly senderId: number
  /** Null for a direct message. */
  readonly channelId: number | null
  readonly recipientIds: readonly number[]
  /** By name: who is in a mentioned group, or meant by a wildcard, is not asked. */
  readonly mentionedUserIds: readonly number[]
}

/** A bot that a message is for. */
export interface Addressed {
  readonly botId: number
  readonly messageId: number
  readonly trigger: AddressingTrigger
}

/** The active bots of a type. */
export function botsOfType(organization: Organization, botType: number): ReadonlySet<number> {
  const people = directory(organization)
  const types = byType.getOrInsertComputed(people, () => activeBots(people))
  return types.get(botType) ?? none
}

const byType = new WeakMap<Directory, ReadonlyMap<number, ReadonlySet<number>>>()
const none: ReadonlySet<number> = new Set()

function activeBots({ all }: Directory): ReadonlyMap<number, ReadonlySet<number>> {
  const types = new Map<number, Set<number>>()
  for (const { id, botType, isActive } of all) {
    if (botType !== null && isActive) types.getOrInsertComputed(botType, () => new Set()).add(id)
  }
  return types
}

/**
 * Those of the bots that a new message is for: whom it is sent to, if it is a direct one, or whom it mentions in a channel where
 * they may read it. What a bot has written is for none, so that no two can go on answering each other.
 */
export function addressedBots(
  organization: Organization,
  message: Addressing,
  bots: ReadonlySet<number>,
): Addressed[] {
  if (bots.size === 0) return []
  const { id: messageId, senderId, channelId, recipientIds, mentionedUserIds } = message
  const { byId } = directory(organization)
  if (byId.get(senderId)?.botType !== null) return []
  if (channelId === null) {
    const members = recipientIds.filter((id) => bots.has(id))
    return members.map((botId) => ({ botId, messageId, trigger: 'direct_message' }))
  }
  const channel = channelDirectory(organization).byId.get(channelId)
  const mentioned = [...new Set(mentionedUserIds)].filter(
    (id) => bots.has(id) && channel && canReadMessage(organization, byId.get(id), channel, messageId),
  )
  return mentioned.map((botId) => ({ botId, messageId, trigger: 'mention' }))
}
