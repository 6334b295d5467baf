// Outgoing webhook bots: their programs are called when people write to them, told of the message, and heard.
import { afterAll, describe, expect, test } from 'bun:test'
import { addressedBots } from '../src/bots/addressing'
import { jobList } from '../src/jobs/repository'
import { defaultRules } from '../src/organization/rules'
import { addBot } from './support/bots'
import { addWebhookBot, botProgram, tokenOf, toldIn } from './support/bot-programs'
import { messageOf, messagesIn, sendTo } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { item } from './support/law/rules'
import { sendDirectly } from './support/messages'
import { scenario } from './support/scenario'
import { startOfTests } from './support/server'

const rules = { ...defaultRules, allowsPrivateAddresses: true, publicUrl: 'https://chat.example.com' }
const { server, owner, ann, bob, gus } = await scenario(
  { ann: 'member', bob: 'member', gus: 'guest' },
  { rules },
)
const general = await addChannel(owner, 'general', [owner, ann, bob])

const answers = new Map<string, () => Response>()
const program = botProgram((_told, { path }) => answers.get(path)?.() ?? Response.json({}))
afterAll(() => program.stop())
const bot = await addWebhookBot(ann, `${program.url}/weather`, {
  full_name: 'Weather',
  short_name: 'weather',
})
const token = await tokenOf(ann, bot)

/** The calls that an action leads to. */
async function callsOf(action: () => Promise<unknown>) {
  const before = program.calls.length
  await action()
  await server.server.settled()
  return program.calls.slice(before)
}

/** What a program's answer makes the bot say to a direct message: the last of their conversation, if it is the bot's. */
async function saidTo(answer: () => Response, path = '/weather', who = bot): Promise<unknown> {
  answers.set(path, answer)
  const id = await sendDirectly(bob, [who], 'Well?')
  await server.server.settled()
  answers.delete(path)
  const [last] = (await conversationOf(bob, who)).slice(-1)
  return last?.['id'] === id ? undefined : last?.['content']
}

const conversationOf = (one: Client, other: Client) =>
  messagesIn(one, [{ operator: 'dm', operand: [other.id] }], { apply_markdown: false })
const topic = (name: string) => [
  { operator: 'channel', operand: general.id },
  { operator: 'topic', operand: name },
]
const text =
  (body: string, status = 200) =>
  () =>
    new Response(body, { status })
const json = (body: unknown) => () => Response.json(body)

