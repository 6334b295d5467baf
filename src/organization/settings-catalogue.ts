// Every setting of the organization: type, default, where it takes effect, who may change it; the one table all else is made from.
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { gifRatingIds, offeredGifRatings } from './gif-ratings'
import type { ServerRules } from './rules'

/** Who may change a setting; owners count among the administrators. */
export type ChangedBy = 'administrators' | 'owners'

/** Where a setting takes effect: in this server, or in the clients that are told of it. */
export type Effect = 'server' | 'clients'

/** What is said of a setting beside its type, its default and what it means. */
export interface SettingOptions {
  effect: Effect
  /** Administrators, if it is not said. `nobody`: it is no parameter of PATCH /realm. */
  changedBy?: ChangedBy | 'nobody'
  /** What PATCH /realm takes, where that is not the type. */
  parameter?: TSchema
  /** Words that PATCH /realm takes for a value. */
  words?: Readonly<Record<string, unknown>>
  /** What can't be seen at its ends is cut off, and something must be left. */
  isTrimmed?: true
  /** Whether a text is what it must be. */
  check?: (text: string) => boolean
  mustBe?: string
  /** Whether this server offers a value, where that depends on how it is run. */
  isOffered?: (rules: ServerRules, value: unknown) => boolean
  /** The value is the ID of a channel that is there, or -1 for none. */
  channel?: 'any' | 'private'
}

const server: SettingOptions = { effect: 'server' }
const clients: SettingOptions = { effect: 'clients' }
const byOwners = { changedBy: 'owners' } as const
const byNobody = { changedBy: 'nobody' } as const

/** Seconds; null is no limit. */
const duration = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const limit = {
  parameter: Type.Union([duration, Type.Literal('unlimited')]),
  words: { unlimited: null },
}
const week = 7 * 24 * 3600

/**
 * Names follow the protocol's, without `realm_`. Meanings of the numbers: reference, operations/register-queue.
 * Who may do what is not here: those are groups, in `user-groups/permission-catalogue.ts`.
 */
