// Embedded bots: the server itself answers what is said to them, once, in the conversation where it was said.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { addBot, botSeenBy } from './support/bots'
import { addChannel } from './support/channels'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { holdsLaw, register } from './support/law'
import { item, items, type Item } from './support/law/rules'
import { areRefused, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'
import { password } from './support/server'

// One test runs the server as a process.
setDefaultTimeout(240_000)

const { server, owner, ann, bob, guest } = await scenario({ ann: 'member', bob: 'member', guest: 'guest' })
const general = await addChannel(owner, 'general', [owner, ann, bob, guest])

const make = (service: string, parameters = {}): Promise<Client> =>
  addBot(ann, { bot_type: 4, service_name: service, full_name: `The ${service}`, ...parameters })

/** What the bot answers to somebody who writes to it directly. */
async function told(bot: Client, who: Client, content: string): Promise<unknown> {
  await who.post('/messages', { type: 'direct', to: [bot.id], content })
  await server.server.settled()
  return (await latest(who, [['dm', [bot.id]]]))[0]?.['content']
}

/** The newest messages of a narrow, newest first, in Markdown. */
async function latest(who: Client, narrow: unknown[]): Promise<Item[]> {
  const { body } = await who.get('/messages', {
    narrow,
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    apply_markdown: false,
  })
  return items(body['messages']).reverse()
}

test('register lists what they can be; one is made by a member, with what it is configured with', async () => {
  const state = await register(ann, { fetch_event_types: ['realm_embedded_bots'] })
  expect(state['realm_embedded_bots']).toEqual([
    { name: 'helloworld', config: {} },
    { name: 'incrementor', config: {} },
    { name: 'followup', config: { channel: 'follow-ups' } },
    { name: 'notes', config: {} },
  ])
  let bot: Client | undefined
  await holdsLaw([owner, ann, bob], async () => {
    bot = await make('followup', { config_data: { channel: 'general' } })
  })
  if (!bot) throw new Error('There is no bot')
  const services = [{ service_name: 'followup', config_data: { channel: 'general' } }]
  expect(await botSeenBy(ann, bot)).toMatchObject({ bot_type: 4, services })
  const changed = bot
  await holdsLaw([owner, ann, bob], () => ann.patch(`/bots/${changed.id}`, { config_data: { channel: 'x' } }))
  expect(await botSeenBy(ann, bot)).toMatchObject({
    services: [{ service_name: 'followup', config_data: { channel: 'x' } }],
  })
})

test('what is no service, or not configured so, is refused, and nothing is made', async () => {
  const given = { full_name: 'Odd', short_name: 'odd', bot_type: 4 }
  const refused = (parameters: object, answer: { code: string }): Refusal => ({
    who: ann,
    method: 'post',
    path: '/bots',
    parameters: { ...given, ...parameters },
    answer,
  })
  const bot = await make('followup')
  await areRefused(ann, [
    refused({}, missing('service_name')),
    refused({ service_name: ' ' }, missing('service_name')),
    refused({ service_name: 'constructor' }, invalid('service_name')),
    refused({ service_name: 'notes', config_data: { channel: 'x' } }, invalid('config_data')),
    refused({ service_name: 'followup', config_data: { toString: 'x' } }, invalid('config_data')),
    {
      who: ann,
      method: 'patch',
      path: `/bots/${bot.id}`,
      parameters: { config_data: { topic: 'x' } },
      answer: invalid('config_data'),
    },
  ])
})

test('it answers who writes to it directly, and who mentions it in a channel, but no bot', async () => {
  const bot = await make('helloworld')
  expect(await told(bot, bob, 'Hi')).toBe(
    `Hello, @_**Bob|${bob.id}**! You have written to me directly; in a channel, mention me.`,
  )
  const say = (who: Client, content: string) =>
    who.post('/messages', { type: 'channel', to: 'general', topic: 'bots', content })
  await holdsLaw([ann, bob, guest], async () => {
    await say(guest, `@**The helloworld|${bot.id}** hi`)
    await server.server.settled()
  })
  const [answer, question] = await latest(ann, [
    ['channel', general.id],
    ['topic', 'bots'],
  ])
  expect(question).toMatchObject({ sender_id: guest.id })
  expect(answer).toMatchObject({
    sender_id: bot.id,
    subject: 'bots',
    content: `Hello, @_**Guest|${guest.id}**! You have mentioned me; you can write to me directly, too.`,
  })
  const other = await addBot(ann)
  await ann.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [other.id] })
  await say(other, `@**The helloworld** hi`)
  await say(bob, 'hi all')
  await server.server.settled()
  const [last] = await latest(ann, [
    ['channel', general.id],
    ['topic', 'bots'],
  ])
  expect(last).toMatchObject({ sender_id: bob.id })
})

