// A bulk export of Mattermost's, made after its public documentation of bulk loading: JSON Lines in a zip archive, with files in `data/`.
import { plain, png, red } from './pictures'

/** Milliseconds of a moment of 2024. */
export function at(moment: string): number {
  return Date.parse(`2024-${moment}Z`)
}

const user = (
  username: string,
  name: [string, string],
  more: object = {},
  channels: (string | object)[] = ['town-square'],
) => ({
  type: 'user',
  user: {
    username,
    email: `${username}@x.io`,
    first_name: name[0],
    last_name: name[1],
    roles: 'system_user',
    teams: [
      {
        name: 'team',
        roles: 'team_user',
        channels: channels.map((each) =>
          typeof each === 'string' ? { name: each, roles: 'channel_user' } : each,
        ),
      },
    ],
    ...more,
  },
})

const post = (author: string, moment: string, message: string, more: object = {}) => ({
  type: 'post',
  post: { team: 'team', channel: 'town-square', user: author, message, create_at: at(moment), ...more },
})

export const mattermostLines: readonly object[] = [
  { type: 'version', version: 1 },
  { type: 'emoji', emoji: { name: 'dough', image: 'emoji/dough.png' } },
  { type: 'team', team: { name: 'team', display_name: 'Team', type: 'O' } },
  {
    type: 'channel',
    channel: {
      team: 'team',
      name: 'town-square',
      display_name: 'Town Square',
      type: 'O',
      purpose: 'All of us',
    },
  },
  {
    type: 'channel',
    channel: { team: 'team', name: 'cellar', display_name: 'Cellar', type: 'P', header: 'Few of us' },
  },
  user('owner', ['Olive', 'Owner'], {
    roles: 'system_user system_admin',
  }),
  user('ann.lee', ['Ann', 'Lee'], { email: 'ann@x.io', profile_image: 'profile/ann.png' }, [
    'town-square',
    'cellar',
  ]),
  user(
    'bob',
    ['Bob', 'Baker'],
    {
      email: 'bob@x.io',
      profile_image: 'profile/bob.png',
      locale: 'de',
      use_military_time: 'true',
      custom_status: { emoji: 'bread', text: 'At the oven' },
    },
    [
      { name: 'town-square', roles: 'channel_user', favorite: true },
      { name: 'cellar', roles: 'channel_user', notify_props: { mark_unread: 'mention' } },
    ],
  ),
  user('gone', ['Zoe', 'Gone'], { delete_at: at('02-01T00:00:00') }),
  { type: 'bot', bot: { username: 'deploys', display_name: 'Deploys', owner: 'owner' } },
  { type: 'role', role: { name: 'system_user' } },
  // In no order of time.
  post('bob', '03-06T09:00:00', 'The plan', {
    attachments: [{ path: 'files/plan.txt' }, { path: 'files/lost.pdf' }],
  }),
  post(
    'ann.lee',
    '03-05T10:00:00',
    'Hello @bob. See ~cellar, _slanted_ and __strong__ `_code_` @here :dough:',
    {
      edit_at: at('03-05T10:05:00'),
      reactions: [
        { user: 'bob', emoji_name: 'dough', create_at: at('03-05T10:01:00') },
        { user: 'owner', emoji_name: '+1', create_at: at('03-05T10:02:00') },
      ],
    },
  ),
  post('bob', '03-05T12:00:00', 'Where shall we **eat**?', {
    is_pinned: true,
    replies: [
      { user: 'ann.lee', message: 'At the bakery, snake_case_word', create_at: at('03-06T08:00:00') },
      { user: 'bob', message: '![oven](https://example.com/oven.png)', create_at: at('03-06T10:00:00') },
    ],
  }),
  post('ann.lee', '03-05T13:00:00', 'ann joined', { type: 'system_join_channel' }),
  post('gone', '01-05T14:00:00', '```latex\nx^2\n```', { flagged_by: ['bob'] }),
  post('deploys', '03-05T14:30:00', 'Deployed', { channel: 'cellar' }),
  post('bob', '03-05T15:00:00', 'Nobody else', { channel: 'cellar' }),
  { type: 'direct_channel', direct_channel: { members: ['ann.lee', 'bob'] } },
  {
    type: 'direct_post',
    direct_post: {
      channel_members: ['ann.lee', 'bob'],
      user: 'bob',
      message: 'Between us',
      create_at: at('03-05T16:00:00'),
    },
  },
]

export function mattermostExport(
  lines: readonly unknown[] = mattermostLines,
): Record<string, string | Uint8Array> {
  return {
    'import.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    'data/files/plan.txt': 'flour, water, salt',
    'data/emoji/dough.png': png(64, 64, plain(red)),
    'data/profile/ann.png': png(64, 64, plain(red)),
    'data/profile/bob.png': 'no picture',
  }
}
