// What a channel's notification settings are where the person has not set them for that channel.
import type { Organization } from '../organization/organization'
import { storedSettings } from '../users/repository'

/** A channel's notification settings, each with the person's own setting that it inherits from, and its default. */
const inheritance = {
  desktop_notifications: ['enable_stream_desktop_notifications', false],
  audible_notifications: ['enable_stream_audible_notifications', false],
  push_notifications: ['enable_stream_push_notifications', false],
  email_notifications: ['enable_stream_email_notifications', false],
  wildcard_mentions_notify: ['wildcard_mentions_notify', true],
} as const

export type ChannelNotification = keyof typeof inheritance

/** What the person's channels inherit. */
export function inheritedNotifications(
  organization: Organization,
  userId: number,
): Readonly<Record<ChannelNotification, boolean>> {
  const stored = storedSettings(organization.db, userId)
  const value = (name: ChannelNotification): boolean => {
    const [setting, builtIn] = inheritance[name]
    const text = stored.get(setting)
    return text === undefined ? builtIn : text === 'true'
  }
  return {
    desktop_notifications: value('desktop_notifications'),
    audible_notifications: value('audible_notifications'),
    push_notifications: value('push_notifications'),
    email_notifications: value('email_notifications'),
    wildcard_mentions_notify: value('wildcard_mentions_notify'),
  }
}
