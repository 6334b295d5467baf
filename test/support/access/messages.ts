// Calls of the access table about channels, messages, and what a person keeps beside them.
import { addChannel } from '../channels'
import type { Client } from '../client'
import { about, inPublic, plain, withThese, type Calls } from './given'
import type { AccessWorld } from './world'

const inGeneral = async ({ channel }: AccessWorld) => channel.id
const inSecret = async ({ secret }: AccessWorld) => secret.id
/** A channel of the owner's, which nothing else is about. */
const another = async ({ owner, next }: { owner: Client; next: number }) =>
  addChannel(owner, `channel ${next}`)
const newChannel = async (world: AccessWorld) => another({ owner: world.owner, next: world.next() })
const newChannelId = async (world: AccessWorld) => (await newChannel(world)).id
const archivedId = async (world: AccessWorld) => {
  const id = await newChannelId(world)
  await world.owner.delete(`/streams/${id}`)
  return id
}
const ownMessage = (world: AccessWorld, who: Client) => world.message(who)
const othersMessage = (world: AccessWorld) => world.message(world.other)
const secretMessage = (world: AccessWorld) => world.message(world.other, world.secret)

const webPublicMessage = async (world: AccessWorld) => {
  const channel = await addChannel(world.owner, `square ${world.next()}`, [world.other], {
    is_web_public: true,
  })
  return world.message(world.other, channel)
}

const channels: Calls = {
  'GET /api/v1/streams': plain,
  'GET /api/v1/get_stream_id': withThese({ stream: 'general' }),
  'GET /api/v1/streams/:stream_id': about('stream_id', inGeneral),
  'GET /api/v1/streams/:stream_id (private)': about('stream_id', inSecret),
  'PATCH /api/v1/streams/:stream_id': about('stream_id', newChannelId, { description: 'Changed' }),
  'PATCH /api/v1/streams/:stream_id (permission)': about('stream_id', newChannelId, {
    can_remove_subscribers_group: { new: { direct_members: [1], direct_subgroups: [] } },
  }),
  'PATCH /api/v1/streams/:stream_id (unarchive)': about('stream_id', archivedId, { is_archived: false }),
  'DELETE /api/v1/streams/:stream_id': about('stream_id', newChannelId),
  'POST /api/v1/channels/create': (world) => ({
    parameters: { name: `made ${world.next()}`, subscribers: [] },
  }),
  'GET /api/v1/streams/:stream_id/email_address': about('stream_id', inGeneral),
  'GET /api/v1/streams/:stream_id/email_address (private)': about('stream_id', inSecret),
  // Without a secret nobody is let in; test/incoming-mail.test.ts has one.
  'POST /api/v1/email_mirror': plain,
  'POST /email_mirror': plain,
  'GET /api/v1/streams/:stream_id/members': about('stream_id', inGeneral),
  'GET /api/v1/streams/:stream_id/members (private)': about('stream_id', inSecret),
  'GET /api/v1/users/me/:stream_id/topics': about('stream_id', inGeneral),
  'GET /api/v1/users/me/:stream_id/topics (private)': about('stream_id', inSecret),
  'POST /api/v1/streams/:stream_id/delete_topic': async (world) => {
    const topic = `deleted ${world.next()}`
    await world.message(world.other, world.channel, topic)
    return { path: { stream_id: world.channel.id }, parameters: { topic_name: topic } }
  },
  'POST /api/v1/default_streams': async (world) => ({ parameters: { stream_id: await newChannelId(world) } }),
  'DELETE /api/v1/default_streams': async (world) => {
    const parameters = { stream_id: await newChannelId(world) }
    await world.owner.post('/default_streams', parameters)
    return { parameters }
  },
}

const subscriptions: Calls = {
  'GET /api/v1/users/me/subscriptions': plain,
  'POST /api/v1/users/me/subscriptions': withThese({ subscriptions: [{ name: 'general' }] }),
  'POST /api/v1/users/me/subscriptions (others)': async (world) => ({
    parameters: { subscriptions: [{ name: 'general' }], principals: [(await world.person()).id] },
  }),
  'POST /api/v1/users/me/subscriptions (new channel)': (world) => ({
    parameters: { subscriptions: [{ name: `new ${world.next()}` }] },
  }),
  'DELETE /api/v1/users/me/subscriptions': async (world, who) => {
    const { name } = await newChannel(world)
    const principals = [who.id]
    await world.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals })
    return { parameters: { subscriptions: [name] } }
  },
  'DELETE /api/v1/users/me/subscriptions (others)': async (world) => {
    const { name } = await newChannel(world)
    const principals = [(await world.person()).id]
    await world.owner.post('/users/me/subscriptions', { subscriptions: [{ name }], principals })
    return { parameters: { subscriptions: [name], principals } }
  },
  'PATCH /api/v1/users/me/subscriptions': withThese({ add: [{ name: 'general' }] }),
  'POST /api/v1/users/me/subscriptions/properties': ({ channel }) => ({
    parameters: { subscription_data: [{ stream_id: channel.id, property: 'pin_to_top', value: true }] },
  }),
  'GET /api/v1/users/:user_id/subscriptions/:stream_id': ({ other, channel }) => ({
    path: { user_id: other.id, stream_id: channel.id },
  }),
  'POST /api/v1/user_topics': ({ channel }) => ({
    parameters: { stream_id: channel.id, topic: 'plans', visibility_policy: 3 },
  }),
  'PATCH /api/v1/users/me/subscriptions/muted_topics': (world) => ({
    parameters: { stream_id: world.channel.id, topic: `muted ${world.next()}`, op: 'add' },
  }),
}

