// Who could read messages before a change, and who can after it.
import { historyAccess, isWithin } from '../../channels/access'
import type { Channel } from '../../channels/repository'
import { queues } from '../../events/queues'
import type { Organization } from '../../organization/organization'
import { directory } from '../../users/repository'

/** People for whom a change of messages looks the same. */
export interface SightGroup {
  readonly userIds: readonly number[]
  /** Which of the messages they could read before, and can now; ascending. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/**
 * Groups people by what they see of messages of a channel; those without a queue, whom nobody can tell, are left out.
 * @param to where the messages are now; undefined if they are gone.
 * @param messageIds ascending.
 */
export function sightGroups(
  organization: Organization,
  userIds: Iterable<number>,
  messageIds: readonly number[],
  from: Channel,
  to: Channel | undefined,
): SightGroup[] {
  const groups = new Map<string, { userIds: number[]; before: readonly number[]; after: readonly number[] }>()
  const listening = new Set(queues(organization).userIds)
  for (const userId of new Set(userIds)) {
    if (!listening.has(userId)) continue
    const before = readable(organization, userId, messageIds, from)
    const after = to === from ? before : readable(organization, userId, messageIds, to)
    if (before.length === 0 && after.length === 0) continue
    const key = `${keyOf(before, messageIds)}/${keyOf(after, messageIds)}`
    const group = groups.get(key)
    if (group) group.userIds.push(userId)
    else groups.set(key, { userIds: [userId], before, after })
  }
  return [...groups.values()]
}

const none: readonly number[] = []

/** Those of the messages that a person can read in the channel; nobody reads what has no channel, nor without an account. */
export function readable(
  organization: Organization,
  userId: number,
  messageIds: readonly number[],
  channel: Channel | undefined,
): readonly number[] {
  const user = directory(organization).byId.get(userId)
  if (!channel || !user?.isActive) return none
  const access = historyAccess(organization, user, channel)
  if (access === 'all') return messageIds
  if (access === 'nothing') return none
  const covered = messageIds.filter((id) => isWithin(access, id))
  return covered.length === messageIds.length ? messageIds : covered
}

function keyOf(ids: readonly number[], all: readonly number[]): string {
  return ids.length === all.length ? 'all' : ids.join(',')
}

/** What could be read and can't any more. */
export function lost({ before, after }: Pick<SightGroup, 'before' | 'after'>): readonly number[] {
  if (before === after) return none
  const kept = new Set(after)
  return before.filter((id) => !kept.has(id))
}
