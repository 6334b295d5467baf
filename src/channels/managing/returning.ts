// What comes back with a channel that is archived no more, for clients that know nothing of archived ones (contract 4.17).
import { emit, type ServerEvent } from '../../events/event'
import type { QueueProfile } from '../../events/queue'
import { queues } from '../../events/queues'
import { unreadInChannel } from '../../message-flags/repository'
import { unreadAgainEvent } from '../../message-flags/wire'
import type { Transaction } from '../../organization/writer'
import { userTopicsOf } from '../../user-topics/repository'
import { userTopicEvent } from '../../user-topics/wire'
import { directory, type User } from '../../users/repository'
import { canSeeChannel } from '../access'
import { channelDirectory } from '../repository'

/**
 * Tells everyone of the channel's messages that they have not read, and of what they chose for its topics: a client that
 * registered while the channel was archived was given none of it.
 */
export function tellOfReturned(tx: Transaction, channelId: number): void {
  const { organization } = tx
  const channel = channelDirectory(organization).byId.get(channelId)
  if (!channel) return
  for (const viewer of directory(organization).all) {
    const hasOldClient = [...queues(organization).ofUser(viewer.id)].some(isOld)
    if (hasOldClient && canSeeChannel(organization, viewer, channel)) tellOne(tx, channelId, viewer)
  }
}

function tellOne(tx: Transaction, channelId: number, viewer: User): void {
  const { organization } = tx
  const choices = [...(userTopicsOf(organization, viewer.id).get(channelId)?.values() ?? [])]
  for (const choice of choices) emitToOld(tx, userTopicEvent(organization, [choice.userId], choice))
  const unread = unreadInChannel(organization.db, viewer.id, channelId)
  if (unread.length > 0) emitToOld(tx, unreadAgainEvent(organization, viewer.id, unread))
}

function emitToOld(tx: Transaction, event: ServerEvent): void {
  const { accepts } = event
  emit(tx, { ...event, accepts: (queue) => isOld(queue) && (accepts?.(queue) ?? true) })
}

function isOld({ options }: QueueProfile): boolean {
  return !options.archivedChannels
}
