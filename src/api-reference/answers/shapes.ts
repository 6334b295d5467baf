// Shapes that answers are made of: the types of the protocol's values, and the things that several calls answer with.
import { Type, type TProperties, type TSchema } from '@sinclair/typebox'
import { forChannelPermissions, groupPermissions } from '../../user-groups/permission-catalogue'

/** What a call answers beside `result` and `msg`; or, where it answers no JSON, what it does. */
export type Answer = TProperties | 'file' | 'redirect' | 'nothing'

/** By method and path, as `GET /api/v1/users/{user_id}`. */
export type Answers = Readonly<Record<string, Answer>>

export const text = Type.String()
export const integer = Type.Integer()
export const number = Type.Number()
export const flag = Type.Boolean()
export const ids = Type.Array(Type.Integer())
export const texts = Type.Array(Type.String())

/** Nothing but these fields. */
export function fields<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

export function list<Item extends TSchema>(item: Item) {
  return Type.Array(item)
}

/** Values by a name or an ID, as text. */
export function by(about: string, value: TSchema) {
  return Type.Record(Type.String(), value, { description: about })
}

export function orNull(value: TSchema) {
  return Type.Union([value, Type.Null()])
}

export function maybe(value: TSchema) {
  return Type.Optional(value)
}

export function oneOf(...values: readonly (string | number)[]) {
  return Type.Union(values.map((value) => Type.Literal(value)))
}

/** A shape that stands in the document once, under a name. */
function named<Schema extends TSchema>(name: string, schema: Schema): Schema {
  return { ...schema, $id: name }
}

/** Fields of a kind, for every row of a catalogue. */
export function forEach(catalogue: object, value: TSchema, prefix = ''): TProperties {
  return Object.fromEntries(Object.keys(catalogue).map((name) => [prefix + name, value]))
}

export const role = oneOf(100, 200, 300, 400, 600)
const conversationType = oneOf('stream', 'private')

export const groupSetting = named(
  'GroupSetting',
  Type.Union(
    [
      integer,
      fields({
        direct_members: ids,
        direct_subgroups: ids,
        direct_member_ids: ids,
        direct_subgroup_ids: ids,
      }),
    ],
    { description: 'The ID of a group, or people and groups that have no name together.' },
  ),
)

export const profileData = by(
  'What is in the profile, by ID of the field',
  fields({ value: text, rendered_value: maybe(text) }),
)

const person = {
  user_id: integer,
  delivery_email: orNull(text),
  email: text,
  full_name: text,
  date_joined: text,
  is_owner: flag,
  is_admin: flag,
  is_guest: flag,
  is_bot: flag,
  bot_type: orNull(oneOf(1, 2, 3, 4)),
  bot_owner_id: orNull(integer),
  role,
  timezone: text,
  avatar_url: orNull(text),
  avatar_version: integer,
}
/** In the register state, where active and deactivated people have lists of their own. */
export const listedPerson = fields({ ...person, profile_data: maybe(profileData) })
export const user = named('User', fields({ ...person, is_active: flag, profile_data: maybe(profileData) }))
export const systemBot = fields({ ...person, is_active: flag, is_system_bot: flag })

export const reaction = fields({
  emoji_name: text,
  emoji_code: text,
  reaction_type: oneOf('unicode_emoji', 'realm_emoji', 'chat_extra_emoji', 'zulip_extra_emoji'),
  user_id: integer,
})

const messageFields = {
  id: integer,
  sender_id: integer,
  content: text,
  recipient_id: integer,
  timestamp: integer,
  client: text,
  subject: text,
  topic_links: list(fields({ text, url: text })),
  is_me_message: flag,
  reactions: list(reaction),
  submessages: list(
    fields({ id: integer, message_id: integer, sender_id: integer, msg_type: text, content: text }),
  ),
  sender_full_name: text,
  sender_email: text,
  sender_realm_str: text,
  display_recipient: Type.Union([
    text,
    list(fields({ id: integer, email: text, full_name: text, is_mirror_dummy: flag })),
  ]),
  type: conversationType,
  stream_id: maybe(integer),
  avatar_url: orNull(text),
  content_type: oneOf('text/html', 'text/x-markdown'),
  last_edit_timestamp: maybe(integer),
  last_moved_timestamp: maybe(integer),
  edit_history: maybe(
    list(
      fields({
        user_id: orNull(integer),
        timestamp: integer,
        prev_topic: maybe(text),
        topic: maybe(text),
        prev_content: maybe(text),
        prev_rendered_content: maybe(text),
        prev_stream: maybe(integer),
        stream: maybe(integer),
      }),
    ),
  ),
}
export const message = named(
  'Message',
  fields({ ...messageFields, flags: texts, match_content: maybe(text), match_subject: maybe(text) }),
)
/** As outgoing webhooks get it. */
export const sentMessage = fields({ ...messageFields, rendered_content: text })

