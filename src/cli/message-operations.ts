// What `confab message` does: deleted messages listed and put back.
import { Type } from '@sinclair/typebox'
import { channelDirectory } from '../channels/repository'
import { badRequest } from '../http/errors'
import { restore } from '../messages/changing/editing/restoring'
import { deletionList } from '../message-archive/repository'
import { directory, type User } from '../users/repository'
import { chosen, operation, Subdomain } from './operation'

export const listDeletions = operation(
  'message/deleted',
  Type.Object({ subdomain: Subdomain, limit: Type.Integer() }),
  Type.Object({
    deletions: Type.Array(
      Type.Object({
        deletion_id: Type.Integer(),
        deleted_at: Type.Integer(),
        deleted_by: Type.String(),
        channel: Type.Union([Type.String(), Type.Null()]),
        topic: Type.Union([Type.String(), Type.Null()]),
        messages: Type.Integer(),
        first_message_id: Type.Integer(),
        last_message_id: Type.Integer(),
      }),
    ),
  }),
  async (organizations, { subdomain, limit }) => {
    const organization = chosen(organizations, subdomain)
    const channels = channelDirectory(organization).byId
    const people = directory(organization).byId
    return {
      deletions: deletionList(organization.db, limit).map((deletion) => ({
        deletion_id: deletion.id,
        deleted_at: deletion.deletedAt,
        deleted_by: deletedBy(people.get(deletion.userId)) ?? String(deletion.userId),
        channel: deletion.channelId === null ? null : (channels.get(deletion.channelId)?.name ?? ''),
        topic: deletion.topic,
        messages: deletion.messageCount,
        first_message_id: deletion.firstMessageId,
        last_message_id: deletion.lastMessageId,
      })),
    }
  },
)

/** What has expired was deleted by nobody. */
function deletedBy(user: User | undefined): string | undefined {
  return user?.isSystemBot ? 'message retention' : user?.email
}

export const restoreDeleted = operation(
  'message/restore',
  Type.Object({
    subdomain: Subdomain,
    deletion_id: Type.Optional(Type.Integer()),
    message_id: Type.Optional(Type.Integer()),
  }),
  Type.Object({ message_ids: Type.Array(Type.Integer()) }),
  async (organizations, { subdomain, deletion_id: deletionId, message_id: messageId }) => {
    const organization = chosen(organizations, subdomain)
    if (messageId !== undefined) return { message_ids: [...(await restore(organization, { messageId }))] }
    if (deletionId === undefined) throw badRequest('Say what to restore: --deletion or --id')
    return { message_ids: [...(await restore(organization, { deletionId }))] }
  },
)
