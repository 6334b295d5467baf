// SQL of who may have to be told of any message of a channel, kept in memory: each message that is sent asks for it.
import { subscriptions } from '../channels/tables'
import { keyedCache } from '../organization/cache'
import { userSettings } from '../user-settings/tables'

/** Whoever changes a setting of theirs may be a listener in each of their channels from now on, or no longer. */
const settingsOfSubscribers = {
  key: subscriptions.channelId,
  where: [subscriptions.userId, userSettings.userId],
  ifChanged: userSettings.value,
} as const

/** By hand: where many have set something, it is thousands of rows. */
const selectListeners = `SELECT user_id FROM subscriptions s WHERE channel_id = ? AND is_active = 1
  AND (push_notifications = 1 OR email_notifications = 1 OR EXISTS (
    SELECT 1 FROM user_settings WHERE user_id = s.user_id AND value = 'true'
      AND name IN ('enable_stream_push_notifications', 'enable_stream_email_notifications')))`

/** Channel ID → the IDs of those who may want to be told of whatever is sent there; as a rule few, in no order. */
export const channelListeners = keyedCache(
  [subscriptions.channelId, settingsOfSubscribers],
  ({ db }, channelId: number): readonly number[] =>
    db.sqlite
      .query<[number], [number]>(selectListeners)
      .values(channelId)
      .map(([userId]) => Number(userId)),
)
