// Who is told of what: each thing that it depends on, done over HTTP.
import { expect, test } from 'bun:test'
import { deciding, type Decision } from '../src/notifications/deciding'
import { flagsOf, messageById } from '../src/messages/repository'
import { addChannel, changeSubscription, leave, type ChannelRef } from './support/channels'
import type { Client } from './support/client'
import { sendDirectly, sendToChannel } from './support/messages'
import { scenario } from './support/scenario'

const { server, owner, sam } = await scenario({ sam: 'member' })

/** What the server decides for a person, as everything is now. */
function decided(
  person: Client,
  messageId: number,
  mentions: { userIds?: number[]; groupIds?: number[] } = {},
) {
  const { organization } = server
  const message = messageById(organization.db, messageId)
  if (!message) throw new Error('The message is gone')
  const { userIds = [], groupIds = [] } = mentions
  const decide = deciding(organization, message, { userIds: new Set(userIds), groupIds })
  return decide(person.id, flagsOf(organization.db, person.id, messageId))
}

/** A person of whom a row of the table is, in a channel of their own, and what is sent there. */
interface Place {
  person: Client
  channel: ChannelRef
}

interface Row {
  /** What the person, or somebody else, does before the message. */
  before?: (place: Place) => Promise<unknown>
  /** Sends the message; a plain one to the channel if there is nothing here. */
  send?: (place: Place) => Promise<number>
  after?: (place: Place, messageId: number) => Promise<unknown>
  mentions?: (place: Place) => { userIds?: number[]; groupIds?: number[] }
  told: Partial<Decision>
}

const set = (settings: object) => async (place: Place) => {
  expect((await place.person.patch('/settings', { ...settings })).body).toMatchObject({ result: 'success' })
}
const setHere =
  (property: string, value: unknown) =>
  ({ person, channel }: Place) =>
    changeSubscription(person, channel, property, value)
const choose =
  (visibility_policy: number) =>
  ({ person, channel }: Place) =>
    person.post('/user_topics', { stream_id: channel.id, topic: 'greetings', visibility_policy })
const say =
  (content: string) =>
  ({ channel }: Place) =>
    sendToChannel(sam, channel, content)
const direct = ({ person }: Place) => sendDirectly(sam, [person])
const mention = ({ person, channel }: Place) => sendToChannel(sam, channel, `@**|${person.id}** look`)
const mentioned = ({ person }: Place) => ({ userIds: [person.id] })
const all =
  (...steps: ((place: Place) => Promise<unknown>)[]) =>
  async (place: Place) => {
    for (const step of steps) await step(place)
  }
const comes = ({ person }: Place) => person.post('/users/me/presence', { status: 'active', ping_only: true })

const byBoth = (trigger: Decision['push']) => ({ push: trigger, mail: trigger })
const nothing = { push: null, mail: null }