test('a deactivated one is silent', async () => {
  const bot = await make('helloworld')
  await ann.delete(`/bots/${bot.id}`)
  const sent = await bob.post('/messages', { type: 'direct', to: [bot.id], content: 'still there?' })
  await server.server.settled()
  expect(sent.body['result']).toBe('error')
})

test('incrementor counts, and the count is in its storage', async () => {
  const bot = await make('incrementor')
  expect(await told(bot, ann, 'more')).toBe('1')
  expect(await told(bot, bob, 'more')).toBe('2')
  expect((await bot.get('/bot_storage')).body).toMatchObject({ storage: { number: '2' } })
  await bot.put('/bot_storage', { storage: { number: '41' } })
  expect(await told(bot, ann, 'more')).toBe('42')
})

test('notes are kept by name, for everybody who asks', async () => {
  const bot = await make('notes')
  expect(await told(bot, ann, 'list')).toContain('I keep nothing yet.')
  expect(await told(bot, ann, 'set door 1234 `x` @**all**\nand more')).toBe('I keep `door`.')
  expect(await told(bot, bob, 'GET door')).toBe('`door`:\n```quote\n1234 `x` @**all**\nand more\n```')
  expect(await told(bot, bob, 'list')).toBe('I keep `door`.')
  expect(await told(bot, bob, 'delete door')).toBe('I have forgotten `door`.')
  expect(await told(bot, bob, 'get door')).toBe('I keep nothing named `door`.')
  const help = expect.stringContaining('I keep short texts by name')
  for (const text of ['', 'set', 'set door', 'set d/o x', `set ${'x'.repeat(51)} y`, 'get', 'what?', '🙂']) {
    if (text !== '') expect(await told(bot, bob, text)).toEqual(help)
  }
})

test('followup puts what it is told into its channel, as a quote that mentions nobody', async () => {
  await addChannel(ann, 'todo', [ann, bob])
  const bot = await make('followup', { config_data: { channel: 'todo' } })
  expect(await told(bot, bob, 'Call @**all** `back`')).toBe('I have put that into #**todo>Bob**.')
  const [put] = await latest(ann, [['channel', 'todo']])
  expect(put).toMatchObject({
    sender_id: bot.id,
    subject: 'Bob',
    content: `@_**Bob|${bob.id}** said:\n\`\`\`quote\nCall @**all** \`back\`\n\`\`\``,
  })
  const flags = items(
    (await ann.get('/messages', { anchor: 'newest', num_before: 0, num_after: 0 })).body['messages'],
  )
  expect(flags.flatMap((each) => each['flags'])).not.toContain('stream_wildcard_mentioned')
})

test('where it may not write it says so', async () => {
  const bot = await make('followup', { config_data: { channel: 'no such `channel`' } })
  expect(await told(bot, bob, 'later')).toStartWith("I can't put that into the channel `no such channel`: ")
  await addChannel(owner, 'secret', [owner], { invite_only: true })
  await ann.patch(`/bots/${bot.id}`, { config_data: { channel: 'secret' } })
  expect(await told(bot, bob, 'later')).toStartWith("I can't put that into the channel `secret`: ")
  expect(await told(bot, bob, `@**The followup|${bot.id}**`)).toBe(
    'Tell me what to follow up: I put it into #**secret**.',
  )
})

test('killed before it has answered, it answers after the next start, once', async () => {
  await using confab = new Confab()
  const { user_id, api_key } = await confab.json(createAcme, `${password}\n`)
  const client = () => new Client(process.url, Number(user_id), 'owner@x.io', String(api_key))
  let process = await confab.serve(['--json', '--rate-limits', 'off'])
  const bot = await addBot(client(), { bot_type: 4, service_name: 'incrementor' })
  for (let round = 1; round <= 2; round++) {
    await client().post('/messages', { type: 'direct', to: [bot.id], content: 'more' })
    process.kill('SIGKILL')
    await process.exited
    process = await confab.serve(['--json', '--rate-limits', 'off'])
  }
  const answers = async () => {
    const { body } = await client().get('/messages', {
      narrow: [['sender', bot.id]],
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
    })
    return items(body['messages']).map((each) => item(each)['content'])
  }
  while ((await answers()).length < 2) await Promise.resolve()
  expect(await answers()).toEqual(['1', '2'])
})