const channelFields = {
  stream_id: integer,
  name: text,
  is_archived: flag,
  description: text,
  rendered_description: text,
  date_created: integer,
  creator_id: orNull(integer),
  folder_id: orNull(integer),
  invite_only: flag,
  is_web_public: flag,
  history_public_to_subscribers: flag,
  topics_policy: oneOf('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'),
  message_retention_days: orNull(integer),
  first_message_id: orNull(integer),
  is_recently_active: flag,
  stream_weekly_traffic: orNull(integer),
  stream_post_policy: oneOf(1, 2, 3, 4),
  is_announcement_only: flag,
  ...forChannelPermissions(({ name }) => [name, groupSetting]),
  subscriber_count: integer,
}
export const channel = named('Channel', fields({ ...channelFields, is_default: maybe(flag) }))
export const unseenChannel = fields({ ...channelFields, subscribers: maybe(ids) })
export const subscription = named(
  'Subscription',
  fields({
    ...channelFields,
    color: text,
    is_muted: flag,
    in_home_view: flag,
    pin_to_top: flag,
    desktop_notifications: orNull(flag),
    audible_notifications: orNull(flag),
    push_notifications: orNull(flag),
    email_notifications: orNull(flag),
    wildcard_mentions_notify: orNull(flag),
    subscribers: maybe(ids),
    partial_subscribers: maybe(ids),
  }),
)

export const channelFolder = fields({
  id: integer,
  name: text,
  description: text,
  rendered_description: text,
  order: integer,
  is_archived: flag,
  creator_id: orNull(integer),
  date_created: integer,
})

export const userGroup = named(
  'UserGroup',
  fields({
    id: integer,
    name: text,
    description: text,
    members: ids,
    direct_subgroup_ids: ids,
    is_system_group: flag,
    creator_id: orNull(integer),
    date_created: orNull(integer),
    ...forEach(groupPermissions, groupSetting),
    deactivated: flag,
  }),
)

export const draft = fields({
  id: integer,
  type: oneOf('', 'stream', 'private'),
  to: ids,
  topic: text,
  content: text,
  timestamp: integer,
})

export const savedSnippet = fields({ id: integer, title: text, content: text, date_created: integer })

export const dataExport = fields({
  id: integer,
  acting_user_id: integer,
  export_time: integer,
  deleted_timestamp: orNull(integer),
  failed_timestamp: orNull(integer),
  export_url: orNull(text),
  pending: flag,
  export_type: oneOf(1, 2),
  progress: maybe(Type.Number()),
})

const later = {
  type: conversationType,
  content: text,
  rendered_content: text,
  scheduled_delivery_timestamp: integer,
  failed: flag,
}
export const scheduledMessage = fields({
  scheduled_message_id: integer,
  to: Type.Union([integer, ids]),
  topic: maybe(text),
  ...later,
})
export const reminder = fields({
  reminder_id: integer,
  to: ids,
  ...later,
  reminder_target_message_id: integer,
})

export const profileField = fields({
  id: integer,
  type: integer,
  order: integer,
  name: text,
  hint: text,
  field_data: text,
  required: flag,
  editable_by_user: flag,
  display_in_profile_summary: maybe(flag),
})

export const linkifier = fields({ id: integer, pattern: text, url_template: text })
export const emailDomain = fields({ domain: text, allow_subdomains: flag })
export const navigationView = fields({ fragment: text, is_pinned: flag, name: orNull(text) })

export const customEmoji = by(
  'Emoji by ID',
  fields({
    id: text,
    name: text,
    source_url: text,
    still_url: orNull(text),
    deactivated: flag,
    author_id: orNull(integer),
  }),
)

export const attachment = fields({
  id: integer,
  name: text,
  path_id: text,
  size: integer,
  create_time: integer,
  messages: list(fields({ id: integer, date_sent: integer })),
})

const presenceStatus = oneOf('active', 'idle', 'offline')
/** Of clients that ask for the slim form, and of the others. */
export const presence = Type.Union([
  fields({ active_timestamp: maybe(integer), idle_timestamp: maybe(integer) }),
  by(
    'By client, and of all of them together',
    fields({ client: text, status: presenceStatus, timestamp: integer, pushable: maybe(flag) }),
  ),
])
export const presences = by('By ID, or by e-mail address if the answer is not slim', presence)
export const ownPresence = by(
  'By client, and of all of them together',
  fields({ status: presenceStatus, timestamp: integer }),
)

export const status = fields({
  away: maybe(flag),
  status_text: maybe(text),
  emoji_name: maybe(text),
  emoji_code: maybe(text),
  reaction_type: maybe(text),
})

export const botService = Type.Union([
  fields({ base_url: text, interface: integer, token: text }),
  fields({ service_name: text, config_data: by('Settings', text) }),
])
export const listedBot = {
  user_id: integer,
  email: text,
  full_name: text,
  bot_type: orNull(oneOf(1, 2, 3, 4)),
  is_active: flag,
  owner_id: orNull(integer),
  api_key: text,
  avatar_url: orNull(text),
  default_sending_stream: orNull(text),
  default_events_register_stream: orNull(text),
  default_all_public_streams: flag,
  services: list(botService),
}

export const integration = fields({
  name: text,
  display_name: text,
  all_event_types: orNull(texts),
  config_options: list(fields({ key: text, label: text, validator: text })),
})
