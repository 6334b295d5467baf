// Tells people of bots that they come to administer, or no longer do, and of what follows for bots when channels change.
import { emit } from '../events/event'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { botDetails } from './repository'
import { administeredBots, botAdministrators } from './rights'
import { botAddedEvent, botGoneEvent, defaultsChangedEvents, defaultsObject } from './wire'

/**
 * Looks at who administers a bot, or which bots a person does. The function it returns is to be called after a change of
 * the role or the owner of the account, and tells those for whom there is a bot more or less.
 */
export function watchBotsOf(tx: Transaction, accountId: number): () => void {
  const { organization } = tx
  const before = pairs(organization, accountId)
  return () => {
    const after = pairs(organization, accountId)
    const { byId } = directory(organization)
    for (const [key, { botId, viewerId }] of before) {
      const bot = byId.get(botId)
      if (bot && !after.has(key)) emit(tx, botGoneEvent(bot, [viewerId]))
    }
    for (const [key, { botId, viewerId }] of after) {
      const bot = byId.get(botId)
      if (bot && !before.has(key)) emit(tx, botAddedEvent(organization, bot, [viewerId]))
    }
  }
}

/**
 * Looks at the channels that are defaults of bots. The function it returns is to be called after channels may have changed
 * their names, or become private or archived.
 */
export function watchDefaultChannels(tx: Transaction): () => void {
  const { organization } = tx
  const before = [...botDetails(organization).values()]
    .filter((each) => each.defaultSendingChannelId !== null || each.defaultEventsChannelId !== null)
    .map((details) => ({ userId: details.userId, shown: defaultsObject(organization, details) }))
  return () => {
    for (const { userId, shown } of before) {
      const bot = directory(organization).byId.get(userId)
      for (const event of bot ? defaultsChangedEvents(organization, bot, shown) : []) emit(tx, event)
    }
  }
}

interface Pair {
  viewerId: number
  botId: number
}

/** Who administers what, as far as it has to do with the account. */
function pairs(organization: Organization, accountId: number): Map<string, Pair> {
  const account = directory(organization).byId.get(accountId)
  if (!account) return new Map()
  const found: Pair[] =
    account.botType === null
      ? administeredBots(organization, account).map(({ id }) => ({ viewerId: accountId, botId: id }))
      : botAdministrators(organization, account).map((id) => ({ viewerId: id, botId: accountId }))
  return new Map(found.map((pair) => [`${pair.viewerId}/${pair.botId}`, pair]))
}