describe('what is told (contract 4.18)', () => {
  test('of a mention in a channel, field by field', async () => {
    let id = 0
    const content = 'Say @**Weather**, will it *rain*? #5'
    await owner.post('/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://example.com/{id}',
    })
    const [call, ...others] = await callsOf(() =>
      holdsLaw([ann, bob], async () => {
        id = await sendTo(bob, general.id, 'weather #7', content)
      }),
    )
    expect(others).toEqual([])
    if (!call) throw new Error('The program was not called')
    expect(call).toMatchObject({ method: 'POST', path: '/weather' })
    expect(call.headers.get('content-type')).toBe('application/json')
    expect(call.headers.get('user-agent')).toMatch(/^Confab\/\d/)
    expect(call.headers.get('authorization')).toBeNull()
    const seen = await messageOf(bot, id)
    expect(toldIn(call)).toEqual({
      bot_email: 'weather-bot@root.confab.invalid',
      bot_full_name: 'Weather',
      data: content,
      trigger: 'mention',
      token,
      message: {
        id,
        type: 'stream',
        sender_id: bob.id,
        sender_email: bob.email,
        sender_full_name: 'Bob',
        sender_realm_str: '',
        avatar_url: expect.stringMatching(/^\/user_avatars\/1\/drawn\//),
        display_recipient: 'general',
        stream_id: general.id,
        recipient_id: seen['recipient_id'],
        subject: 'weather #7',
        topic_links: [{ text: '#7', url: 'https://example.com/7' }],
        content,
        content_type: 'text/x-markdown',
        rendered_content: `<p>Say <span class="user-mention" data-user-id="${bot.id}">@Weather</span>, will it <em>rain</em>? <a href="https://example.com/5">#5</a></p>`,
        is_me_message: false,
        timestamp: startOfTests / 1000,
        client: seen['client'],
        reactions: [],
        submessages: [],
      },
    })
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
  })

  test('of a direct message, with all who are in it; and of a group', async () => {
    const people = (each: Client, fullName: string) => ({
      id: each.id,
      email: each.email,
      full_name: fullName,
      is_mirror_dummy: false,
    })
    const [direct] = await callsOf(() => sendDirectly(bob, [bot], '/me waves'))
    const [group] = await callsOf(() => sendDirectly(gus, [bot, ann], 'All of **you**'))
    if (!direct || !group) throw new Error('The program was not called')
    expect(toldIn(direct)).toMatchObject({
      data: '/me waves',
      trigger: 'direct_message',
      message: {
        type: 'private',
        subject: '',
        topic_links: [],
        is_me_message: true,
        display_recipient: [people(bob, 'Bob'), people(bot, 'Weather')],
      },
    })
    expect(item(toldIn(direct)['message'])).not.toContainKey('stream_id')
    expect(toldIn(group)).toMatchObject({
      trigger: 'direct_message',
      message: {
        rendered_content: '<p>All of <strong>you</strong></p>',
        display_recipient: [people(ann, 'Ann'), people(gus, 'Gus'), people(bot, 'Weather')],
      },
    })
  })

  test('of the empty topic by its name, which those who know nothing of it read', async () => {
    const [call] = await callsOf(() => sendTo(bob, general.id, '', 'Where? @**Weather**'))
    expect(item(toldIn(call ?? never())['message'])['subject']).toBe('general chat')
  })

  test('in the format of Slack: a form, with its names and prefixes', async () => {
    const slack = await addWebhookBot(ann, `${program.url}/slack`, {
      full_name: 'Slacker',
      interface_type: 2,
    })
    const slackToken = await tokenOf(ann, slack)
    const common = {
      token: slackToken,
      team_id: 'T1',
      team_domain: 'chat.example.com',
      thread_ts: String(startOfTests / 1000),
      timestamp: String(startOfTests / 1000),
      user_id: `U${bob.id}`,
      user_name: 'Bob',
      service_id: String(slack.id),
    }
    const [mention] = await callsOf(() => sendTo(bob, general.id, 'slack', '@**Slacker** 1 & 2 = é'))
    expect(mention?.headers.get('content-type')).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(mention?.body))).toEqual({
      ...common,
      channel_id: `C${general.id}`,
      channel_name: 'general',
      text: '@**Slacker** 1 & 2 = é',
      trigger_word: 'mention',
    })
    const [direct] = await callsOf(() => sendDirectly(bob, [slack], 'Hello'))
    const [{ recipient_id: conversationId } = never()] = await conversationOf(bob, slack)
    expect(Object.fromEntries(new URLSearchParams(direct?.body))).toEqual({
      ...common,
      channel_id: `D${String(conversationId)}`,
      channel_name: 'directmessage',
      text: 'Hello',
      trigger_word: 'direct_message',
    })
    const answered = (body: unknown) => saidTo(json(body), '/slack', slack)
    expect(await answered({ text: 'From *Slack*' })).toBe('From *Slack*')
    expect(await answered({ content: 'Not by its names' })).toBeUndefined()
    expect(await answered({ text: '' })).toBeUndefined()
  })

  test('by a sample that everybody can ask for, made as all of it is', async () => {
    const sample = await bob.post('/chat-outgoing-webhook')
    const [call] = await callsOf(() => sendTo(bob, general.id, 'weather', 'Hello @**Weather**'))
    const { result, msg, ...payload } = sample.body
    expect([result, msg]).toEqual(['success', ''])
    const real = toldIn(call ?? never())
    expect(Object.keys(payload)).toEqual(Object.keys(real))
    expect(Object.keys(item(payload['message']))).toEqual(Object.keys(item(real['message'])))
    expect(payload).toMatchObject({
      trigger: 'mention',
      data: item(payload['message'])['content'],
      message: {
        sender_id: bob.id,
        type: 'stream',
        display_recipient: 'general',
        rendered_content: expect.stringContaining('class="user-mention"'),
      },
    })
    const ignored = await bob.post('/chat-outgoing-webhook', { token })
    expect(ignored.body).toMatchObject({ result: 'success', ignored_parameters_unsupported: ['token'] })
    expect(JSON.stringify([sample.body, ignored.body['token']])).not.toContain(token)
    // Who sees no channel.
    const { body } = await gus.post('/chat-outgoing-webhook')
    expect(body).toMatchObject({ message: { sender_id: gus.id, display_recipient: 'general', stream_id: 1 } })
  })
})

