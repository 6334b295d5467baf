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