const range = { anchor: 'newest', num_before: 1, num_after: 0 }
const inChannel = (channelId: number) => ({
  type: 'channel',
  to: channelId,
  topic: 'plans',
  content: 'Hello',
})

const messages: Calls = {
  'GET /api/v1/messages': withThese(range),
  'GET /api/v1/messages (private channel)': ({ secret }) => ({
    parameters: { ...range, narrow: [{ operator: 'channel', operand: secret.id }] },
  }),
  'GET /api/v1/messages (public access)': inPublic(
    withThese({ ...range, narrow: [{ operator: 'channels', operand: 'web-public' }] }),
  ),
  'POST /api/v1/messages': ({ channel }) => ({ parameters: inChannel(channel.id) }),
  'POST /api/v1/messages (private channel)': ({ secret }) => ({ parameters: inChannel(secret.id) }),
  'POST /api/v1/messages (direct)': ({ other }) => ({
    parameters: { type: 'direct', to: [other.id], content: 'Hello' },
  }),
  'POST /api/v1/messages/render': withThese({ content: '*Hello*' }),
  'GET /api/v1/messages/matches_narrow': async (world) => ({
    parameters: { msg_ids: [await othersMessage(world)], narrow: [{ operator: 'is', operand: 'starred' }] },
  }),
  'GET /api/v1/messages/:message_id': about('message_id', othersMessage),
  'GET /api/v1/messages/:message_id (public access)': inPublic(about('message_id', webPublicMessage)),
  'GET /api/v1/messages/:message_id (private channel)': about('message_id', secretMessage),
  'GET /api/v1/messages/:message_id/history': about('message_id', othersMessage),
  'GET /api/v1/messages/:message_id/read_receipts': about('message_id', othersMessage),
  'PATCH /api/v1/messages/:message_id (own)': about('message_id', ownMessage, { content: 'Changed' }),
  'PATCH /api/v1/messages/:message_id (others’)': about('message_id', othersMessage, { content: 'Changed' }),
  'PATCH /api/v1/messages/:message_id (moved)': about('message_id', othersMessage, { topic: 'elsewhere' }),
  'DELETE /api/v1/messages/:message_id (own)': about('message_id', ownMessage),
  'DELETE /api/v1/messages/:message_id (others’)': about('message_id', othersMessage),
  'POST /api/v1/messages/:message_id/reactions': about('message_id', othersMessage, { emoji_name: 'tada' }),
  'DELETE /api/v1/messages/:message_id/reactions': about(
    'message_id',
    async (world, who) => {
      const id = await othersMessage(world)
      await who.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
      return id
    },
    { emoji_name: 'tada' },
  ),
  'POST /api/v1/messages/:message_id/report': async (world) => {
    await world.owner.patch('/realm', { moderation_request_channel_id: world.secret.id })
    return { path: { message_id: await othersMessage(world) }, parameters: { report_type: 'spam' } }
  },
  'POST /api/v1/messages/:message_id/typing': about('message_id', ownMessage, { op: 'start' }),
  'POST /api/v1/typing': ({ other }) => ({ parameters: { type: 'direct', to: [other.id], op: 'start' } }),
  'POST /api/v1/submessage': async (world, who) => {
    const poll = { ...inChannel(world.channel.id), content: '/poll Tea?\nyes\nno' }
    const message = await world.made(who, '/messages', poll, 'id')
    const content = JSON.stringify({ type: 'new_option', idx: 1, option: 'perhaps' })
    return { parameters: { message_id: message, msg_type: 'widget', content } }
  },
  'POST /api/v1/messages/flags': async (world) => ({
    parameters: { messages: [await othersMessage(world)], op: 'add', flag: 'starred' },
  }),
  'POST /api/v1/messages/flags/narrow': withThese({
    ...range,
    narrow: [{ operator: 'channel', operand: 'general' }],
    op: 'add',
    flag: 'read',
  }),
  'POST /api/v1/mark_all_as_read': plain,
  'POST /api/v1/mark_stream_as_read': ({ channel }) => ({ parameters: { stream_id: channel.id } }),
  'POST /api/v1/mark_topic_as_read': async (world) => {
    await world.message(world.other, world.channel, 'plans')
    return { parameters: { stream_id: world.channel.id, topic_name: 'plans' } }
  },
}

export const messageCalls: Calls = { ...channels, ...subscriptions, ...messages }
