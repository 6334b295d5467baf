// What calls are about: the reference is grouped by these, in this order.

interface Noun {
  name: string
  /** A line below it in the reference. */
  about: string
  /** Of the paths of its calls, without `/api/v1`: the first noun with one that fits has the call. */
  paths: readonly RegExp[]
}

export const nouns: readonly Noun[] = [
  {
    name: 'Logging in',
    about: 'API keys for programs, sessions for browsers, and what a server says of itself before that.',
    paths: [/^\/(fetch_api_key|server_settings|accounts\/)/, /^\/users\/me\/(api_key|sessions)/],
  },
  {
    name: 'Events',
    about:
      'A client registers once, which gives it the state of things and a queue, and then applies the events that come to the queue.',
    paths: [/^\/(register|events)$/],
  },
  {
    name: 'Messages',
    about:
      'Sent to a topic of a channel or to people directly, fetched by narrows, edited, moved, reported and deleted.',
    paths: [
      /^\/messages(?!\/(flags|\{message_id\}\/(reactions|typing|read_receipts)))/,
      /^\/(submessage|zcommand)$/,
    ],
  },
  {
    name: 'Reactions',
    about: 'Emoji that people put under messages.',
    paths: [/^\/messages\/\{message_id\}\/reactions/],
  },
  {
    name: 'Reading and marking',
    about: 'What has been read, starred or collapsed: flags, which each person has of their own.',
    paths: [/^\/(messages\/flags|mark_)/, /\/read_receipts$/],
  },
  {
    name: 'Typing',
    about: 'Telling others that one is writing.',
    paths: [/^\/typing$/, /^\/messages\/\{message_id\}\/typing$/],
  },
  {
    name: 'Scheduled messages and reminders',
    about: 'Messages that are sent later, and messages that come back later.',
    paths: [/^\/(scheduled_messages|reminders)/],
  },
  { name: 'Drafts and snippets', about: 'Texts that one keeps.', paths: [/^\/(drafts|saved_snippets)/] },
  {
    name: 'Topics',
    about: 'Conversations of a channel: their list, and how each person follows or mutes them.',
    paths: [/topics?$/],
  },
  {
    name: 'Subscriptions',
    about: 'Who gets the messages of a channel, and how they see it.',
    paths: [/\/subscriptions/, /\/streams\/\{stream_id\}\/members$/],
  },
  {
    name: 'Channels',
    about: 'Where topics are: making channels, their settings, folders and defaults for new people.',
    paths: [/^\/(streams|channels|get_stream_id|default_stream|channel_folders)/],
  },
  {
    name: 'Presence and status',
    about: 'Who is there, and what they say of themselves.',
    paths: [/\/presence$/, /\/status$/],
  },
  {
    name: 'Own settings',
    about: 'How things are shown, what one is notified of, and what one would rather not see.',
    paths: [/^\/settings/, /^\/users\/me\/(alert_words|muted_users|onboarding_steps)/, /^\/navigation_views/],
  },
  {
    name: 'Devices',
    about: 'Where notifications go to people who are away.',
    paths: [/^\/mobile_push/, /^\/users\/me\/(android_gcm_reg_id|apns_device_token|web_push_subscription)/],
  },
  {
    name: 'Profile fields and pictures',
    about: 'What people say of themselves, and how they look.',
    paths: [/profile_fields/, /^\/users\/me\/(profile_data|avatar)/, /^\/avatar/, /^\/user_avatars/],
  },
  {
    name: 'People',
    about: 'Accounts: their list, their roles, making and deactivating them.',
    paths: [/^\/users/],
  },
  {
    name: 'User groups',
    about: 'People under one name, to be mentioned and to be given permissions.',
    paths: [/^\/user_groups/],
  },
  {
    name: 'Invitations',
    about: 'Who is invited, by mail or by link.',
    paths: [/^\/invites/],
  },
  {
    name: 'Bots and webhooks',
    about: 'Programs with an account, what they keep, and what programs elsewhere tell channels.',
    paths: [/^\/(bots|bot_storage|chat-outgoing-webhook|external)(\/|$)/],
  },
  {
    name: 'Data exports',
    about: 'Archives of the organization: of what is public, and of what people let administrators have.',
    paths: [/^\/exports?\//],
  },
  {
    name: 'Files',
    about:
      'Uploads at once or in parts that survive a broken connection, who may open them, and smaller pictures.',
    paths: [/^\/(user_uploads|attachments|tus|external_content|gifs)/],
  },
  {
    name: 'Mail',
    about: 'Mails that a mail server hands over.',
    paths: [/^\/email_mirror/],
  },
  {
    name: 'Organization',
    about: 'Its settings, permissions, emoji, linkifiers, playgrounds and audit log.',
    paths: [/^\/realm/],
  },
]

/** @param path of a documented call, with `{name}` for what stands in it @throws if no noun has it */
export function nounOf(path: string): string {
  const inApi = path.replace('/api/v1', '')
  const noun = nouns.find(({ paths }) => paths.some((pattern) => pattern.test(inApi)))
  if (!noun) throw new Error(`src/api-reference/nouns.ts has none for ${path}`)
  return noun.name
}
