// Bots: made by people, of four types, with keys that their owners and administrators can see, and limits of their own.
import { describe, expect, test } from 'bun:test'
import { insertBot } from '../src/bots/repository'
import { systemGroupId } from '../src/user-groups/repository'
import { roles } from '../src/users/rank'
import { insertUser } from '../src/users/repository'
import { addBot, botSeenBy } from './support/bots'
import { addChannel } from './support/channels'
import { anonymous, type Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { find, items } from './support/law/rules'
import { sendDirectly } from './support/messages'
import { plain, png, red } from './support/pictures'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, admin, ann, bob, guest } = await scenario({
  admin: 'administrator',
  ann: 'member',
  bob: 'member',
  guest: 'guest',
})
const general = await addChannel(owner, 'general', [owner, admin, ann, bob, guest])
const everyone = [owner, admin, ann, bob, guest]

const send = (who: Client, content = 'beep') =>
  who.post('/messages', { type: 'channel', to: general.name, topic: 'talk', content })

const realmBots = async (who: Client) => items((await register(who))['realm_bots'])
const onlyForPeople = badRequest('This endpoint does not accept bot requests.')
const onlySends = badRequest(
  'This endpoint is not available to incoming webhook bots: they can only send messages.',
)
const notAllowed = badRequest('Insufficient permission')

