// A data export of Zulip's, with the tables and files that its documentation names: realm.json, messages, uploads, avatars, emoji.
import { plain, png, red } from './pictures'

/** UNIX seconds of a moment of 2024. */
export function at(moment: string): number {
  return Date.parse(`2024-${moment}Z`) / 1000
}

const user = (id: number, name: string, email: string, more: object = {}) => ({
  id,
  full_name: name,
  email: `user${id}@chat.example`,
  delivery_email: email,
  role: 400,
  is_active: true,
  is_bot: false,
  timezone: 'Europe/Berlin',
  ...more,
})

const picture = () => Buffer.from(png(64, 64, plain(red)))

const message = (
  id: number,
  sender: number,
  recipient: number,
  subject: string,
  date: string,
  content: string,
  more: object = {},
) => ({
  id,
  sender,
  recipient,
  subject,
  content,
  date_sent: at(date),
  ...more,
})

export const zulipRealm = {
  zerver_realm: [{ id: 2, string_id: 'bakery', name: 'Bakery', uuid: '5e1f' }],
  zerver_userprofile: [
    user(10, 'Owner', 'owner@x.io', { role: 100 }),
    user(11, 'Ann Lee', 'ann@x.io', { role: 200 }),
    user(12, 'Bob', 'bob@x.io'),
    user(13, 'Zoe', 'zoe@x.io', { is_active: false }),
    user(14, 'Robo', 'robo-bot@x.io', { is_bot: true }),
    user(15, 'Gus', 'gus@x.io', { role: 600 }),
  ],
  zerver_userprofile_crossrealm: [{ id: 5, email: 'notification-bot@zulip.example' }],
  zerver_stream: [
    {
      id: 20,
      name: 'general',
      description: 'All of us',
      invite_only: false,
      deactivated: false,
      date_created: at('01-01T00:00:00'),
    },
    {
      id: 21,
      name: 'cellar',
      description: '',
      invite_only: true,
      history_public_to_subscribers: false,
      deactivated: false,
    },
  ],
  zerver_recipient: [
    { id: 30, type: 2, type_id: 20 },
    { id: 31, type: 2, type_id: 21 },
    { id: 32, type: 1, type_id: 12 },
    { id: 33, type: 3, type_id: 1 },
  ],
  zerver_subscription: [
    ...[10, 11, 12, 15].map((user_profile) => ({ user_profile, recipient: 30, active: true })),
    ...[11, 12].map((user_profile) => ({ user_profile, recipient: 31, active: true })),
    { user_profile: 10, recipient: 31, active: false },
    ...[10, 11, 12].map((user_profile) => ({ user_profile, recipient: 33, active: true })),
  ],
  zerver_realmemoji: [{ name: 'dough', file_name: '1.png', deactivated: false }],
  zerver_reaction: [
    { message: 100, user_profile: 12, emoji_name: 'dough', reaction_type: 'realm_emoji' },
    { message: 100, user_profile: 10, emoji_name: '+1', reaction_type: 'unicode_emoji' },
  ],
}

