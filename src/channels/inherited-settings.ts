// Settings of a person that their channels inherit: what clients that do not know of inheriting are told.
import { emit } from '../events/event'
import type { Transaction } from '../organization/writer'
import { subscriptionUpdatedEvent } from './events'
import { inheritingProperty } from './notification-settings'
import { channelDirectory, subscriptionsOf } from './repository'

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