describe('a bot is made', () => {
  test('by a member, and everybody is told; its key is for the member and administrators', async () => {
    const made = await holdsLaw(everyone, () =>
      ann.post('/bots', { full_name: 'Weather Bot', short_name: 'Weather' }),
    )
    expect(made.body).toEqual({
      result: 'success',
      msg: '',
      user_id: expect.any(Number),
      email: 'Weather-bot@root.confab.invalid',
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringMatching(/^\/user_avatars\/1\/drawn\/\d+\.png$/),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    const { user_id, email, api_key, avatar_url } = made.body
    const { user } = (await guest.get(`/users/${String(user_id)}`)).body
    expect(user).toMatchObject({ email, delivery_email: email, full_name: 'Weather Bot', role: 400 })
    expect(user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: ann.id, is_active: true })
    const bot = {
      user_id,
      email,
      api_key,
      avatar_url,
      full_name: 'Weather Bot',
      bot_type: 1,
      is_active: true,
      owner_id: ann.id,
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: [],
    }
    for (const viewer of [ann, admin, owner]) {
      expect(find(await realmBots(viewer), 'user_id', user_id)).toEqual(bot)
      const { bots } = (await viewer.get('/bots')).body
      expect(items(bots)).toContainEqual({ username: email, ...bot, service_name: '', config_data: {} })
    }
    for (const viewer of [bob, guest]) {
      expect(await realmBots(viewer)).toEqual([])
      expect((await viewer.get('/bots')).body['bots']).toEqual([])
    }
  })

  test('as an outgoing webhook, with an address and a token of its own', async () => {
    const bot = await holdsLaw([admin, ann, guest], () =>
      addBot(ann, { bot_type: 3, payload_url: '"https://hooks.example.com/x?y=1"', interface_type: 2 }),
    )
    const { services } = await botSeenBy(ann, bot)
    const [service] = items(services)
    expect(service).toEqual({
      base_url: 'https://hooks.example.com/x?y=1',
      interface: 2,
      token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
    })
    await holdsLaw([admin, ann, guest], () => ann.post(`/bots/${bot.id}/api_key/regenerate`))
    expect((await botSeenBy(ann, bot))['services']).toEqual(services)
    const other = await addBot(ann, { bot_type: 3 })
    expect((await botSeenBy(ann, other))['services']).not.toEqual(services)
  })

  test('with defaults and a configuration', async () => {
    const bot = await holdsLaw([admin, ann, guest], () =>
      addBot(ann, {
        default_sending_stream: 'General',
        default_events_register_stream: 'general',
        default_all_public_streams: true,
        config_data: { key: 'secret' },
      }),
    )
    expect(await botSeenBy(admin, bot)).toMatchObject({
      default_sending_stream: 'general',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
    })
    expect((await ann.patch(`/bots/${bot.id}`)).body['config_data']).toEqual({ key: 'secret' })
  })

  test('only with a name, an address and a configuration that can be', async () => {
    await addChannel(owner, 'secret', [owner, ann], { invite_only: true })
    await ann.post('/bots', { full_name: 'Taken', short_name: 'taken' })
    const given = { full_name: 'Some bot', short_name: 'some' }
    const refused = (parameters: object, answer: Refusal['answer'], who = ann): Refusal => ({
      who,
      method: 'post',
      path: '/bots',
      parameters: { ...parameters },
      answer,
    })
    const bad = (parameters: object, name: string) => refused({ ...given, ...parameters }, invalid(name))
    const outgoing = { ...given, bot_type: 3 }
    const cases = [
      refused({}, missing('full_name')),
      refused({ full_name: 'Some bot' }, missing('short_name')),
      bad({ full_name: ' ' }, 'full_name'),
      bad({ full_name: 'x'.repeat(101) }, 'full_name'),
      bad({ full_name: 'all' }, 'full_name'),
      ...['', ' ', 'a b', '.a', 'a.', 'a..b', 'a@b', 'ä', '<x>', 'x'.repeat(61), 'a\n'.repeat(3)].map(
        (short_name) => bad({ short_name }, 'short_name'),
      ),
      refused(
        { ...given, short_name: 'TAKEN' },
        badRequest("Username already in use: 'TAKEN-bot@root.confab.invalid'"),
      ),
      ...[0, 5, 'generic', -1, 1.5, [1]].map((bot_type) => bad({ bot_type }, 'bot_type')),
      refused(outgoing, missing('payload_url')),
      ...[
        '',
        'x',
        'ftp://x.io',
        'javascript:alert(1)',
        'https://',
        'http://u:p@x.io',
        `https://x.io/${'x'.repeat(2000)}`,
      ].map((payload_url) => bad({ bot_type: 3, payload_url }, 'payload_url')),
      bad({ bot_type: 3, payload_url: 'https://x.io', interface_type: 3 }, 'interface_type'),
      bad({ service_name: 'x'.repeat(101) }, 'service_name'),
      ...['x', [1], { a: 1 }, { 'a\nb': {} }, { '': 'x' }, { a: 'x'.repeat(5001) }].map((config_data) =>
        bad({ config_data }, 'config_data'),
      ),
      bad({ config_data: { ['x'.repeat(6000)]: 'x'.repeat(5000) } }, 'config_data'),
      refused(
        { ...given, default_sending_stream: 'nowhere' },
        { code: 'STREAM_DOES_NOT_EXIST', stream: 'nowhere' },
      ),
      bad({ default_sending_stream: 'secret' }, 'default_sending_stream'),
      bad({ default_events_register_stream: 'secret' }, 'default_events_register_stream'),
      bad({ default_all_public_streams: 'maybe' }, 'default_all_public_streams'),
      refused(given, notAllowed, guest),
    ]
    await areRefused(owner, cases)
    expect((await anonymous(server.url, '/bots', { method: 'POST' })).body['code']).toBe('UNAUTHORIZED')
  })

  test('with a name of its own where the organization asks for that', async () => {
    await owner.patch('/realm', { require_unique_names: true })
    const parameters = { full_name: 'ANN', short_name: 'annbot' }
    const answer = badRequest('Unique names required in this organization.')
    await areRefused(ann, [{ who: ann, method: 'post', path: '/bots', parameters, answer }])
    await owner.patch('/realm', { require_unique_names: false })
    expect((await ann.post('/bots', parameters)).body['result']).toBe('success')
  })

  test('by those whom the organization lets, of the types that it lets', async () => {
    const group = (name: 'role:nobody' | 'role:administrators' | 'role:members') =>
      systemGroupId(server.organization, name)
    const make = async (who: Client, bot_type: number) => {
      const parameters = { full_name: 'A bot', short_name: `some${++count}`, bot_type }
      return (await who.post('/bots', { ...parameters, payload_url: 'https://x.io' })).body['result']
    }
    let count = 0
    const madeBy = async (who: Client) => [await make(who, 1), await make(who, 2), await make(who, 3)]
    await owner.patch('/realm', { can_create_bots_group: { new: group('role:administrators') } })
    expect(await madeBy(ann)).toEqual(['error', 'success', 'error'])
    expect(await madeBy(admin)).toEqual(['success', 'success', 'success'])
    await owner.patch('/realm', { can_create_write_only_bots_group: { new: group('role:nobody') } })
    expect(await madeBy(ann)).toEqual(['error', 'error', 'error'])
    expect(await madeBy(admin)).toEqual(['success', 'success', 'success'])
    await owner.patch('/realm', { can_create_bots_group: { new: group('role:members') } })
    await owner.patch('/realm', { can_create_write_only_bots_group: { new: group('role:members') } })
    expect(await madeBy(ann)).toEqual(['success', 'success', 'success'])
  })
})

describe('what bots may call', () => {
  test('a generic and an outgoing webhook bot send, read, subscribe and hear as people do', async () => {
    for (const bot_type of [1, 3]) {
      const bot = await addBot(ann, { bot_type })
      await bot.post('/users/me/subscriptions', { subscriptions: [{ name: general.name }] })
      const sent = await holdsLaw([ann, bot], () => send(bot, `by ${bot_type}`))
      expect(sent.status).toBe(200)
      const heard = await holdsLaw([bot, ann], () => send(ann, `to ${bot_type}`))
      expect((await bot.get(`/messages/${String(heard.body['id'])}`)).status).toBe(200)
      expect((await bot.get('/users/me')).body).toMatchObject({ user_id: bot.id, is_bot: true })
    }
  })

  test('what it sends is read by it only where it says so', async () => {
    const bot = await addBot(ann)
    await bot.post('/users/me/subscriptions', { subscriptions: [{ name: general.name }] })
    const flagsOf = async (id: unknown) => {
      const { message } = (await bot.get(`/messages/${String(id)}`)).body
      return message
    }
    const parameters = { type: 'channel', to: general.name, topic: 'talk', content: 'x' }
    const unread = (await bot.post('/messages', parameters)).body['id']
    const read = (await bot.post('/messages', { ...parameters, read_by_sender: true })).body['id']
    expect(await flagsOf(unread)).toMatchObject({ flags: [], sender_id: bot.id, sender_email: bot.email })
    expect(await flagsOf(read)).toMatchObject({ flags: ['read'] })
  })

  test('people may write to it, and mute it', async () => {
    const bot = await addBot(ann)
    await holdsLaw([bob, bot], () => bob.post(`/users/me/muted_users/${bot.id}`))
    const id = await holdsLaw([bob, bot, ann], () => sendDirectly(bot, [bob], 'beep'))
    const { message } = (await bob.get(`/messages/${id}`)).body
    expect(message).toMatchObject({ flags: ['read'] })
    expect(await sendDirectly(bob, [bot], 'boop')).toBeGreaterThan(id)
  })

  test('an incoming webhook bot sends, and does nothing else', async () => {
    const bot = await addBot(ann, { bot_type: 2 })
    expect((await holdsLaw([ann, bob], () => send(bot))).status).toBe(200)
    const id = await holdsLaw([ann, bob], () => sendDirectly(bot, [ann], 'beep'))
    const calls: readonly (readonly [Refusal['method'], string])[] = [
      ['get', '/users'],
      ['get', '/users/me'],
      ['get', '/messages'],
      ['get', `/messages/${id}`],
      ['patch', `/messages/${id}`],
      ['delete', `/messages/${id}`],
      ['post', '/messages/flags'],
      ['post', '/messages/render'],
      ['post', `/messages/${id}/reactions`],
      ['post', '/register'],
      ['get', '/events'],
      ['get', '/streams'],
      ['post', '/users/me/subscriptions'],
      ['post', '/scheduled_messages'],
      ['post', '/typing'],
      ['patch', '/realm'],
    ]
    await areRefused(
      ann,
      calls.map(([method, path]) => ({ who: bot, method, path, answer: onlySends })),
    )
  })

  test('is said in the reference', async () => {
    const document: { paths: Record<string, Record<string, { description?: string }>> } = JSON.parse(
      await (await fetch(`${server.url}/api/docs/json`)).text(),
    )
    const { paths } = document
    expect(paths['/api/v1/messages']?.['post']?.description).toContain('Incoming webhook bots')
    expect(paths['/api/v1/drafts']?.['get']?.description).toContain('not for bots')
    expect(paths['/api/v1/messages']?.['get']?.description).not.toMatch(/bots/i)
  })

  test('what only people do is refused to every bot, even with the owner role', async () => {
    const bot = await addBot(owner)
    expect((await owner.patch(`/bots/${bot.id}`, { role: roles.owner })).status).toBe(200)
    const other = await addBot(ann)
    const calls: readonly (readonly [Refusal['method'], string])[] = [
      ['get', '/bots'],
      ['post', '/bots'],
      ['patch', `/bots/${other.id}`],
      ['delete', `/bots/${other.id}`],
      ['post', `/bots/${other.id}/api_key/regenerate`],
      ['post', '/users/me/api_key/regenerate'],
      ['patch', '/settings'],
      ['delete', '/users/me'],
      ['get', '/users/me/sessions'],
      ['delete', '/users/me/sessions/1'],
      ['post', `/users/${ann.id}/password_reset`],
      ['post', '/realm/deactivate'],
      ['get', '/invites'],
      ['post', '/invites'],
      ['post', '/users/me/presence'],
      ['patch', '/users/me/profile_data'],
      ['get', '/drafts'],
      ['get', '/user_groups'],
    ]
    await areRefused(
      owner,
      calls.map(([method, path]) => ({ who: bot, method, path, answer: onlyForPeople })),
    )
    expect((await register(bot))['realm_bots']).toEqual([])
    await ann.delete(`/bots/${other.id}`)
    const reactivate = { who: bot, method: 'post', path: `/users/${other.id}/reactivate` } as const
    await areRefused(owner, [{ ...reactivate, answer: notAllowed }])
    for (const password of [bot.apiKey, '']) {
      const body = new URLSearchParams({ username: bot.email, password })
      const reply = await anonymous(server.url, '/fetch_api_key', { method: 'POST', body })
      expect(reply.body['code']).toBe('AUTHENTICATION_FAILED')
    }
    await owner.delete(`/bots/${bot.id}`)
  })
})

test('no bot outlives the account of its owner, even one that is being made', async () => {
  const dan = await server.addPerson('Dan')
  const making = dan.upload('/bots', png(1500, 1500, plain(red)), { full_name: 'Late', short_name: 'late' })
  await owner.delete(`/users/${dan.id}`)
  await making
  const { members } = (await owner.get('/users')).body
  const active = items(members).filter((user) => user['bot_owner_id'] === dan.id && user['is_active'])
  expect(active).toEqual([])
})

test('nobody owns too many bots, deactivated ones too', async () => {
  const cyd = await server.addPerson('Cyd')
  await crowd(cyd, 248)
  const bots = [await addBot(cyd), await addBot(cyd)] as const
  await cyd.delete(`/bots/${bots[0].id}`)
  const own = await addBot(ann)
  const answer = badRequest('Nobody can have more than 250 bots')
  const parameters = { full_name: 'One more', short_name: 'more' }
  await areRefused(bob, [
    { who: cyd, method: 'post', path: '/bots', parameters, answer },
    { who: ann, method: 'patch', path: `/bots/${own.id}`, parameters: { bot_owner_id: cyd.id }, answer },
  ])
  await cyd.patch(`/bots/${bots[1].id}`, { bot_owner_id: bob.id })
  expect((await cyd.post('/bots', parameters)).status).toBe(200)
})

/** Many bots of one owner, as rows: made over the API, they would take their time. */
function crowd(botOwner: Client, size: number): Promise<void> {
  return server.organization.write((tx) => {
    for (let index = 0; index < size; index++) {
      const email = `crowd${index}-bot@root.confab.invalid`
      const { id } = insertUser(tx, {
        email,
        emailKey: email,
        fullName: `Crowd ${index}`,
        role: roles.member,
        botType: 1,
        botOwnerId: botOwner.id,
        dateJoined: 0,
      })
      insertBot(tx, { userId: id, apiKey: '', configData: {} })
    }
  })
}
