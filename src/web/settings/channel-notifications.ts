// What a channel tells somebody of: as all channels do, where they have not chosen for this one.
import { call } from '../api/call'
import { state } from '../live/state'
import type { Subscription } from '../store/subscriptions'

/** What is chosen for a channel, with the setting for all channels that it stands before. */
export const ofAllChannels = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const

export type ChannelNotification = keyof typeof ofAllChannels

/** Whether the channel does it. */
export function isOn(subscription: Subscription, name: ChannelNotification): boolean {
  return subscription[name] ?? state().userSettings[ofAllChannels[name]]
}

/** Whether it was chosen for this channel: it stays so, whatever all others do. */
export function isChosen(subscription: Subscription, name: ChannelNotification): boolean {
  return subscription[name] !== null
}

/** Saves what is chosen for a channel, by the protocol's names; null has a notification as all channels have it. */
export function saveOfChannel(id: number, changes: Readonly<Record<string, unknown>>): Promise<unknown> {
  return call('POST', '/users/me/subscriptions/properties', {
    subscription_data: Object.entries(changes).map(([property, value]) => ({
      stream_id: id,
      property,
      value,
    })),
  })
}
