// What a channel's notification settings are where the person has not set them for that channel.
import type { Organization } from '../organization/organization'
import { settingsOf } from '../user-settings/repository'

/** What the person's channels inherit. */
export function inheritedNotifications(organization: Organization, userId: number) {
  const own = settingsOf(organization, userId)
  return {
    desktop_notifications: own.enable_stream_desktop_notifications,
    audible_notifications: own.enable_stream_audible_notifications,
    push_notifications: own.enable_stream_push_notifications,
    email_notifications: own.enable_stream_email_notifications,
    wildcard_mentions_notify: own.wildcard_mentions_notify,
  }
}

const inheriting = {
  enable_stream_desktop_notifications: { property: 'desktop_notifications', column: 'desktopNotifications' },
  enable_stream_audible_notifications: { property: 'audible_notifications', column: 'audibleNotifications' },
  enable_stream_push_notifications: { property: 'push_notifications', column: 'pushNotifications' },
  enable_stream_email_notifications: { property: 'email_notifications', column: 'emailNotifications' },
  wildcard_mentions_notify: { property: 'wildcard_mentions_notify', column: 'wildcardMentionsNotify' },
} as const

/** The property of channels, and its column, that inherits from a personal setting; undefined for other settings. */
export function inheritingProperty(setting: string) {
  return isInherited(setting) ? inheriting[setting] : undefined
}

function isInherited(setting: string): setting is keyof typeof inheriting {
  return Object.hasOwn(inheriting, setting)
}
