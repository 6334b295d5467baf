// What becomes of people's choices for a topic when all of its messages move elsewhere.
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { topicKey } from '../channels/topics'
import { changeForMany } from './actions'
import { choicesFor, visibility, type Visibility } from './repository'

export interface TopicMove {
  from: { channelId: number; topic: string }
  to: { channelId: number; topic: string }
  /** Whether the new topic had messages before the move: the two are merged. */
  isMerge: boolean
  /** Whether a person may see the new place; who may not loses the choice. */
  maySee: (user: User) => boolean
}

/**
 * Carries everybody's choice for the old topic over to the new one. In a merge each person keeps the choice that
 * shows them more; a topic stays muted only for those who had muted both.
 */
export function moveTopicChoices(tx: Transaction, { from, to, isMerge, maySee }: TopicMove): void {
  const { byId } = directory(tx.organization)
  const oldKey = topicKey(from.topic)
  const newKey = topicKey(to.topic)
  if (from.channelId === to.channelId && oldKey === newKey) return
  const before = choicesFor(tx.organization, from.channelId, oldKey)
  const there = choicesFor(tx.organization, to.channelId, newKey)
  const userIds = [...new Set([...before.keys(), ...there.keys()])]
  changeForMany(tx, userIds, { ...from, visibility: visibility.inherit }, before)
  const seeing = userIds.filter((userId) => {
    const user = byId.get(userId)
    return user !== undefined && maySee(user)
  })
  const chosen = (userId: number): Visibility => {
    const moved = before.get(userId)?.visibility ?? visibility.inherit
    const target = there.get(userId)?.visibility ?? visibility.inherit
    return isMerge ? merged(moved, target) : moved || target
  }
  for (const [wanted, alike] of Map.groupBy(seeing, chosen)) {
    changeForMany(tx, alike, { ...to, visibility: wanted }, there)
  }
}

/** The most visible of the two, where no choice shows more than muted and less than unmuted. */
function merged(one: Visibility, other: Visibility): Visibility {
  const order: readonly Visibility[] = [
    visibility.muted,
    visibility.inherit,
    visibility.unmuted,
    visibility.followed,
  ]
  return order.indexOf(one) > order.indexOf(other) ? one : other
}