/** The files, by their names; each stands below a folder that is called as the export. */
export function zulipExport(realm: unknown = zulipRealm): Record<string, string | Uint8Array> {
  const path = '2/ab/secret/plan.txt'
  return {
    'realm.json': JSON.stringify(realm),
    'attachment.json': '{}',
    'messages-000001.json': JSON.stringify({
      zerver_message: [
        message(
          101,
          12,
          30,
          'plans',
          '03-05T11:00:00',
          'See #**general>plans@100** and #**general>plans@999**',
          { last_edit_time: at('03-05T11:30:00') },
        ),
        message(
          100,
          11,
          30,
          'plans',
          '03-05T10:00:00',
          `Hello @**Bob|12** and @_**Ann Lee|11**, [plan.txt](/user_uploads/${path})`,
        ),
        message(102, 12, 31, 'stock', '03-05T12:00:00', 'Among few'),
        message(103, 12, 32, '', '03-05T13:00:00', 'To myself'),
        message(104, 11, 32, '', '03-05T14:00:00', 'Between us'),
      ],
      zerver_usermessage: [
        { user_profile: 12, message: 100, flags_mask: 3 },
        { user_profile: 11, message: 100, flags_mask: 1 },
      ],
    }),
    'messages-000002.json': JSON.stringify({
      zerver_message: [
        message(105, 10, 33, '', '03-06T10:00:00', 'Among three'),
        message(
          106,
          5,
          30,
          '✔ plans',
          '03-06T11:00:00',
          '@_**Bob|12** has marked this topic as resolved. [gone](/user_uploads/2/cd/gone.pdf)',
        ),
      ],
      zerver_usermessage: [],
    }),
    'uploads/records.json': JSON.stringify([
      { path, s3_path: path, file_name: 'plan.txt', user_profile_id: 11 },
    ]),
    [`uploads/${path}`]: 'flour, water, salt',
    'avatars/records.json': JSON.stringify([
      { path: '2/hash.original', s3_path: '2/hash.original', user_profile_id: 11 },
    ]),
    'avatars/2/hash.original': picture(),
    'emoji/records.json': JSON.stringify([{ path: '2/emoji/images/1.png', name: 'dough' }]),
    'emoji/2/emoji/images/1.png': picture(),
  }
}

