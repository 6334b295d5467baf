// What becomes of people's choices for a topic when all of its messages move elsewhere.
import { Type, type Static } from '@sinclair/typebox'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { topicKey } from '../channels/topics'
import { changeForMany } from './actions'
import { choicesFor, visibility, type UserTopic, type Visibility } from './repository'

export interface TopicMove {
  from: { channelId: number; topic: string }
  to: { channelId: number; topic: string }
  /** Whether the new topic had messages before the move: the two are merged. */
  isMerge: boolean
  /** Whether a person may see the new place; who may not loses the choice. */
  maySee: (user: User) => boolean
}

/**
 * Whose choices are still to be settled: of a merge first those who had muted the new topic, and chosen nothing for the old one;
 * then whoever had chosen something for that. Payloads of jobs hold it, too.
 */
export const ChoicesLeft = Type.Union([Type.Literal('there'), Type.Literal('here')])
export type ChoicesLeft = Static<typeof ChoicesLeft>

/**
 * Carries everybody's choice for the old topic over to the new one. In a merge each person keeps the choice that
 * shows them more; a topic stays muted only for those who had muted both.
 * @param most how many people's; a topic may be everybody's
 * @param left what an earlier step has left. @returns what is left for the next one; undefined if nothing is
 */
export function moveTopicChoices(
  tx: Transaction,
  { from, to, isMerge, maySee }: TopicMove,
  most: number,
  left: ChoicesLeft = 'there',
): ChoicesLeft | undefined {
  const { byId } = directory(tx.organization)
  const oldKey = topicKey(from.topic)
  const newKey = topicKey(to.topic)
  if (from.channelId === to.channelId && oldKey === newKey) return undefined
  const before = choicesFor(tx.organization, from.channelId, oldKey)
  const there = choicesFor(tx.organization, to.channelId, newKey)
  const isMutedAlone = ({ userId, visibility: chosen }: UserTopic): boolean =>
    chosen === visibility.muted && !before.has(userId)
  const alone = isMerge && left === 'there' ? [...there.values()].filter(isMutedAlone) : []
  const all = [...alone.map(({ userId }) => userId), ...before.keys()]
  const userIds = all.slice(0, most)
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
  if (all.length <= most) return undefined
  return alone.length > most ? 'there' : 'here'
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
