// Bots on the wire, as those who administer them see them: the object, its events, and `realm_bots`.
import type { Audience, ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { botTypes } from '../users/bot-types'
import { avatarUrl } from '../users/wire'
import { defaultChannel } from './defaults'
import { botDetails, type BotDetails } from './repository'
import { administeredBots, botAdministrators } from './rights'

/** A bot with its key (reference: components/schemas/Bot). */
export function botObject(organization: Organization, bot: User) {
  const details = detailsOf(organization, bot)
  return {
    user_id: bot.id,
    email: bot.email,
    full_name: bot.fullName,
    bot_type: bot.botType,
    is_active: bot.isActive,
    owner_id: bot.botOwnerId,
    api_key: details.apiKey,
    avatar_url: botAvatarUrl(bot),
    ...defaultsObject(organization, details),
    services: servicesOf(bot, details),
  }
}

/** What a bot does where it does not say: channels by name, null for none. */
export function defaultsObject(organization: Organization, details: BotDetails) {
  return {
    default_sending_stream: defaultChannel(organization, details.defaultSendingChannelId)?.name ?? null,
    default_events_register_stream:
      defaultChannel(organization, details.defaultEventsChannelId)?.name ?? null,
    default_all_public_streams: details.hearsPublicChannels,
  }
}

/** What an outgoing webhook or embedded bot is configured with; nothing for bots of other types. */
export function servicesOf({ botType }: User, details: BotDetails) {
  if (botType === botTypes.embedded) return [configurationObject(details)]
  if (botType !== botTypes.outgoingWebhook) return []
  return [{ base_url: details.payloadUrl, interface: details.payloadFormat, token: details.webhookToken }]
}

/** What its program is configured with. */
export function configurationObject({ serviceName, configData }: BotDetails) {
  return { service_name: serviceName, config_data: configData }
}

/** Everybody sees a bot's address, so everybody sees the same picture. */
export function botAvatarUrl(bot: User): string {
  return avatarUrl(bot, { seesEmail: true, clientGravatar: false }) ?? ''
}

/** What a bot has beside its account. @throws Error for who is no bot that people made */
export function detailsOf(organization: Organization, bot: User): BotDetails {
  const details = botDetails(organization).get(bot.id)
  if (!details) throw new Error(`Account ${bot.id} is no bot`)
  return details
}

/** `realm_bots`: the bots that one administers. */
export const botsState: StatePart = {
  types: ['realm_bot'],
  read: ({ organization, viewer }) => ({
    realm_bots: administeredBots(organization, viewer).map((bot) => botObject(organization, bot)),
  }),
}

/** `realm_bot` `add`. @param audience those to whom it is new; all who administer it, if not given */
export function botAddedEvent(
  organization: Organization,
  bot: User,
  audience: Audience = botAdministrators(organization, bot),
): ServerEvent {
  const object = botObject(organization, bot)
  return { type: 'realm_bot', audience, payload: () => ({ op: 'add', bot: object }) }
}

/** What a `realm_bot` `update` says of a bot beside its ID (reference: components/schemas/BasicBot). */
export type BotChange = Partial<Omit<ReturnType<typeof botObject>, 'user_id' | 'email' | 'bot_type'>>

/** `realm_bot` `update`. @param audience all who administer the bot, if not given */
export function botUpdatedEvent(
  organization: Organization,
  bot: User,
  change: BotChange,
  audience: Audience = botAdministrators(organization, bot),
): ServerEvent {
  return {
    type: 'realm_bot',
    audience,
    payload: () => ({ op: 'update', bot: { user_id: bot.id, ...change } }),
  }
}

/** One `realm_bot` `update` for each of a bot's defaults that is not what it was. */
export function defaultsChangedEvents(
  organization: Organization,
  bot: User,
  before: ReturnType<typeof defaultsObject>,
): ServerEvent[] {
  const { default_sending_stream, default_events_register_stream, default_all_public_streams } =
    defaultsObject(organization, detailsOf(organization, bot))
  const changes: BotChange[] = []
  if (default_sending_stream !== before.default_sending_stream) changes.push({ default_sending_stream })
  if (default_events_register_stream !== before.default_events_register_stream) {
    changes.push({ default_events_register_stream })
  }
  if (default_all_public_streams !== before.default_all_public_streams) {
    changes.push({ default_all_public_streams })
  }
  return changes.map((change) => botUpdatedEvent(organization, bot, change))
}

/**
 * `realm_bot` `delete`, to those who administer the bot no longer. (`remove` would say the same, but not all clients know
 * it; of a bot that is deactivated an `update` tells, as it stays in `realm_bots`.)
 */
export function botGoneEvent(bot: User, audience: Audience): ServerEvent {
  return { type: 'realm_bot', audience, payload: () => ({ op: 'delete', bot: { user_id: bot.id } }) }
}
