// Routes of changes to messages: editing, their history, deleting.
import { attachmentObjects } from '../../../attachments/wire'
import { Type } from '@sinclair/typebox'
import type { Api } from '../../../http/api'
import { longBody } from '../../../http/route'
import { Id } from '../../../http/parameters'
import { deleteMessage, deleteTopic } from './deleting'
import { editMessage } from './editing'
import { messageHistory } from '../../reading/history'

const messagePath = Type.Object({ message_id: Id() })

const editParameters = Type.Object({
  content: Type.Optional(Type.String()),
  prev_content_sha256: Type.Optional(Type.String()),
  topic: Type.Optional(Type.String()),
  stream_id: Type.Optional(Id()),
  propagate_mode: Type.Union(
    [Type.Literal('change_one'), Type.Literal('change_later'), Type.Literal('change_all')],
    { default: 'change_one' },
  ),
  send_notification_to_old_thread: Type.Boolean({ default: false }),
  send_notification_to_new_thread: Type.Boolean({ default: true }),
})

export function messageChangeRoutes(api: Api): void {
  api.patch(
    '/messages/:message_id',
    {
      summary: 'Edit a message',
      maxBodyBytes: longBody,
      path: messagePath,
      parameters: editParameters,
      earlierNames: { subject: 'topic' },
    },
    async ({ organization, caller, path, parameters }) => {
      const detached = await editMessage(organization, caller, path.message_id, {
        content: parameters.content,
        previousSha256: parameters.prev_content_sha256,
        topic: parameters.topic,
        channelId: parameters.stream_id,
        mode: parameters.propagate_mode,
        tellOldTopic: parameters.send_notification_to_old_thread,
        tellNewTopic: parameters.send_notification_to_new_thread,
      })
      return { detached_uploads: attachmentObjects(organization.db, detached) }
    },
  )
  api.get(
    '/messages/:message_id/history',
    {
      summary: "Get a message's edit history",
      path: messagePath,
      parameters: Type.Object({ allow_empty_topic_name: Type.Boolean({ default: false }) }),
    },
    ({ organization, caller, path, parameters, inTurns }) =>
      inTurns(messageHistory(organization, caller, path.message_id, parameters.allow_empty_topic_name)),
  )
  api.delete(
    '/messages/:message_id',
    { summary: 'Delete a message', path: messagePath },
    ({ organization, caller, path }) => deleteMessage(organization, caller, path.message_id),
  )
  api.post(
    '/streams/:stream_id/delete_topic',
    {
      summary: 'Delete a topic',
      path: Type.Object({ stream_id: Id() }),
      parameters: Type.Object({ topic_name: Type.String() }),
    },
    async ({ organization, caller, path, parameters }) => ({
      complete: await deleteTopic(organization, caller, path.stream_id, parameters.topic_name),
    }),
  )
}
