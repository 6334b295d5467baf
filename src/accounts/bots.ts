// What the accounts of bots have and those of people have not: a key that can be looked at, and an owner.
import { record } from '../audit-log/recording'
import { insertBot, updateBot, type NewBotDetails } from '../bots/repository'
import { botAdministrators } from '../bots/rights'
import { watchBotsOf } from '../bots/watching'
import { botUpdatedEvent } from '../bots/wire'
import { emit } from '../events/event'
import type { Transaction } from '../organization/writer'
import { userChangedEvent } from '../sight/person-events'
import { updateUser, type User } from '../users/repository'
import { issueApiKey } from './api-keys'
import { endApiKeys } from './other-logins'
import { presentUser } from './profile'

/** Stores what a new bot has beside its account, and gives it its first key. */
export function equipBot(
  tx: Transaction,
  bot: User,
  details: Omit<NewBotDetails, 'userId' | 'apiKey'>,
): void {
  insertBot(tx, { ...details, userId: bot.id, apiKey: issueApiKey(tx, bot.id, bot.fullName) })
}

/** Gives a bot a new key, which ends the one it had, and tells those who administer it. @returns the key */
export function replaceBotKey(tx: Transaction, bot: User): string {
  endApiKeys(tx, bot.id)
  const apiKey = issueApiKey(tx, bot.id, bot.fullName)
  updateBot(tx, bot.id, { apiKey })
  record(tx, 'user.api_key_made', { id: bot.id, name: bot.fullName })
  emit(tx, botUpdatedEvent(tx.organization, bot, { api_key: apiKey }))
  return apiKey
}

/** Gives a bot to somebody else, and tells everyone. The caller has checked that they can have it. */
export function changeBotOwner(tx: Transaction, bot: User, ownerId: number): void {
  if (bot.botOwnerId === ownerId) return
  const { organization } = tx
  const administratorsBefore = botAdministrators(organization, bot)
  const tellOfBots = watchBotsOf(tx, bot.id)
  updateUser(tx, bot.id, { botOwnerId: ownerId })
  const changes = { bot_owner_id: { old: bot.botOwnerId, new: ownerId } }
  record(tx, 'bot.owner_changed', { id: bot.id, name: bot.fullName, people: [ownerId], changes })
  const after = presentUser(organization, bot.id)
  emit(tx, userChangedEvent(organization, after, { bot_owner_id: ownerId }))
  tellOfBots()
  const remaining = botAdministrators(organization, after).filter((id) => administratorsBefore.includes(id))
  emit(tx, botUpdatedEvent(organization, after, { owner_id: ownerId }, remaining))
}
