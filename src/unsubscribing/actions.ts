// Ending the mails of a kind, for whoever has the link that came with one of them.
import { changeSettings, type SettingChanges } from '../accounts/settings'
import { subscriptionUpdatedEvent } from '../channels/events'
import { channelDirectory, subscriptionsOf, updateSubscription } from '../channels/repository'
import { emit } from '../events/event'
import type { MailKind } from '../missed-messages/unsubscribe-link'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'

const settingsOfKind: Readonly<Record<MailKind, SettingChanges>> = {
  missed_messages: [
    ['enable_offline_email_notifications', false],
    ['enable_stream_email_notifications', false],
    ['enable_followed_topic_email_notifications', false],
  ],
  digest: [['enable_digest_emails', false]],
}

/** Turns the settings off that have such mails sent; their clients are told. To do so twice comes to the same. */
export function unsubscribe(organization: Organization, user: User, kind: MailKind): Promise<void> {
  return organization.write((tx) => {
    changeSettings(tx, user, settingsOfKind[kind])
    if (kind === 'missed_messages') turnOffInChannels(tx, user)
  })
}

/** Channels for which the person has asked for mail, whatever the setting for all says. */
function turnOffInChannels(tx: Transaction, user: User): void {
  const { organization } = tx
  const asked = [...subscriptionsOf(organization, user.id).values()].filter(
    ({ isActive, emailNotifications }) => isActive && emailNotifications === true,
  )
  for (const { channelId } of asked) {
    const channel = channelDirectory(organization).byId.get(channelId)
    if (!channel) continue
    updateSubscription(tx, user.id, channelId, { emailNotifications: false })
    emit(tx, subscriptionUpdatedEvent(channel, user.id, 'email_notifications', false))
  }
}