const table: Record<string, Row> = {
  'an ordinary message of a channel': { told: nothing },
  'a direct message': { send: direct, told: byBoth('direct_message') },
  'a direct message, pushes unwanted': {
    before: set({ enable_offline_push_notifications: false }),
    send: direct,
    told: { push: null, mail: 'direct_message' },
  },
  'a direct message, mails unwanted': {
    before: set({ enable_offline_email_notifications: false }),
    send: direct,
    told: { push: 'direct_message', mail: null },
  },
  'a direct message to somebody who is there': {
    before: comes,
    send: direct,
    told: { push: 'direct_message', mail: null },
  },
  'a direct message to somebody who is there and wants no pushes then': {
    before: all(set({ enable_online_push_notifications: false }), comes),
    send: direct,
    told: nothing,
  },
  'a direct message to somebody who was there a while ago': {
    before: async (place) => {
      await all(set({ enable_online_push_notifications: false }), comes)(place)
      await server.advance(141_000)
    },
    send: direct,
    told: byBoth('direct_message'),
  },
  'a direct message to somebody who is at no device of theirs': {
    before: ({ person }) => person.post('/users/me/presence', { status: 'idle', ping_only: true }),
    send: direct,
    told: byBoth('direct_message'),
  },
  'a direct message of somebody who is muted': {
    before: ({ person }) => person.post(`/users/me/muted_users/${sam.id}`),
    send: direct,
    told: nothing,
  },
  'a direct message that was read': {
    send: direct,
    after: ({ person }, id) => person.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }),
    told: nothing,
  },
  'a direct message to somebody who has been deactivated': {
    send: direct,
    after: ({ person }) => owner.delete(`/users/${person.id}`),
    told: nothing,
  },
  'what the person wrote': { send: ({ person }) => sendDirectly(person, [sam]), told: nothing },
  'a mention': { send: mention, mentions: mentioned, told: byBoth('mention') },
  'a mention in a muted channel': {
    before: setHere('is_muted', true),
    send: mention,
    mentions: mentioned,
    told: byBoth('mention'),
  },
  'a mention in a muted topic': {
    before: choose(1),
    send: mention,
    mentions: mentioned,
    told: byBoth('mention'),
  },
  'a mention of somebody who has left the channel': {
    before: ({ person, channel }) => leave(person, channel),
    send: mention,
    mentions: mentioned,
    told: nothing,
  },
  'a mention of somebody who leaves the channel': {
    send: mention,
    after: ({ person, channel }) => leave(person, channel),
    mentions: mentioned,
    told: nothing,
  },
  'a mention of everybody in the channel': {
    send: say('@**all** look'),
    told: byBoth('stream_wildcard_mention'),
  },
  'the same, unwanted': {
    before: set({ wildcard_mentions_notify: false }),
    send: say('@**all** look'),
    told: nothing,
  },
  'the same, unwanted there': {
    before: setHere('wildcard_mentions_notify', false),
    send: say('@**all** look'),
    told: nothing,
  },
  'the same, wanted there alone': {
    before: all(set({ wildcard_mentions_notify: false }), setHere('wildcard_mentions_notify', true)),
    send: say('@**all** look'),
    told: byBoth('stream_wildcard_mention'),
  },
  'the same in a muted channel': {
    before: setHere('is_muted', true),
    send: say('@**all** look'),
    told: nothing,
  },
  'the same in an unmuted topic of a muted channel': {
    before: all(setHere('is_muted', true), choose(2)),
    send: say('@**all** look'),
    told: byBoth('stream_wildcard_mention'),
  },
  'the same in a followed topic': {
    before: choose(3),
    send: say('@**all** look'),
    told: byBoth('stream_wildcard_mention_in_followed_topic'),
  },
  'a mention of all who take part in the topic': {
    before: ({ person, channel }) => sendToChannel(person, channel),
    send: say('@**topic** look'),
    told: byBoth('topic_wildcard_mention_in_followed_topic'),
  },
  'the same of somebody who does not follow it': {
    before: all(({ person, channel }) => sendToChannel(person, channel), choose(0)),
    send: say('@**topic** look'),
    told: byBoth('topic_wildcard_mention'),
  },
  'the same of somebody who takes no part': { send: say('@**topic** look'), told: nothing },
  'a followed topic': { before: choose(3), told: byBoth('followed_topic') },
  'a followed topic of a muted channel': {
    before: all(setHere('is_muted', true), choose(3)),
    told: byBoth('followed_topic'),
  },
  'a followed topic, mails unwanted': {
    before: all(set({ enable_followed_topic_email_notifications: false }), choose(3)),
    told: { push: 'followed_topic', mail: null },
  },
  'a channel, pushes wanted there': {
    before: setHere('push_notifications', true),
    told: { push: 'channel', mail: null },
  },
  'a channel, mails wanted there': {
    before: setHere('email_notifications', true),
    told: { push: null, mail: 'channel' },
  },
  'a channel, pushes wanted everywhere': {
    before: set({ enable_stream_push_notifications: true }),
    told: { push: 'channel', mail: null },
  },
  'a channel, pushes wanted everywhere but there': {
    before: all(set({ enable_stream_push_notifications: true }), setHere('push_notifications', false)),
    told: nothing,
  },
  'a muted topic of a channel with pushes': {
    before: all(setHere('push_notifications', true), choose(1)),
    told: nothing,
  },
  'an alert word': {
    before: ({ person }) => person.post('/users/me/alert_words', { alert_words: ['lunch'] }),
    send: say('lunch?'),
    told: nothing,
  },
}

for (const [row, [name, { before, send, after, mentions, told }]] of Object.entries(table).entries()) {
  test(`who is told: ${name}`, async () => {
    const person = await server.addPerson(`Person of row ${row}`)
    const channel = await addChannel(owner, `Channel ${person.id}`, [sam, person])
    const place = { person, channel }
    await before?.(place)
    const id = await (send ?? say('Hello'))(place)
    await after?.(place, id)
    expect(decided(person, id, mentions?.(place))).toEqual({
      push: null,
      mail: null,
      mentionedGroupId: null,
      ...told,
    })
  })
}

test('who is told: a mention of a group; where the person is mentioned by name, too, that is the reason', async () => {
  const person = await server.addPerson('Grace Group')
  const channel = await addChannel(owner, 'Groups', [sam, person])
  const { body } = await owner.post('/user_groups/create', {
    name: 'crew',
    description: '',
    members: [person.id],
  })
  const groupId = Number(body['group_id'])
  const byGroup = await sendToChannel(sam, channel, '@*crew* look')
  const groupIds = [groupId]
  expect(decided(person, byGroup, { groupIds })).toEqual({
    ...byBoth('group_mention'),
    mentionedGroupId: groupId,
  })
  const byName = await sendToChannel(sam, channel, `@*crew* @**|${person.id}** look`)
  expect(decided(person, byName, { groupIds, userIds: [person.id] })).toEqual({
    ...byBoth('mention'),
    mentionedGroupId: null,
  })
  expect(decided(owner, byGroup, { groupIds })).toMatchObject(nothing)
})

test('who is told: no bot', async () => {
  const { body } = await owner.post('/bots', { full_name: 'Robo', short_name: 'robo', bot_type: 1 })
  const bot = { id: Number(body['user_id']) }
  const { body: sent } = await sam.post('/messages', { type: 'direct', to: [bot.id], content: 'Hello' })
  const { organization } = server
  const message = messageById(organization.db, Number(sent['id']))
  if (!message) throw new Error('The message is gone')
  const decide = deciding(organization, message, { userIds: new Set(), groupIds: [] })
  expect(decide(bot.id, flagsOf(organization.db, bot.id, message.id))).toMatchObject(nothing)
})
