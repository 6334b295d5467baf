// An export of Slack's, made after its public documentation: lists of people and channels, and a file for each channel and day.
/** UNIX seconds of a moment of 2024, as Slack writes them. */
export function ts(moment: string, count = 0): string {
  return `${Date.parse(`2024-${moment}Z`) / 1000}.${String(count).padStart(6, '0')}`
}

const user = (id: string, name: string, more: object = {}, profile: object = {}) => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  deleted: false,
  tz: 'Europe/Berlin',
  profile: { real_name: name, email: `${name.split(' ')[0]?.toLowerCase()}@x.io`, ...profile },
  ...more,
})

export const slackUsers = [
  user('U1', 'Owner', { is_owner: true, is_primary_owner: true }),
  user('U2', 'Ann Admin', { is_admin: true }),
  user('U3', 'Bob *Baker*', {}, { status_text: 'At the oven', status_emoji: ':bread:' }),
  user('U4', 'Gus Guest', { is_restricted: true }),
  user('U5', 'Zoe Gone', { deleted: true }),
  user('U6', 'Robo', { is_bot: true }, { email: undefined }),
]

export const slackChannels = [
  {
    id: 'C1',
    name: 'general',
    created: 1704067200,
    creator: 'U1',
    is_archived: false,
    members: ['U1', 'U2', 'U3', 'U4'],
    purpose: { value: 'What concerns <@U2> &amp; all' },
    pins: [{ id: ts('03-06T09:00:00'), type: 'C', user: 'U2', created: 1704067200 }],
  },
  {
    id: 'C2',
    name: 'old-things',
    created: 1704067200,
    creator: 'U9',
    is_archived: true,
    members: [],
    purpose: { value: '' },
  },
]

const message = (user: string, time: string, text: string, more: object = {}) => ({
  type: 'message',
  user,
  ts: time,
  text,
  ...more,
})

const root = ts('03-05T12:00:00')

/** By name, the files of a small workspace in which everything is that the documentation tells of. */
export function slackExport(): Record<string, string | Uint8Array> {
  const json = (value: unknown) => JSON.stringify(value)
  return {
    'users.json': json(slackUsers),
    'channels.json': json(slackChannels),
    'groups.json': json([
      { id: 'G1', name: 'secret', created: 1704067200, creator: 'U2', members: ['U2', 'U3'] },
    ]),
    'dms.json': json([{ id: 'D1', created: 1704067200, members: ['U2', 'U3'] }]),
    'mpims.json': json([
      { id: 'G2', name: 'mpdm-owner--ann--bob-1', created: 1704067200, members: ['U1', 'U2', 'U3'] },
    ]),
    'integration_logs.json': '[]',
    'canvases.json': json([{ id: 'F9', title: 'Recipes', url: 'https://slack.example/canvas' }]),
    'general/2024-03-05.json': json([
      message('U2', ts('03-05T09:00:00'), '<@U2> has joined the channel', { subtype: 'channel_join' }),
      message(
        'U2',
        ts('03-05T10:00:00'),
        'Hello <@U3>, see <#C1|general> and <https://example.com/a?b=1&amp;c=2|the *page*>',
        {
          reactions: [
            { name: 'wave', users: ['U1', 'U3'], count: 2 },
            { name: '+1::skin-tone-3', users: ['U3'], count: 1 },
            { name: 'party_parrot', users: ['U3'], count: 1 },
          ],
          edited: { user: 'U2', ts: ts('03-05T10:05:00') },
        },
      ),
      message(
        'U3',
        ts('03-05T11:00:00'),
        '*bold* _italic_ ~struck~ `a*b*c` 2 * 3 * 4\n```\nlet x = 1 &lt; 2\n```\n• one\n• two :wave::skin-tone-2: <!here>',
      ),
      message('U3', root, 'Where shall we *eat*?', {
        thread_ts: root,
        reply_count: 1,
        replies: [{ user: 'U2', ts: ts('03-06T08:00:00') }],
        pinned_to: ['C1'],
      }),
      {
        type: 'message',
        subtype: 'bot_message',
        bot_id: 'B1',
        username: 'Deploys',
        ts: ts('03-05T13:00:00'),
        text: '',
        attachments: [{ fallback: 'Deployed &lt;v1&gt;' }],
      },
      message('U5', ts('03-05T14:00:00'), 'waves', { subtype: 'me_message' }),
    ]),
    'general/2024-03-06.json': json([
      message('U2', ts('03-06T08:00:00'), 'At the bakery', { thread_ts: root, parent_user_id: 'U3' }),
      message('U3', ts('03-06T09:00:00'), 'The plan', {
        files: [
          { id: 'F1', name: 'plan.txt', mode: 'hosted', url_private: 'https://files.slack.example/plan.txt' },
          { id: 'F2', name: 'menu.pdf', mode: 'hosted', url_private: 'https://files.slack.example/menu.pdf' },
          { id: 'F3', mode: 'tombstone' },
        ],
      }),
    ]),
    'secret/2024-03-05.json': json([message('U2', ts('03-05T10:30:00'), 'Nobody else sees this')]),
    'D1/2024-03-05.json': json([message('U3', ts('03-05T10:45:00'), 'Between us')]),
    'mpdm-owner--ann--bob-1/2024-03-07.json': json([message('U1', ts('03-07T10:45:00'), 'Among three')]),
    '__uploads/F1/plan.txt': 'flour, water, salt',
  }
}
