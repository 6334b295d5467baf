// Channels that this person may know of, subscribed or not, archived ones too.
import type { ServerEvent } from './events'
import { isGroupSetting } from './group-settings'
import { IdMap } from './id-map'
import { changed } from './records'
import {
  bare,
  isBoolean,
  isNumber,
  isNumbers,
  isText,
  listOf,
  nullable,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const permissions = {
  can_add_subscribers_group: isGroupSetting,
  can_administer_channel_group: isGroupSetting,
  can_create_topics_group: isGroupSetting,
  can_delete_any_message_group: isGroupSetting,
  can_delete_own_message_group: isGroupSetting,
  can_move_messages_out_of_channel_group: isGroupSetting,
  can_move_messages_within_channel_group: isGroupSetting,
  can_remove_subscribers_group: isGroupSetting,
  can_resolve_topics_group: isGroupSetting,
  can_send_message_group: isGroupSetting,
  can_subscribe_group: isGroupSetting,
}
export type ChannelPermission = keyof typeof permissions

const fields = {
  stream_id: isNumber,
  name: isText,
  is_archived: isBoolean,
  description: isText,
  rendered_description: isText,
  date_created: isNumber,
  creator_id: nullable(isNumber),
  folder_id: nullable(isNumber),
  /** Private. */
  invite_only: isBoolean,
  is_web_public: isBoolean,
  history_public_to_subscribers: isBoolean,
  /** `inherit` is the organization's. */
  topics_policy: isText,
  /** Null is the organization's, -1 forever. */
  message_retention_days: nullable(isNumber),
  first_message_id: nullable(isNumber),
  is_recently_active: isBoolean,
  stream_weekly_traffic: nullable(isNumber),
  ...permissions,
}
const names = Object.keys(fields)
const isChannel = shape(fields)
export type Channel = Checked<typeof isChannel>

export type Channels = IdMap<Channel>

/** The lists of a register answer, each channel in one of them. */
export const channelLists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const

export function channelsFrom(register: Fields): Channels {
  const all = channelLists.flatMap((name) => listOf(isChannel, register[name]))
  return IdMap.by(all.map(withoutMore), ({ stream_id }) => stream_id)
}

/** Without what is one's own of it, or changes with its subscribers: that has slices of its own. */
function withoutMore(channel: Channel): Channel {
  return bare(isChannel, names, channel)
}

/** `stream`: `create`, `update`, `delete`. */
export function channelsAfter(channels: Channels, event: ServerEvent): Channels {
  if (event.type !== 'stream') return channels
  const { op, stream_id: id, stream_ids: ids } = event
  if (op === 'create') {
    const created = listOf(isChannel, event['streams']).map(withoutMore)
    return channels.withAll(created.map((channel) => [channel.stream_id, channel]))
  }
  if (op === 'delete') return isNumbers(ids) ? channels.withoutAll(ids) : channels
  const channel = isNumber(id) ? channels.get(id) : undefined
  return channel ? channels.with(channel.stream_id, updated(channel, event)) : channels
}

/** What comes along with some properties. */
const alongside = ['rendered_description', 'history_public_to_subscribers', 'is_web_public'] as const

function updated(channel: Channel, event: ServerEvent): Channel {
  const { property, value } = event
  if (!isText(property) || !Object.hasOwn(fields, property)) return channel
  const more = alongside.flatMap((name) => (name in event ? [[name, event[name]] as const] : []))
  const now: Fields = { ...channel, [property]: value, ...Object.fromEntries(more) }
  return isChannel(now) ? changed(channel, now) : channel
}