export const catalogue = Type.Object({
  name: setting(text('', { minLength: 1, maxLength: 40 }), 'What the organization is called', {
    ...server,
    isTrimmed: true,
  }),
  description: setting(text('', { maxLength: 1000 }), 'What the organization is for, in Markdown', server),
  date_created: setting(whole(0, {}), 'When it was founded, in UNIX seconds', { ...server, ...byNobody }),
  is_deactivated: setting(flag(false), 'Whether it is closed to everybody', { ...server, ...byNobody }),
  org_type: setting(
    choice([0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000], 0),
    'What kind of organization it is',
    clients,
  ),
  want_advertise_in_communities_directory: setting(
    flag(false),
    'Whether its owners agree to its being listed among communities: told to clients, sent nowhere by this server',
    clients,
  ),
  default_language: setting(
    text('en', { pattern: '^[a-zA-Z]{2,3}([-_][a-zA-Z0-9]{2,8})*$', maxLength: 40 }),
    'The language that new accounts start with',
    server,
  ),

  // Who joins, and what people are called.
  invite_required: setting(flag(true), 'Whether only those who are invited may join', {
    ...server,
    ...byOwners,
  }),
  emails_restricted_to_domains: setting(
    flag(false),
    'Whether new people need an e-mail address in one of the domains of the organization',
    { ...server, ...byOwners },
  ),
  disallow_disposable_email_addresses: setting(
    flag(false),
    'Whether throw-away e-mail addresses are refused',
    {
      ...server,
      ...byOwners,
    },
  ),
  waiting_period_threshold: setting(
    whole(0, { minimum: 0, maximum: 36_500 }),
    'Days until a member counts as a full member',
    { ...server, ...byOwners },
  ),
  send_welcome_emails: setting(flag(true), 'Whether new people are greeted by e-mail', server),
  welcome_message_custom_text: setting(text('', { maxLength: 8000 }), 'What greets new people', server),
  require_unique_names: setting(
    flag(false),
    'Whether two people may not have names that differ only in case or Unicode form',
    server,
  ),
  name_changes_disabled: setting(flag(false), 'Whether people may not change their own names', server),
  email_changes_disabled: setting(flag(false), 'Whether people may not change their own addresses', server),
  avatar_changes_disabled: setting(flag(false), 'Whether people may not change their own pictures', server),
  use_gravatar: setting(
    flag(false),
    'Whether people without a picture of their own have the one that gravatar.com gives to their addresses, instead of a pattern',
    server,
  ),
  enable_guest_user_indicator: setting(flag(true), 'Whether names of guests are marked', clients),
  enable_guest_user_dm_warning: setting(flag(true), 'Whether writing to a guest warns first', clients),

  // Channels.
  enable_spectator_access: setting(
    flag(false),
    'Whether anyone may look at web-public channels without an account',
    server,
  ),
  topics_policy: setting(
    choice(['allow_empty_topic', 'disable_empty_topic'], 'allow_empty_topic'),
    'What channels whose policy is `inherit` do with the empty topic',
    server,
  ),
  new_stream_announcements_stream_id: setting(id(), 'Where new channels are announced', {
    ...server,
    channel: 'any',
  }),
  signup_announcements_stream_id: setting(id(), 'Where new people are announced', {
    ...server,
    channel: 'any',
  }),
  zulip_update_announcements_stream_id: setting(
    id(),
    'Where it is announced that the server runs another version',
    {
      ...server,
      channel: 'any',
    },
  ),
  moderation_request_channel_id: setting(id(), 'Where messages are reported', {
    ...server,
    channel: 'private',
  }),

  // Messages.
  allow_message_editing: setting(flag(true), 'Whether people may change what they have written', server),
  message_content_edit_limit_seconds: setting(seconds(600), 'For how long they may change it', {
    ...server,
    ...limit,
  }),
  message_content_delete_limit_seconds: setting(seconds(600), 'For how long they may delete it', {
    ...server,
    ...limit,
  }),
  move_messages_within_stream_limit_seconds: setting(
    seconds(week),
    'For how long messages may be moved to another topic',
    { ...server, ...limit },
  ),
  move_messages_between_streams_limit_seconds: setting(
    seconds(week),
    'For how long messages may be moved to another channel',
    { ...server, ...limit },
  ),
  message_edit_history_visibility_policy: setting(
    choice(['all', 'moves', 'none'], 'all'),
    'What people may see of the earlier states of messages',
    server,
  ),
  message_retention_days: setting(whole(-1, {}), 'Days for which messages are kept; -1 is for ever', {
    ...server,
    ...byOwners,
    parameter: Type.Union([
      Type.Integer({ minimum: 1, maximum: 36_500 }),
      Type.Literal(-1),
      Type.Literal('unlimited'),
    ]),
    words: { unlimited: -1 },
  }),
  enable_read_receipts: setting(flag(true), 'Whether people may see who has read a message', server),
  presence_disabled: setting(flag(false), 'Whether nobody is told who is there', server),
  default_code_block_language: setting(
    text('', { maxLength: 40 }),
    'The language of fenced code blocks that name none; empty for none',
    {
      ...server,
      check: (language) => /^[^\s{}`~]*$/.test(language),
      mustBe: 'a single word',
    },
  ),
  inline_image_preview: setting(flag(true), 'Whether linked images are shown', server),
  inline_url_embed_preview: setting(flag(false), 'Whether linked pages are shown', server),
  giphy_rating: setting(
    choice(gifRatingIds, 0),
    'How far GIFs may go that clients search for, with the server’s key of GIPHY’s; 0 is none at all',
    {
      ...server,
      isOffered: (rules, value) => Object.values(offeredGifRatings(rules)).some(({ id }) => id === value),
    },
  ),
  video_chat_provider: setting(choice([0, 1], 0), 'With what calls are made', clients),
  jitsi_server_url: setting(
    Type.Union([Type.String(), Type.Null()], { default: null }),
    'The https address of a Jitsi server of its own; `default` or empty for none',
    {
      ...clients,
      parameter: Type.String({ maxLength: 200 }),
      words: { default: null, '': null },
      check: (address) => URL.parse(address)?.protocol === 'https:',
      mustBe: 'an https address',
    },
  ),

  // What leaves the house.
  digest_emails_enabled: setting(flag(false), 'Whether people who are away get a digest by e-mail', server),
  digest_weekday: setting(whole(1, { minimum: 0, maximum: 6 }), 'When digests are sent; 0 is Monday', server),
  message_content_allowed_in_email_notifications: setting(
    flag(true),
    'Whether e-mails may quote messages',
    server,
  ),
  require_e2ee_push_notifications: setting(
    flag(false),
    'Whether notifications to devices must be encrypted from end to end',
    server,
  ),
})

/** Every setting's value. */
export type OrganizationSettings = Static<typeof catalogue>
export type SettingName = keyof OrganizationSettings

/** Every setting as it is where nobody has chosen otherwise. */
export const settingDefaults: Readonly<OrganizationSettings> = Object.freeze(Value.Create(catalogue))

export const settingNames: readonly SettingName[] = Object.keys(catalogue.properties).filter(isSettingName)

/** Whether a name is a setting's. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(catalogue.properties, name)
}

/** What the catalogue says of a setting. */
export function settingOptions(name: SettingName): SettingOptions {
  return catalogue.properties[name].setting
}

function setting<S extends TSchema>(schema: S, description: string, options: SettingOptions) {
  return { ...schema, description, setting: options }
}

function flag(value: boolean) {
  return Type.Boolean({ default: value })
}

function text(value: string, rule: { minLength?: number; maxLength: number; pattern?: string }) {
  return Type.String({ default: value, ...rule })
}

function whole(value: number, range: { minimum?: number; maximum?: number }) {
  return Type.Integer({ default: value, ...range })
}

function seconds(value: number) {
  return Type.Union([duration, Type.Null()], { default: value })
}

function id() {
  return whole(-1, { minimum: -1 })
}

function choice<const T extends string | number>(values: readonly T[], value: NoInfer<T>) {
  return Type.Union(
    values.map((each) => Type.Literal(each)),
    { default: value },
  )
}
