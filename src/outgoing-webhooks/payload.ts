// What the program of an outgoing webhook bot is told of a message: by the protocol (contract 4.18), or as Slack would say it.
import { unflaggedObject } from '../messages/reading/objects'
import type { StoredMessage } from '../messages/repository'
import type { MessageObject } from '../messages/wire'
import type { AddressingTrigger } from '../bots/addressing'
import { ownUrl } from '../organization/address'
import { realmId, type Organization } from '../organization/organization'
import { channelDirectory } from '../channels/repository'
import { directory, type User } from '../users/repository'

/** A bot that is told of a message. */
export interface Told {
  readonly bot: Pick<User, 'id' | 'email' | 'fullName'>
  /** By which its program knows that it is this bot (contract 5.7). */
  readonly token: string
  readonly message: StoredMessage
  readonly trigger: AddressingTrigger
}

export interface WebhookPayload {
  bot_email: string
  bot_full_name: string
  /** Markdown. */
  data: string
  trigger: AddressingTrigger
  token: string
  message: MessageObject & { rendered_content: string }
}

/** The message as the bot would fetch it, in Markdown, and its HTML beside that. */
export function webhookPayload(organization: Organization, told: Told): WebhookPayload {
  const { bot, token, message, trigger } = told
  const reader = {
    viewer: directory(organization).byId.get(bot.id),
    applyMarkdown: false,
    clientGravatar: false,
    emptyTopicName: false,
    publicNames: false,
  }
  return {
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    trigger,
    token,
    message: {
      ...unflaggedObject(organization, message, reader),
      rendered_content: message.renderedContent,
    },
  }
}

/**
 * The same as the fields of a form, by the names and with the prefixes that Slack has for outgoing webhooks. Direct messages, which
 * Slack sends to none, are of a channel `directmessage`, as in its slash commands.
 */
export function slackForm(organization: Organization, told: Told): URLSearchParams {
  const { bot, token, message, trigger } = told
  const { channelId, conversationId, sentAt, senderId } = message
  const { byId } = directory(organization)
  const channel = channelId === null ? undefined : channelDirectory(organization).byId.get(channelId)
  return new URLSearchParams({
    token,
    team_id: `T${realmId}`,
    team_domain: new URL(ownUrl(organization)).hostname,
    channel_id: channelId === null ? `D${conversationId}` : `C${channelId}`,
    channel_name: channel?.name ?? 'directmessage',
    thread_ts: String(sentAt),
    timestamp: String(sentAt),
    user_id: `U${senderId}`,
    user_name: byId.get(senderId)?.fullName ?? '',
    text: message.content,
    trigger_word: trigger,
    service_id: String(bot.id),
  })
}
