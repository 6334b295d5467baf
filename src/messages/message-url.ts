// Where a client shows a message amid its conversation.
import { channelDirectory } from '../channels/repository'
import { messageUrl } from '../markdown/narrow-url'
import type { Organization } from '../organization/organization'
import { conversation } from './conversations'
import type { StoredMessage } from './repository'

/** From the organization's own address on, such as `/#narrow/dm/4,7-dm/near/12`. */
export function messageUrlOf(organization: Organization, message: StoredMessage): string {
  const { id, channelId, topic, conversationId } = message
  if (channelId === null) {
    const { memberIds } = conversation(organization, conversationId)
    return `/#narrow/dm/${memberIds.join(',')}-dm/near/${id}`
  }
  const name = channelDirectory(organization).byId.get(channelId)?.name ?? ''
  return messageUrl({ id: channelId, name }, topic, String(id))
}
