// Changing bots on behalf of those who administer them: configuration, role, owner, key, and their end.
import { changesBetween, record } from '../../audit-log/recording'
import type { BotDetails } from '../repository'
import { deactivateAccount } from '../../accounts/activation'
import { avatarPictures, setAvatar } from '../../accounts/avatars'
import { changeBotOwner, replaceBotKey } from '../../accounts/bots'
import { changeFullName, presentUser } from '../../accounts/profile'
import { assertMayChangeRole, changeRole } from '../../accounts/roles'
import { emit } from '../../events/event'
import { badRequest } from '../../http/errors'
import { assertAdministrator } from '../../http/roles'
import type { Organization } from '../../organization/organization'
import type { Transaction } from '../../organization/writer'
import { withPictures } from '../../pictures/storing'
import { canSeeUser } from '../../permissions/visibility'
import { botTypes } from '../../users/bot-types'
import { asOfNow, directory, type User } from '../../users/repository'
import { assertConfigFits, isEmbeddedService } from '../embedded'
import { updateBot, type NewBotDetails } from '../repository'
import { redirectWebhooks } from '../webhooks'
import { assertMayOwnAnother, botToAdminister } from '../rights'
import { botUpdatedEvent, defaultsChangedEvents, defaultsObject, detailsOf, servicesOf } from '../wire'
import { checkedDetails, checkedPayloadUrl, type Configuration } from './configuration'

/** Undefined: stays as it is. */
export interface BotUpdate extends Configuration {
  fullName: string | undefined
  role: number | undefined
  ownerId: number | undefined
  /** Its new picture. */
  file: File | undefined
}

/**
 * All of it or nothing.
 * @returns the bot as it is now
 * @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID, STREAM_DOES_NOT_EXIST; BAD_IMAGE, PAYLOAD_TOO_LARGE
 */
export async function changeBot(
  organization: Organization,
  caller: User,
  id: number,
  update: BotUpdate,
): Promise<User> {
  botToAdminister(organization, caller, id)
  const pictures = update.file ? await avatarPictures(organization, caller, update.file) : []
  return withPictures(organization, 'person', pictures, (tx, names) => {
    const present = (): User => presentUser(organization, id)
    const now = asOfNow(organization, caller)
    botToAdminister(organization, now, id)
    const { fullName, role, ownerId } = update
    if (fullName !== undefined) changeFullName(tx, present(), fullName)
    configure(tx, present(), {
      ...checkedDetails(organization, now, update),
      ...webhookOf(present(), update),
    })
    if (role !== undefined) changeRoleOf(tx, now, present(), role)
    if (ownerId !== undefined) giveTo(tx, now, present(), ownerId)
    if (names.length > 0) setAvatar(tx, present(), names)
    return present()
  })
}

/** @returns the new key; the one of before ends at once. @throws ApiError BAD_REQUEST */
export function regenerateBotKey(organization: Organization, caller: User, id: number): Promise<string> {
  return organization.write((tx) => replaceBotKey(tx, activeBot(organization, caller, id)))
}

/** @throws ApiError BAD_REQUEST */
export function deactivateBot(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => deactivateAccount(tx, activeBot(organization, caller, id)))
}

function activeBot(organization: Organization, caller: User, id: number): User {
  const bot = botToAdminister(organization, caller, id)
  if (!bot.isActive) throw badRequest('Bot is deactivated')
  return bot
}

/** Its owner has its key, and must not get more out of it than they have themselves. */
function changeRoleOf(tx: Transaction, caller: User, bot: User, role: number): void {
  if (role === bot.role) return
  assertAdministrator(caller)
  assertMayChangeRole(tx.organization, caller, bot, role)
  changeRole(tx, bot, role)
}

function giveTo(tx: Transaction, caller: User, bot: User, ownerId: number): void {
  const { organization } = tx
  const owner = directory(organization).byId.get(ownerId)
  const refuse = (why: string) => badRequest(`Failed to change owner, ${why}`)
  if (!owner || owner.isSystemBot || !canSeeUser(organization, caller, owner)) throw refuse('no such user')
  if (owner.botType !== null) throw refuse("bots can't own other bots")
  if (!owner.isActive) throw refuse('user is deactivated')
  if (owner.id !== bot.botOwnerId) assertMayOwnAnother(organization, owner)
  changeBotOwner(tx, bot, ownerId)
}

/** Stores what is new of the configuration, and tells those who administer the bot. */
function configure(tx: Transaction, bot: User, changes: Partial<NewBotDetails>): void {
  if (Object.keys(changes).length === 0) return
  const { organization } = tx
  const before = detailsOf(organization, bot)
  if (changes.configData && isEmbeddedService(before.serviceName) && bot.botType === botTypes.embedded) {
    assertConfigFits(before.serviceName, changes.configData)
  }
  const shown = defaultsObject(organization, before)
  updateBot(tx, bot.id, changes)
  if (typeof changes.payloadUrl === 'string') redirectWebhooks(tx, bot.id, changes.payloadUrl)
  recordConfiguration(tx, bot, before)
  for (const event of defaultsChangedEvents(organization, bot, shown)) emit(tx, event)
  const services = servicesOf(bot, detailsOf(organization, bot))
  if (!Bun.deepEquals(services, servicesOf(bot, before))) {
    emit(tx, botUpdatedEvent(organization, bot, { services }))
  }
}

/** Addresses and texts for its program often hold keys: of those only that they are others now. */
function recordConfiguration(tx: Transaction, bot: User, before: BotDetails): void {
  const after = detailsOf(tx.organization, bot)
  const open = [
    'defaultSendingChannelId',
    'defaultEventsChannelId',
    'hearsPublicChannels',
    'payloadFormat',
  ] as const
  const secret = changesBetween(before, after, ['payloadUrl', 'configData'])
  const hidden = Object.keys(secret).map((name) => [name, { old: null, new: null }])
  const changes = { ...changesBetween(before, after, open), ...Object.fromEntries(hidden) }
  if (Object.keys(changes).length > 0) record(tx, 'bot.changed', { id: bot.id, name: bot.fullName, changes })
}

function webhookOf({ botType }: User, { payloadUrl, payloadFormat }: BotUpdate): Partial<NewBotDetails> {
  if (payloadUrl === undefined && payloadFormat === undefined) return {}
  if (botType !== botTypes.outgoingWebhook) throw badRequest('Only outgoing webhook bots post to an address')
  return {
    ...(payloadUrl === undefined ? {} : addressOf(payloadUrl)),
    ...(payloadFormat === undefined ? {} : { payloadFormat }),
  }
}

/** What comes of the new address is news to the owner. */
function addressOf(payloadUrl: string): Partial<NewBotDetails> {
  return { payloadUrl: checkedPayloadUrl('service_payload_url', payloadUrl), webhookFailsSince: null }
}
