// What of the edits of a message its reader may know: nothing of the topics it had where they can't read it.
import { canReadMessage } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import type { StoredEdit } from './edits-repository'
import type { StoredMessage } from './repository'

/** The edits as the reader may know them. @param edits newest first, without gaps */
export function knownEdits(
  organization: Organization,
  viewer: User | undefined,
  message: Pick<StoredMessage, 'id' | 'channelId'>,
  edits: readonly StoredEdit[],
): readonly StoredEdit[] {
  if (edits.every(({ channelId }) => channelId === null)) return edits
  const isOpen = (channelId: number | null): boolean => {
    const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
    return channel !== undefined && canReadMessage(organization, viewer, channel, message.id)
  }
  let channelId = message.channelId
  return edits.flatMap((edit) => {
    const after = channelId
    if (edit.channelId !== null) channelId = edit.previousChannelId
    if (edit.topic === null || (isOpen(after) && isOpen(channelId))) return [edit]
    const rest = { ...edit, topic: null, previousTopic: null }
    return edit.channelId === null && edit.previousContent === null ? [] : [rest]
  })
}