/** The same organization with all that its administrators and people have set up. */
export function zulipExportWithChoices(now: number): Record<string, string | Uint8Array> {
  const [organization] = zulipRealm.zerver_realm
  const realm = {
    ...zulipRealm,
    zerver_realm: [
      {
        ...organization,
        description: 'We bake',
        invite_required: false,
        message_retention_days: -1,
        message_content_edit_limit_seconds: null,
        digest_weekday: 'Friday',
        new_stream_announcements_stream: 20,
        moderation_request_channel: null,
      },
    ],
    zerver_userprofile: zulipRealm.zerver_userprofile.map((each) =>
      each.id === 12
        ? {
            ...each,
            twenty_four_hour_time: true,
            color_scheme: 2,
            allow_private_data_export: true,
            emojiset: 7,
          }
        : each,
    ),
    zerver_stream: zulipRealm.zerver_stream.map((each) =>
      each.id === 20 ? { ...each, folder: 60, message_retention_days: 36_500 } : each,
    ),
    zerver_channelfolder: [{ id: 60, name: 'House', description: 'What concerns all', is_archived: false }],
    zerver_defaultstream: [{ id: 1, stream: 20 }],
    zerver_subscription: [
      ...zulipRealm.zerver_subscription.filter(
        (each) => !(each.user_profile === 12 && each.recipient === 30),
      ),
      {
        user_profile: 12,
        recipient: 30,
        active: true,
        color: '#94c849',
        pin_to_top: true,
        is_muted: false,
        email_notifications: true,
        desktop_notifications: null,
      },
    ],
    zerver_usergroup: [{ id: 70 }, { id: 71 }, { id: 72 }],
    zerver_namedusergroup: [
      { usergroup_ptr: 71, name: 'everyone who bakes', description: '', is_system_group: false },
      { usergroup_ptr: 70, name: 'bakers', description: 'At the oven', is_system_group: false },
      { usergroup_ptr: 72, name: 'role:members', description: '', is_system_group: true },
    ],
    zerver_usergroupmembership: [
      { id: 1, user_group: 70, user_profile: 11 },
      { id: 2, user_group: 70, user_profile: 12 },
      { id: 3, user_group: 70, user_profile: 13 },
    ],
    zerver_groupgroupmembership: [
      { id: 1, supergroup: 71, subgroup: 70 },
      { id: 2, supergroup: 70, subgroup: 71 },
    ],
    zerver_realmfilter: [
      { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' },
      { id: 2, pattern: '(', url_template: 'https://example.com' },
    ],
    zerver_realmplayground: [
      { id: 1, name: 'Try it', pygments_language: 'Python', url_template: 'https://example.com/{code}' },
    ],
    zerver_customprofilefield: [
      { id: 80, name: 'Favourite bread', hint: '', field_type: 1, field_data: '' },
      {
        id: 81,
        name: 'Size',
        hint: 'Of an apron',
        field_type: 3,
        field_data: '{"0":{"text":"S","order":"1"}}',
      },
      { id: 82, name: 'Mentor', hint: '', field_type: 6, field_data: '' },
    ],
    zerver_customprofilefieldvalue: [
      { id: 1, user_profile: 12, field: 80, value: 'Rye' },
      { id: 2, user_profile: 12, field: 81, value: '0' },
      { id: 3, user_profile: 12, field: 82, value: '[11]' },
      { id: 4, user_profile: 11, field: 81, value: 'none of them' },
    ],
    zerver_usertopic: [
      { id: 1, user_profile: 12, stream: 20, topic_name: 'plans', visibility_policy: 3 },
      { id: 2, user_profile: 12, stream: 20, topic_name: 'noise', visibility_policy: 1 },
      { id: 3, user_profile: 12, stream: 999, topic_name: 'nowhere', visibility_policy: 1 },
    ],
    zerver_muteduser: [{ id: 1, user_profile: 12, muted_user: 15 }],
    zerver_alertword: [{ id: 1, user_profile: 12, word: 'flour' }],
    zerver_userstatus: [{ id: 1, user_profile: 12, status_text: 'At the oven', emoji_name: 'bread' }],
    zerver_savedsnippet: [{ id: 1, user_profile: 12, title: 'Thanks', content: 'Thank you all' }],
    zerver_draft: [
      {
        id: 1,
        user_profile: 12,
        recipient: 30,
        topic: 'plans',
        content: 'To @**Ann Lee|11**',
        last_edit_time: at('03-07T00:00:00'),
      },
    ],
    zerver_scheduledmessage: [
      {
        id: 1,
        sender: 12,
        recipient: 30,
        subject: 'plans',
        content: 'Later',
        scheduled_timestamp: now + 86_400,
        delivered: false,
        delivery_type: 1,
      },
      {
        id: 2,
        sender: 12,
        recipient: 30,
        subject: 'plans',
        content: 'Sent',
        scheduled_timestamp: 1,
        delivered: true,
      },
    ],
    zerver_submessage: [
      { id: 1, message: 300, sender: 11, msg_type: 'widget', content: '{"widget_type":"poll"}' },
      {
        id: 2,
        message: 300,
        sender: 12,
        msg_type: 'widget',
        content: '{"type":"new_option","idx":1,"option":"Spelt"}',
      },
      {
        id: 3,
        message: 300,
        sender: 11,
        msg_type: 'widget',
        content: '{"type":"vote","key":"12,1","vote":1}',
      },
      {
        id: 4,
        message: 300,
        sender: 12,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,0","vote":1}',
      },
      {
        id: 5,
        message: 300,
        sender: 12,
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,9","vote":1}',
      },
    ],
    zerver_realmauditlog: [{ id: 1 }, { id: 2 }],
    zerver_future: [{ id: 1 }],
  }
  return {
    ...zulipExport(realm),
    'messages-000003.json': JSON.stringify({
      zerver_message: [
        message(300, 11, 30, 'plans', '03-07T10:00:00', '/poll Which bread?\nRye\nWheat'),
        message(301, 11, 30, 'plans', '03-07T11:00:00', '@*bakers*: see #12 and @**Bob|12**'),
      ],
      zerver_usermessage: [
        { user_profile: 12, message: 300, flags_mask: 1 },
        { user_profile: 12, message: 301, flags_mask: 8 | 4 },
        { user_profile: 13, message: 301, flags_mask: 0 },
      ],
    }),
  }
}
