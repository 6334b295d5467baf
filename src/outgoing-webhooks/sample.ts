// A sample of what outgoing webhook bots are told: made as all of it is, of a message that nobody has sent.
import { canSeeChannel } from '../channels/access'
import { channelDirectory } from '../channels/repository'
import { renderMarkdown } from '../markdown/render'
import { channelConversationId } from '../messages/conversations'
import { renderContext } from '../messages/rendering/render-context'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { notificationBot, type User } from '../users/repository'
import { webhookPayload, type WebhookPayload } from './payload'

/** Nobody's, so that it lets nobody in anywhere. */
const sampleToken = 'SampleTokenOfNoBotAtAll000000000'

/** For who sees no channel yet. */
const madeUp = { display_recipient: 'general', stream_id: 1, recipient_id: 1 }

/** What a bot would be told if the caller mentioned it now, in the first channel that they see. */
export function samplePayload(organization: Organization, caller: User, client: string): WebhookPayload {
  const bot = notificationBot(organization)
  const content = `@**${bot.fullName}** Will it rain tomorrow?`
  const channel = [...channelDirectory(organization).byId.values()].find(
    (each) => !each.isArchived && canSeeChannel(organization, caller, each),
  )
  const channelId = channel?.id ?? 0
  const message = {
    id: 1,
    senderId: caller.id,
    conversationId: channelConversationId(organization, channelId) ?? 0,
    channelId,
    topic: 'weather',
    content,
    renderedContent: renderMarkdown(content, renderContext(organization, caller)).html,
    sentAt: seconds(organization.clock),
    client,
    isMeMessage: 0,
    hasReaction: 0,
    hasSubmessage: 0,
    hasEdits: 0,
    lastEditedAt: null,
    lastMovedAt: null,
  }
  const payload = webhookPayload(organization, { bot, token: sampleToken, message, trigger: 'mention' })
  return channel ? payload : { ...payload, message: { ...payload.message, ...madeUp } }
}
