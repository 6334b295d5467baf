// A person's own settings of the channels they are subscribed to: colour, pin, mute, notifications.
import { Type, type Static } from '@sinclair/typebox'
import { badRequest, invalidParameter } from '../../http/errors'
import { emit } from '../../events/event'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'
import { visibleChannel } from '../access'
import { subscriptionResetEvent, subscriptionUpdatedEvent } from '../events'
import { checkedColor } from '../names'
import { inheritedNotifications } from '../notification-settings'
import { subscriptionsOf, updateSubscription, type Channel, type SubscriptionChanges } from '../repository'
import { Id } from '../../http/parameters'

/** The columns behind the protocol's names; `color` and `in_home_view` are not plain flags. */
const flags = {
  is_muted: 'isMuted',
  pin_to_top: 'isPinned',
  desktop_notifications: 'desktopNotifications',
  audible_notifications: 'audibleNotifications',
  push_notifications: 'pushNotifications',
  email_notifications: 'emailNotifications',
  wildcard_mentions_notify: 'wildcardMentionsNotify',
} as const satisfies Record<string, keyof SubscriptionChanges>

/** One change, as clients send it: beyond the protocol, null has a notification setting inherited again. */
export const PersonalChange = Type.Object({
  stream_id: Id(),
  property: Type.Union([
    Type.Literal('color'),
    Type.Literal('is_muted'),
    Type.Literal('in_home_view'),
    Type.Literal('pin_to_top'),
    Type.Literal('desktop_notifications'),
    Type.Literal('audible_notifications'),
    Type.Literal('push_notifications'),
    Type.Literal('email_notifications'),
    Type.Literal('wildcard_mentions_notify'),
  ]),
  value: Type.Union([Type.Boolean(), Type.String(), Type.Null()]),
})
export type PersonalChange = Static<typeof PersonalChange>

/** Makes all the changes, or none. @throws ApiError STREAM_DOES_NOT_EXIST, REQUEST_VARIABLE_INVALID, BAD_REQUEST */
export function changePersonalSettings(
  organization: Organization,
  caller: User,
  changes: readonly PersonalChange[],
): Promise<void> {
  return organization.write((tx) => {
    // All are looked at before one is written, as each write makes what is in memory out of date.
    const checked = changes.map((change) => checkedSetting(organization, caller, change))
    for (const { channel, columns, told, reset } of checked) {
      updateSubscription(tx, caller.id, channel.id, columns)
      for (const [property, value] of told)
        emit(tx, subscriptionUpdatedEvent(channel, caller.id, property, value))
      if (reset) emit(tx, subscriptionResetEvent(channel, caller.id, reset.property, reset.inherited))
    }
  })
}

interface Setting {
  channel: Channel
  columns: SubscriptionChanges
  /** The properties that events tell of. */
  told: (readonly [property: string, value: boolean | string])[]
  /** The property that is inherited from now on, and what it is then. */
  reset?: { property: string; inherited: boolean }
}

function checkedSetting(organization: Organization, caller: User, change: PersonalChange): Setting {
  const { stream_id: id, property, value } = change
  const channel = visibleChannel(organization, caller, id)
  if (subscriptionsOf(organization, caller.id).get(channel.id)?.isActive !== true) {
    throw badRequest(`Not subscribed to channel ID ${channel.id}`)
  }
  if (property === 'color') {
    if (typeof value !== 'string') throw wrongValue('color is not a string')
    const color = checkedColor('subscription_data', value)
    return { channel, columns: { color }, told: [['color', color]] }
  }
  if (property === 'is_muted' || property === 'in_home_view') {
    if (typeof value !== 'boolean') throw wrongValue(`${property} is not a boolean`)
    const isMuted = property === 'is_muted' ? value : !value
    const told = [['in_home_view', !isMuted] as const, ['is_muted', isMuted] as const]
    return { channel, columns: { isMuted }, told }
  }
  if (value === null && property !== 'pin_to_top') {
    const inherited = inheritedNotifications(organization, caller.id)[property]
    return { channel, columns: { [flags[property]]: null }, told: [], reset: { property, inherited } }
  }
  if (typeof value !== 'boolean') throw wrongValue(`${property} is not a boolean`)
  return { channel, columns: { [flags[property]]: value }, told: [[property, value]] }
}

function wrongValue(rule: string) {
  return invalidParameter('subscription_data', `subscription_data: ${rule}`)
}
