// Existing clients of the protocol, unchanged, on the built executable: people chat through zulip-js.
import { beforeAll, expect, test } from 'bun:test'
import { addBot, botSeenBy } from './support/bots'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { ZulipJs } from './support/zulip-js'

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
}, 240_000)

const owner = { username: 'owner@x.io', password: 'a long password' }

test('two people log in, find channels, send, read back and get each other’s messages', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const made = await confab.json([
    'user',
    'create',
    '--email',
    'mia@x.io',
    '--name',
    'Mia',
    '--role',
    'member',
  ])
  const olive = await zulip.login({ ...owner, realm })
  const mia = await zulip.login({ username: 'mia@x.io', password: String(made['password']), realm })
  expect(mia.apiKey).toMatch(/^[A-Za-z0-9]{32,}$/)

  const subscribed = await olive.call('users.me.subscriptions.add', {
    subscriptions: JSON.stringify([{ name: 'general', description: 'All of us' }]),
    principals: JSON.stringify(['owner@x.io', 'mia@x.io']),
  })
  expect(subscribed).toMatchObject({ result: 'success' })
  const { streams } = await mia.call('streams.retrieve')
  expect(streams).toEqual([expect.objectContaining({ name: 'general', description: 'All of us' })])

  const queue = await mia.call('queues.register', { event_types: ['message'] })
  expect(queue).toMatchObject({ result: 'success', last_event_id: -1 })
  const toChannel = { to: 'general', type: 'stream', topic: 'greetings', content: 'Hello **Mia**' }
  const sent = await olive.call('messages.send', toChannel)
  expect(sent).toMatchObject({ result: 'success', msg: '' })
  const direct = await mia.call('messages.send', {
    to: 'owner@x.io',
    type: 'private',
    content: 'Hello *Olive*',
  })
  expect(direct).toMatchObject({ result: 'success', msg: '' })

  const newest = { anchor: 'newest', num_before: 2, num_after: 0 }
  const { messages } = await olive.call('messages.retrieve', newest)
  expect(messages).toEqual([
    expect.objectContaining({
      id: sent['id'],
      subject: 'greetings',
      content: '<p>Hello <strong>Mia</strong></p>',
    }),
    expect.objectContaining({ id: direct['id'], type: 'private', content: '<p>Hello <em>Olive</em></p>' }),
  ])

  const { events } = await mia.call('events.retrieve', { queue_id: queue['queue_id'], last_event_id: -1 })
  const fromOlive = { id: sent['id'], sender_email: 'owner@x.io' }
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'message', message: expect.objectContaining(fromOlive) }),
  )
})

test('an event reaches a client that waits for it', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const first = await zulip.login({ ...owner, realm })
  const second = await zulip.login({ ...owner, realm })
  expect(second.apiKey).not.toBe(first.apiKey)
  const queue = await second.call('queues.register', { event_types: ['message'] })
  const waiting = second.call('events.retrieve', { queue_id: queue['queue_id'], last_event_id: -1 })
  await first.call('messages.send', { to: 'owner@x.io', type: 'private', content: 'Note to myself' })
  expect((await waiting)['events']).toEqual([
    expect.objectContaining({ message: expect.objectContaining({ content: 'Note to myself' }) }),
  ])
})

test('a wrong password is told, and nothing more', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  await confab.json(createAcme, 'a long password\n')
  const client = await zulip.login({ ...owner, password: 'a wrong password', realm })
  expect(client.apiKey).toBeUndefined()
})

test('a generic bot hears and answers; an incoming webhook bot sends; the console sees to both', async () => {
  await using confab = new Confab([executable])
  await using zulip = new ZulipJs()
  const { url: realm } = await confab.serve()
  const founded = await confab.json(createAcme, 'a long password\n')
  const olive = new Client(realm, Number(founded['user_id']), 'owner@x.io', String(founded['api_key']))
  await olive.post('/users/me/subscriptions', { subscriptions: [{ name: 'builds' }] })
  const helper = await addBot(olive, { full_name: 'Helper', short_name: 'helper' })
  const hook = await addBot(olive, { full_name: 'Hook', short_name: 'hook', bot_type: 2 })
  const inZulipJs = ({ email: username, apiKey }: Client) => zulip.login({ username, apiKey, realm })

  const bot = await inZulipJs(helper)
  expect(await bot.call('users.me.getProfile')).toMatchObject({ full_name: 'Helper', is_bot: true })
  await bot.call('users.me.subscriptions.add', { subscriptions: JSON.stringify([{ name: 'builds' }]) })
  const queue = await bot.call('queues.register', { event_types: ['message'] })
  const sender = await inZulipJs(hook)
  const report = { to: 'builds', type: 'stream', topic: 'main', content: 'All green, @**Helper**' }
  expect(await sender.call('messages.send', report)).toMatchObject({ result: 'success' })
  const { events } = await bot.call('events.retrieve', { queue_id: queue['queue_id'], last_event_id: -1 })
  expect(events).toContainEqual(
    expect.objectContaining({
      flags: ['mentioned'],
      message: expect.objectContaining({ sender_email: hook.email, sender_full_name: 'Hook' }),
    }),
  )
  const answer = { to: 'owner@x.io', type: 'private', content: 'Green.' }
  expect(await bot.call('messages.send', answer)).toMatchObject({ result: 'success' })
  expect(await sender.call('users.retrieve')).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  expect(await sender.call('queues.register')).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })

  const ofHook = (command: string, ...more: string[]) => ['user', command, '--email', hook.email, ...more]
  const { users } = await confab.json(['user', 'list'])
  expect(users).toMatchObject([
    { email: 'owner@x.io', bot_owner: null },
    { email: helper.email, bot_owner: 'owner@x.io', role: 'member' },
    { email: hook.email, bot_owner: 'owner@x.io' },
  ])
  expect((await confab.run(['user', 'list'])).out).toContain('member, bot of owner@x.io')
  expect(await confab.json(['organization', 'list'])).toMatchObject({ organizations: [{ users: 1 }] })
  expect((await confab.run(ofHook('key'))).code).toBe(7)
  expect((await confab.run(ofHook('reset-password'))).code).toBe(7)
  // A person's key is shown this once; a bot's can be read by those who administer it.
  const ofOwner = ['user', 'key', '--email', 'owner@x.io']
  expect((await confab.run(ofOwner)).out).toContain("can't be shown again")
  const shown = (await confab.run(ofHook('key', '--revoke-others'))).out
  expect(shown).toContain('those who administer it can see again')
  expect(shown).toContain(String((await botSeenBy(olive, hook))['api_key']))
  const { api_key } = await confab.json(ofHook('key', '--revoke-others'))
  expect(await sender.call('messages.send', report)).toMatchObject({ code: 'UNAUTHORIZED' })
  hook.apiKey = String(api_key)
  expect(await (await inZulipJs(hook)).call('messages.send', report)).toMatchObject({ result: 'success' })
  await confab.json(ofHook('deactivate'))
  expect((await hook.post('/messages', report)).body['code']).toBe('USER_DEACTIVATED')
  await confab.json(ofHook('reactivate'))
  expect(await botSeenBy(olive, hook)).toMatchObject({ is_active: true })
})
