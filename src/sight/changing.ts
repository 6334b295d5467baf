// The one entry for every change of who sees what: looks before and after it, and tells everyone what follows.
import { watchDefaultChannels } from '../bots/watching'
import { emit } from '../events/event'
import { defaultChannelsEvent } from '../channels/events'
import {
  beginPeriods,
  channelDirectory,
  defaultChannelIds,
  endPeriods,
  subscriptionsOf,
} from '../channels/repository'
import { tellGroupsTo } from '../default-channel-groups/wire'
import type { Organization } from '../organization/organization'
import { whileSightIsWatched, type Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { isGuest } from '../users/rank'
import { changeEvents } from './channel-changes'
import { watchChannels } from './channels'
import { watchPeople } from './people'

/** What a write is about to change. */
export type SightChange =
  /** Channels themselves: who may see or join them, or what is said of them. A set the change adds new ones to. */
  | { channels: ReadonlySet<number> }
  /** Who is subscribed to the channels. A set the change adds new ones to. */
  | { subscriptions: ReadonlySet<number> }
  /** Whether the account is active. While it is not, it is no subscriber, but its subscriptions are kept. */
  | { activityOf: number }
  /** The roles or groups of these people. */
  | { rolesOf: readonly number[] }
  /** Who has direct conversations with whom. */
  | { conversations: 'direct' }
  /** Whom guests may see at all. */
  | { permission: 'can_access_all_users_group' }

/**
 * Makes a change and tells everyone what follows from it, in the order in which clients need to hear it: channels
 * they now see (`stream` `create`), people that guests now see or no longer (`realm_user`), what has changed of the
 * channels they see still (`stream` `update`), subscriptions of their own and of others (`subscription` `add`, `remove`,
 * `peer_add`, `peer_remove`), and channels they no longer see (`stream` `delete`).
 * Repositories refuse writes that change who sees what outside of it.
 * @param what which of these the change may touch; nothing else may follow from it.
 * @param change makes the change; what it emits comes before what follows.
 */
export function changingSight<T>(tx: Transaction, what: SightChange, change: () => T): T {
  return whileSightIsWatched(tx, () => {
    if ('channels' in what) return changingChannels(tx, what.channels, change)
    if ('subscriptions' in what) return changingSubscriptions(tx, what.subscriptions, change)
    if ('activityOf' in what) return changingActivity(tx, what.activityOf, change)
    if ('rolesOf' in what) return changingRoles(tx, what.rolesOf, change)
    const tellOfPeople = watchPeople(tx, { evenIfUnlimited: 'permission' in what })
    const result = change()
    tellOfPeople()
    return result
  })
}

function changingChannels<T>(tx: Transaction, channelIds: ReadonlySet<number>, change: () => T): T {
  const tellOfBots = watchDefaultChannels(tx)
  return watchChannels(tx, { channelIds }, change, (remaining) => {
    for (const each of remaining) for (const event of changeEvents(tx.organization, each)) emit(tx, event)
    tellOfBots()
  })
}

function changingSubscriptions<T>(tx: Transaction, channelIds: ReadonlySet<number>, change: () => T): T {
  const tellOfPeople = watchPeople(tx)
  return watchChannels(tx, { channelIds }, change, tellOfPeople)
}

function changingActivity<T>(tx: Transaction, userId: number, change: () => T): T {
  const { organization } = tx
  const channelIds = new Set<number>()
  for (const { channelId, isActive } of subscriptionsOf(organization, userId).values()) {
    if (isActive) channelIds.add(channelId)
  }
  return watchChannels(tx, { channelIds }, () => {
    const result = change()
    if (directory(organization).byId.get(userId)?.isActive !== true) endPeriods(tx, userId, channelIds)
    else {
      const periods = [...channelIds].map((channelId) => ({ userId, channelId }))
      beginPeriods(tx, periods)
    }
    return result
  })
}

function changingRoles<T>(tx: Transaction, userIds: readonly number[], change: () => T): T {
  const { organization } = tx
  const channelIds = new Set(channelDirectory(organization).all.map(({ id }) => id))
  const guestsBefore = userIds.filter((id) => isGuestId(organization, id))
  const tellOfPeople = watchPeople(tx, { alsoOf: userIds })
  const result = watchChannels(tx, { channelIds, viewerIds: userIds }, change, tellOfPeople)
  const guestsAfter = userIds.filter((id) => isGuestId(organization, id))
  const promoted = guestsBefore.filter((id) => !guestsAfter.includes(id))
  const demoted = guestsAfter.filter((id) => !guestsBefore.includes(id))
  if (promoted.length > 0) emit(tx, defaultChannelsEvent(promoted, defaultChannelIds(organization)))
  if (demoted.length > 0) emit(tx, defaultChannelsEvent(demoted, []))
  tellGroupsTo(tx, promoted, demoted)
  return result
}

function isGuestId(organization: Organization, id: number): boolean {
  const user = directory(organization).byId.get(id)
  return user !== undefined && isGuest(user)
}
