// What changes to accounts mean for channels: deactivation, roles, and settings that channels inherit.
import { emit } from '../events/event'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { defaultChannelsEvent, subscriptionUpdatedEvent } from './events'
import { inheritingProperty } from './notification-settings'
import {
  beginPeriods,
  channelDirectory,
  defaultChannelIds,
  endPeriods,
  forgetSubscriptionsOf,
  subscriptionsOf,
} from './repository'
import { changingSight } from './sight'
import { isGuest } from '../users/rank'

/**
 * Somebody's account is about to be deactivated or reactivated: `change` does that. While it is inactive it is
 * not among the subscribers and receives nothing; its subscriptions are kept for its return.
 */
export function changingActivity<T>(tx: Transaction, userId: number, change: () => T): T {
  const { organization } = tx
  const channelIds = new Set<number>()
  for (const { channelId, isActive } of subscriptionsOf(organization, userId).values()) {
    if (isActive) channelIds.add(channelId)
  }
  return changingSight(tx, { channelIds }, () => {
    const result = change()
    forgetSubscriptionsOf(tx, userId)
    const isActive = directory(organization).byId.get(userId)?.isActive === true
    if (!isActive) endPeriods(tx, userId, channelIds)
    else
      beginPeriods(
        tx,
        [...channelIds].map((channelId) => ({ userId, channelId })),
      )
    return result
  })
}

/**
 * People's roles or groups are about to change: `change` does that. They are told which channels they now
 * see, and which no longer.
 */
export function changingRoles<T>(tx: Transaction, userIds: readonly number[], change: () => T): T {
  const { organization } = tx
  const channelIds = new Set(channelDirectory(organization).all.map(({ id }) => id))
  const guestsBefore = userIds.filter((id) => isGuestId(organization, id))
  const result = changingSight(tx, { channelIds, viewerIds: userIds }, change)
  const guestsAfter = userIds.filter((id) => isGuestId(organization, id))
  const promoted = guestsBefore.filter((id) => !guestsAfter.includes(id))
  const demoted = guestsAfter.filter((id) => !guestsBefore.includes(id))
  if (promoted.length > 0) emit(tx, defaultChannelsEvent(promoted, defaultChannelIds(organization)))
  if (demoted.length > 0) emit(tx, defaultChannelsEvent(demoted, []))
  return result
}

function isGuestId(organization: Organization, id: number): boolean {
  const user = directory(organization).byId.get(id)
  return user !== undefined && isGuest(user)
}

/**
 * A setting of the person has changed that channels may inherit: clients that do not know of inheriting are
 * told the new value for each channel that does (contract 4.17, `notification_settings_null`).
 */
export function tellInheritedSetting(tx: Transaction, userId: number, setting: string, value: unknown): void {
  const inheriting = inheritingProperty(setting)
  if (!inheriting) return
  const { organization } = tx
  for (const subscription of subscriptionsOf(organization, userId).values()) {
    const channel = channelDirectory(organization).byId.get(subscription.channelId)
    if (!channel || channel.isArchived || !subscription.isActive) continue
    if (subscription[inheriting.column] !== null) continue
    emit(tx, {
      ...subscriptionUpdatedEvent(channel, userId, inheriting.property, value),
      accepts: ({ options }) => !options.notificationSettingsNull,
    })
  }
}