describe('who is called, and for what', () => {
  const none = async (action: () => Promise<unknown>) => expect(await callsOf(action)).toEqual([])

  test('nobody for what does not name the bot itself', async () => {
    await none(() => sendTo(bob, general.id, 'talk', 'Hello all'))
    await none(() => sendTo(bob, general.id, 'talk', '@_**Weather** `@**Weather**` @**all** @**topic**'))
    const group = await owner.post('/user_groups/create', {
      name: 'machines',
      description: '',
      members: [bot.id, ann.id],
    })
    expect(group.body).toMatchObject({ result: 'success' })
    await none(() => sendTo(bob, general.id, 'talk', '@*machines*'))
    await none(() => sendDirectly(bob, [ann], 'About @**Weather**'))
  })

  test('nobody when it is named by an edit later', async () => {
    const id = await sendTo(bob, general.id, 'talk', 'Hello')
    await none(() => bob.patch(`/messages/${id}`, { content: 'Hello @**Weather**' }))
  })

  test('the bot once, however often it is named', async () => {
    const calls = await callsOf(() => sendTo(bob, general.id, 'talk', '@**Weather** @**Weather** @**all**'))
    expect(calls).toHaveLength(1)
  })

  test('no bot for what a bot has written, so that none go on answering each other', async () => {
    const other = await addBot(bob)
    await none(() => sendDirectly(other, [bot], 'Hello'))
    await none(() => sendTo(bot, general.id, 'talk', 'I am @**Weather**'))
    const echo = await addWebhookBot(ann, `${program.url}/echo`, { full_name: 'Echo' })
    answers.set('/weather', json({ content: 'What says @**Echo**?' }))
    answers.set('/echo', json({ content: 'What says @**Weather**?' }))
    const calls = await callsOf(() => sendDirectly(bob, [bot, echo], 'Both of you'))
    expect(calls.map(({ path }) => path).sort()).toEqual(['/echo', '/weather'])
    answers.clear()
  })

  test('not a bot that may not read the channel; one in it, though it is private', async () => {
    const closed = await addChannel(owner, 'closed', [owner, bob], { invite_only: true })
    await none(() => sendTo(bob, closed.id, 'talk', '@**Weather**'))
    const message = {
      id: 1,
      senderId: bob.id,
      channelId: closed.id,
      recipientIds: [],
      mentionedUserIds: [bot.id],
    }
    expect(addressedBots(server.organization, message, new Set([bot.id]))).toEqual([])
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: 'closed' }],
      principals: [bot.id],
    })
    expect(await callsOf(() => sendTo(bob, closed.id, 'talk', '@**Weather**'))).toHaveLength(1)
  })

  test('not one that is deactivated, nor one whose owner is', async () => {
    const gone = await addWebhookBot(bob, `${program.url}/gone`, { full_name: 'Gone' })
    await bob.delete(`/bots/${gone.id}`)
    await none(() => sendTo(ann, general.id, 'talk', '@**Gone**'))
    const leaver = await server.addPerson('Leaver')
    await addWebhookBot(leaver, `${program.url}/gone`, { full_name: 'Orphan' })
    await owner.delete(`/users/${leaver.id}`)
    await none(() => sendTo(ann, general.id, 'talk', '@**Orphan**'))
  })

  test('bots of other types never', async () => {
    const generic = await addBot(ann, { full_name: 'Generic' })
    await none(() => sendDirectly(ann, [generic], 'Hello'))
    expect(jobList(server.organization.db, 10).filter(({ kind }) => kind === 'call-webhook')).toEqual([])
  })
})

describe('what is answered', () => {
  test('is posted by the bot where it was asked: everybody there gets it as new', async () => {
    answers.set('/weather', json({ content: 'It **will**' }))
    const id = await sendTo(bob, general.id, 'rain', '@**Weather** rain?')
    await holdsLaw([ann, bob], () => server.server.settled())
    const [question, answer, ...others] = await messagesIn(ann, topic('rain'))
    expect(question?.['id']).toBe(id)
    expect(answer).toMatchObject({
      sender_id: bot.id,
      content: '<p>It <strong>will</strong></p>',
      subject: 'rain',
      flags: [],
    })
    expect(others).toEqual([])
    const group = await sendDirectly(gus, [bot, ann], 'And here?')
    await server.server.settled()
    answers.clear()
    const conversation = await messagesIn(gus, [{ operator: 'dm', operand: [ann.id, bot.id] }])
    expect(conversation.slice(-2)).toMatchObject([
      { id: group, sender_id: gus.id },
      { sender_id: bot.id, content: '<p>It <strong>will</strong></p>' },
    ])
  })

  test('as text of any shape that programs have', async () => {
    expect(await saidTo(json({ content: '  Spaces \n' }))).toBe('  Spaces')
    expect(await saidTo(json({ content: 42 }))).toBe('42')
    expect(await saidTo(json({ response_string: 'As it was called once' }))).toBe('As it was called once')
    expect(await saidTo(json({ content: 'a\0b\ud800c' }))).toBe('ab\ufffdc')
    expect(await saidTo(() => new Response('{"content": "created"}', { status: 201 }))).toBe('created')
    const tooLong = await saidTo(json({ content: '🌧'.repeat(10_001) }))
    expect(tooLong).toBe(`${'🌧'.repeat(9980)}\n[message truncated]`)
  })

  test('or nothing at all', async () => {
    const bodies: unknown[] = [
      '',
      null,
      {},
      { response_not_required: true },
      { response_not_required: true, content: 'Ignored' },
      { content: '' },
      { content: ' \n\u200b' },
      { content: null },
    ]
    for (const body of bodies) expect(await saidTo(json(body))).toBeUndefined()
    for (const body of ['', ' \n']) expect(await saidTo(text(body))).toBeUndefined()
    expect(await saidTo(() => new Response(null, { status: 204 }))).toBeUndefined()
    expect(jobList(server.organization.db, 10).filter(({ kind }) => kind === 'call-webhook')).toEqual([])
  })

  test('a poll, if it begins like one', async () => {
    answers.set('/weather', json({ content: '/poll Umbrella?\nyes\nno' }))
    await callsOf(() => sendDirectly(bob, [bot], 'Ask'))
    answers.clear()
    const [last] = (await conversationOf(bob, bot)).slice(-1)
    expect(last?.['submessages']).toMatchObject([{ msg_type: 'widget', sender_id: bot.id }])
  })
})

function never(): never {
  throw new Error('Nobody was called')
}
