// Making bots: who may make which, what they are called, and what they begin with.
import { changesBetween, record } from '../../audit-log/recording'
import { newKey } from '../../accounts/api-keys'
import { avatarPictures, setAvatar } from '../../accounts/avatars'
import { equipBot } from '../../accounts/bots'
import { checkedFullName } from '../../accounts/creating'
import { tellOfRoleGroups } from '../../accounts/group-events'
import { presentUser } from '../../accounts/profile'
import { emit } from '../../events/event'
import { badRequest, invalidParameter, missingParameter } from '../../http/errors'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import { withPictures } from '../../pictures/storing'
import { userAddedEvent } from '../../sight/person-events'
import { botTypes } from '../../users/bot-types'
import { roles } from '../../users/rank'
import { asOfNow, directory, emailKey, insertUser, type User } from '../../users/repository'
import { ownDomain } from '../../users/wire'
import { assertConfigFits, checkedService } from '../embedded'
import type { NewBotDetails } from '../repository'
import { assertMayMakeBot, assertMayOwnAnother } from '../rights'
import { botAddedEvent } from '../wire'
import { checkedDetails, checkedPayloadUrl, type Configuration } from './configuration'

export interface NewBot extends Configuration {
  fullName: string
  /** What its address begins with. */
  shortName: string
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded. */
  botType: number
  /** Its picture. */
  file: File | undefined
}

/**
 * Makes a bot that is the caller's.
 * @throws ApiError BAD_REQUEST if the caller may not, or the name or the address is in use; REQUEST_VARIABLE_INVALID and
 *   REQUEST_VARIABLE_MISSING for what it is configured with; STREAM_DOES_NOT_EXIST; BAD_IMAGE, PAYLOAD_TOO_LARGE
 */
export async function createBot(organization: Organization, caller: User, request: NewBot): Promise<User> {
  assertMayMakeBot(organization, caller, request.botType)
  const details = {
    ...checkedDetails(organization, caller, request),
    ...webhookOf(request),
    ...embeddedOf(request),
  }
  const pictures = request.file ? await avatarPictures(organization, caller, request.file) : []
  return withPictures(organization, 'person', pictures, (tx, names) => {
    assertMayMakeBot(organization, asOfNow(organization, caller), request.botType)
    assertMayOwnAnother(organization, caller)
    const bot = insertBotAccount(tx, caller, request, details)
    if (names.length > 0) setAvatar(tx, bot, names)
    return presentUser(organization, bot.id)
  })
}

function insertBotAccount(
  tx: Transaction,
  owner: User,
  { fullName, shortName, botType }: NewBot,
  details: Partial<NewBotDetails>,
): User {
  const { organization } = tx
  const email = addressOf(organization, shortName)
  const bot = insertUser(tx, {
    email,
    emailKey: emailKey(email),
    fullName: checkedFullName(organization, fullName),
    role: roles.member,
    botType,
    botOwnerId: owner.id,
    isFullMember: settings(organization).waiting_period_threshold === 0,
    dateJoined: seconds(organization.clock),
  })
  const changes = changesBetween(undefined, bot, ['email', 'botType', 'botOwnerId'])
  record(tx, 'bot.created', { id: bot.id, name: bot.fullName, changes })
  equipBot(tx, bot, { configData: {}, ...details })
  emit(tx, userAddedEvent(organization, bot))
  tellOfRoleGroups(tx, bot)
  emit(tx, botAddedEvent(organization, bot))
  return bot
}

/** Which nobody can have but a bot: it is of the organization's own domain. */
function addressOf(organization: Organization, shortName: string): string {
  const name = shortName.trim()
  if (!/^[a-z\d](?:[\w.+-]{0,58}[\w+-])?$/i.test(name) || name.includes('..')) {
    const rule = "1 to 60 letters, digits, '.', '_', '+' and '-', the first a letter or digit"
    throw invalidParameter('short_name', `short_name must be ${rule}`)
  }
  const email = `${name}-bot@${ownDomain(organization)}`
  if (directory(organization).byEmailKey.has(emailKey(email))) {
    throw badRequest(`Username already in use: '${email}'`)
  }
  return email
}

/** What an outgoing webhook bot posts to, and how; its token is for good. */
function webhookOf({ botType, payloadUrl, payloadFormat }: NewBot): Partial<NewBotDetails> {
  if (botType !== botTypes.outgoingWebhook) return {}
  if (payloadUrl === undefined) throw missingParameter('payload_url')
  return {
    payloadUrl: checkedPayloadUrl('payload_url', payloadUrl),
    payloadFormat: payloadFormat ?? 1,
    webhookToken: newKey(),
  }
}

/** What an embedded bot is: one of the services that the server has. */
function embeddedOf({ botType, serviceName, configData = {} }: NewBot): Partial<NewBotDetails> {
  if (botType !== botTypes.embedded) return {}
  const service = checkedService(serviceName?.trim())
  assertConfigFits(service, configData)
  return { serviceName: service }
}
