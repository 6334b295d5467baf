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
