// What becomes of bots: their configuration, roles and owners, new keys, deactivation and return, and what their defaults do.
import { describe, expect, test } from 'bun:test'
import { roles } from '../src/users/rank'
import { addBot, botSeenBy } from './support/bots'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, admin, ann, bob, guest } = await scenario({
  admin: 'administrator',
  ann: 'member',
  bob: 'member',
  guest: 'guest',
})
/** Who watches what happens: an administrator, members and a guest. */
const everyone = [admin, ann, bob, guest]
const general = await addChannel(owner, 'general', [owner, ...everyone])
const notAllowed = badRequest('Insufficient permission')

const change = (who: Client, bot: Client, parameters: object) =>
  holdsLaw(everyone, () => who.patch(`/bots/${bot.id}`, { ...parameters }))
const seenBy = async (who: Client) =>
  items((await register(who))['realm_bots']).map((bot) => Number(bot['user_id']))
const ownerOf = async (bot: Client) =>
  item((await guest.get(`/users/${bot.id}`)).body['user'])['bot_owner_id']

const roleOf = async (bot: Client) => item((await guest.get(`/users/${bot.id}`)).body['user'])['role']

/** What kinds of realm_bot events somebody is told of a bot by the action. */
async function botEvents(who: Client, action: () => Promise<unknown>): Promise<string[]> {
  const state = await register(who, { event_types: ['realm_bot'], fetch_event_types: [] })
  await action()
  return (await eventsOf({ person: who, state })).map((event) => String(event.op))
}

describe('a bot is changed', () => {
  test('by its owner and by administrators: name, address to post to, configuration, defaults', async () => {
    const bot = await addBot(ann, { bot_type: 3 })
    const all = {
      full_name: 'Another name',
      service_payload_url: '"https://other.example.com/"',
      service_interface: 2,
      config_data: { a: 'b' },
      default_sending_stream: 'general',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
    }
    const { body } = await change(ann, bot, all)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      full_name: 'Another name',
      avatar_url: expect.any(String),
      bot_owner_id: ann.id,
      service_payload_url: 'https://other.example.com/',
      service_interface: 2,
      service_name: '',
      config_data: { a: 'b' },
      default_sending_stream: 'general',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
    })
    const none = { default_sending_stream: '', default_events_register_stream: '' }
    expect((await change(admin, bot, { ...none, default_all_public_streams: false })).body).toMatchObject({
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      config_data: { a: 'b' },
    })
    await holdsLaw(everyone, () => admin.patch(`/users/${bot.id}`, { full_name: 'By another call' }))
    expect(await botSeenBy(ann, bot)).toMatchObject({ full_name: 'By another call' })
  })

  test('by nobody else, and never into what it can’t be', async () => {
    const bot = await addBot(ann)
    const outgoing = await addBot(ann, { bot_type: 3 })
    const highest = await addBot(owner)
    await owner.patch(`/bots/${highest.id}`, { role: roles.owner })
    const gone = await server.addPerson('Gone')
    await owner.delete(`/users/${gone.id}`)
    const noSuch = badRequest('No such bot')
    const patch = (
      answer: Refusal['answer'],
      parameters: object,
      who = ann,
      id: unknown = bot.id,
    ): Refusal => ({
      who,
      method: 'patch',
      path: `/bots/${id}`,
      parameters: { ...parameters },
      answer,
    })
    const name = { full_name: 'New' }
    const systemBot = items((await register(owner))['cross_realm_bots'])[0]?.['user_id']
    await areRefused(owner, [
      patch(notAllowed, name, bob),
      patch(notAllowed, name, guest),
      patch(notAllowed, name, admin, highest.id),
      ...([bob.id, systemBot, 999_999, -1] as const).map((id) => patch(noSuch, name, owner, id)),
      patch(invalid('bot_id'), name, ann, 'bot'),
      patch(invalid('full_name'), { full_name: '' }),
      patch(invalid('role'), { role: 450 }),
      patch(badRequest('Must be an organization administrator'), { role: roles.moderator }),
      patch(badRequest('Must be an organization owner'), { role: roles.owner }, admin),
      patch(badRequest("Failed to change owner, bots can't own other bots"), { bot_owner_id: outgoing.id }),
      patch(badRequest("Guests can't own bots"), { bot_owner_id: guest.id }),
      patch(badRequest('Failed to change owner, user is deactivated'), { bot_owner_id: gone.id }),
      patch(badRequest('Failed to change owner, no such user'), { bot_owner_id: 999_999 }),
      patch(badRequest('Failed to change owner, no such user'), { bot_owner_id: systemBot }),
      patch(invalid('bot_owner_id'), { bot_owner_id: 'bob' }),
      patch(badRequest('Only outgoing webhook bots post to an address'), { service_interface: 1 }),
      patch(invalid('service_payload_url'), { full_name: 'New', service_payload_url: 'x' }, ann, outgoing.id),
      patch(invalid('config_data'), { config_data: { a: 1 } }),
      patch({ code: 'STREAM_DOES_NOT_EXIST' }, { full_name: 'New', default_sending_stream: 'nowhere' }),
      { ...patch(notAllowed, {}, bob), method: 'delete' },
      { ...patch(notAllowed, {}, bob), method: 'post', path: `/bots/${bot.id}/api_key/regenerate` },
      { ...patch(noSuch, {}, owner), method: 'post', path: `/bots/${bob.id}/api_key/regenerate` },
      { ...patch(noSuch, {}, owner), method: 'delete', path: `/bots/${bob.id}` },
      {
        ...patch(badRequest("The address of a bot can't be changed"), { new_email: 'x@x.io' }, owner),
        path: `/users/${bot.id}`,
      },
      {
        ...patch(badRequest('Bots have no password'), {}, owner),
        method: 'post',
        path: `/users/${bot.id}/password_reset`,
      },
    ])
  })

  test('and given to somebody else: who administers it is told', async () => {
    const bot = await addBot(ann)
    const events = await botEvents(bob, async () => {
      expect(await botEvents(ann, () => change(ann, bot, { bot_owner_id: bob.id }))).toEqual(['delete'])
    })
    expect(events).toEqual(['add'])
    expect(await ownerOf(bot)).toBe(bob.id)
    await areRefused(owner, [
      {
        who: ann,
        method: 'patch',
        path: `/bots/${bot.id}`,
        parameters: { bot_owner_id: ann.id },
        answer: notAllowed,
      },
    ])
    const told = await botEvents(owner, () => change(admin, bot, { bot_owner_id: admin.id }))
    expect(told).toEqual(['update'])
    expect((await bot.get('/users/me')).status).toBe(200)
  })

  test('in its role, which brings it into groups, and hides the key of one with the owner role', async () => {
    const bot = await addBot(ann)
    expect((await change(admin, bot, { role: roles.administrator })).status).toBe(200)
    expect((await bot.patch('/realm', { description: 'By a bot' })).status).toBe(200)
    expect((await change(owner, bot, { role: roles.owner })).status).toBe(200)
    expect(await seenBy(admin)).not.toContain(bot.id)
    expect(await seenBy(ann)).toContain(bot.id)
    // No bot keeps an organization: the last owner stays, whatever bots there are.
    const last = {
      who: owner,
      method: 'delete',
      path: '/users/me',
      answer: { code: 'CANNOT_DEACTIVATE_LAST_USER' },
    } as const
    await areRefused(admin, [last])
    const demote = {
      who: owner,
      method: 'patch',
      path: `/users/${owner.id}`,
      parameters: { role: 400 },
    } as const
    const stays = badRequest('The owner role cannot be removed from the only organization owner.')
    await areRefused(admin, [{ ...demote, answer: stays }])
    await change(owner, bot, { role: roles.guest })
    expect(await seenBy(admin)).toContain(bot.id)
  })

  test('whose role goes down takes their bots with them, but never up', async () => {
    const zoe = await server.addPerson('Zoe', 'moderator')
    const bots = [await addBot(zoe), await addBot(zoe)] as const
    await change(admin, bots[0], { role: roles.administrator })
    const rolesOf = async () => [await roleOf(bots[0]), await roleOf(bots[1])]
    const give = (role: number) => holdsLaw(everyone, () => owner.patch(`/users/${zoe.id}`, { role }))
    await give(roles.member)
    expect(await rolesOf()).toEqual([roles.member, roles.member])
    await give(roles.guest)
    expect(await rolesOf()).toEqual([roles.guest, roles.guest])
    await give(roles.administrator)
    expect(await rolesOf()).toEqual([roles.guest, roles.guest])
  })

  test('whoever becomes an administrator sees everybody’s bots, and no longer once they are none', async () => {
    const bot = await addBot(ann)
    const own = await addBot(bob)
    await holdsLaw(everyone, () => owner.patch(`/users/${bob.id}`, { role: roles.administrator }))
    expect(await seenBy(bob)).toEqual(await seenBy(admin))
    await holdsLaw(everyone, () => owner.patch(`/users/${bob.id}`, { role: roles.member }))
    expect(await seenBy(bob)).toContain(own.id)
    expect(await seenBy(bob)).not.toContain(bot.id)
  })
})

describe('a key', () => {
  test('ends at once when there is another, also for what waits', async () => {
    const bot = await addBot(ann)
    const { queue_id } = await register(bot)
    const poll = bot.get('/events', { queue_id, last_event_id: -1 })
    const { body } = await holdsLaw(everyone, () => ann.post(`/bots/${bot.id}/api_key/regenerate`))
    expect((await poll).body['events'] ?? []).toEqual([])
    expect(body['api_key']).not.toBe(bot.apiKey)
    expect((await bot.get('/users/me')).body['code']).toBe('UNAUTHORIZED')
    expect(await botSeenBy(admin, bot)).toMatchObject({ api_key: body['api_key'] })
    bot.apiKey = String(body['api_key'])
    expect((await bot.get('/events', { queue_id, last_event_id: -1, dont_block: true })).status).toBe(200)
  })
})

describe('deactivation', () => {
  test('of a bot ends it, and reactivation brings it back with another key', async () => {
    const bot = await addBot(ann)
    const { queue_id } = await register(bot)
    await holdsLaw(everyone, () => ann.delete(`/bots/${bot.id}`))
    expect((await bot.get('/events', { queue_id, last_event_id: -1 })).body['code']).toBe('USER_DEACTIVATED')
    expect(await botSeenBy(admin, bot)).toMatchObject({ is_active: false })
    const deactivated = badRequest('Bot is deactivated')
    const reactivate = { method: 'post', path: `/users/${bot.id}/reactivate` } as const
    await areRefused(owner, [
      { who: ann, method: 'delete', path: `/bots/${bot.id}`, answer: deactivated },
      { who: ann, method: 'post', path: `/bots/${bot.id}/api_key/regenerate`, answer: deactivated },
      { who: bob, ...reactivate, answer: notAllowed },
    ])
    await holdsLaw(everyone, () => ann.post(`/users/${bot.id}/reactivate`))
    await areRefused(owner, [{ who: ann, ...reactivate, answer: badRequest('User is already active') }])
    expect((await bot.get('/users/me')).body['code']).toBe('UNAUTHORIZED')
    bot.apiKey = String((await botSeenBy(ann, bot))['api_key'])
    expect((await bot.get('/users/me')).status).toBe(200)
    expect((await bot.get('/events', { queue_id, last_event_id: -1 })).body['code']).toBe(
      'BAD_EVENT_QUEUE_ID',
    )
  })

  test('of the owner ends their bots, which stay so until somebody takes them up', async () => {
    const zoe = await server.addPerson('Zed')
    const bot = await addBot(zoe)
    await holdsLaw(everyone, () => owner.delete(`/users/${zoe.id}`))
    expect((await bot.get('/users/me')).body['code']).toBe('USER_DEACTIVATED')
    await holdsLaw(everyone, () => server.reactivate(zoe))
    expect((await bot.get('/users/me')).body['code']).toBe('USER_DEACTIVATED')
    await owner.delete(`/users/${zoe.id}`)
    await holdsLaw(everyone, () => admin.post(`/users/${bot.id}/reactivate`))
    expect(await ownerOf(bot)).toBe(admin.id)
  })

  test('takes the permission of its type to be undone', async () => {
    const bot = await addBot(ann)
    await ann.delete(`/bots/${bot.id}`)
    const lists = { direct_members: [bob.id], direct_subgroups: [] }
    await owner.patch('/realm', { can_create_bots_group: { new: lists } })
    await areRefused(owner, [
      { who: ann, method: 'post', path: `/users/${bot.id}/reactivate`, answer: notAllowed },
    ])
    await owner.patch('/realm', {
      can_create_bots_group: { new: { direct_members: [ann.id, bob.id], direct_subgroups: [] } },
    })
    expect((await ann.post(`/users/${bot.id}/reactivate`)).status).toBe(200)
  })
})

describe('by default', () => {
  test('a bot sends to its channel what it addresses to nobody', async () => {
    const bot = await addBot(ann, { bot_type: 2, default_sending_stream: general.name })
    const message = { type: 'stream', topic: 'builds', content: 'done' }
    const { id } = (await holdsLaw(everyone, () => bot.post('/messages', message))).body
    expect((await ann.get(`/messages/${String(id)}`)).body['message']).toMatchObject({
      stream_id: general.id,
      subject: 'builds',
    })
    const other = await addBot(ann)
    await areRefused(owner, [
      {
        who: bot,
        method: 'post',
        path: '/messages',
        parameters: { ...message, type: 'direct' },
        answer: missing('to'),
      },
      { who: other, method: 'post', path: '/messages', parameters: message, answer: missing('to') },
      { who: ann, method: 'post', path: '/messages', parameters: message, answer: missing('to') },
    ])
  })

  test('queues of a bot hear its channel, or every public one, unless they say otherwise', async () => {
    const elsewhere = await addChannel(owner, 'elsewhere', [owner])
    const say = (where: string, content: string) =>
      owner.post('/messages', { type: 'stream', to: where, topic: 'x', content })
    const heardBy = async (bot: Client, options: object = {}): Promise<unknown[]> => {
      const state = await register(bot, { event_types: ['message'], fetch_event_types: [], ...options })
      await say('general', 'in general')
      await say('elsewhere', 'elsewhere')
      const events = await eventsOf({ person: bot, state })
      return events.map((event) => item(event['message'])['content'])
    }
    const bot = await addBot(ann, { default_all_public_streams: true })
    expect(await heardBy(bot)).toEqual(['in general', 'elsewhere'])
    expect(await heardBy(bot, { all_public_streams: false })).toEqual([])
    await ann.patch(`/bots/${bot.id}`, { default_events_register_stream: 'general' })
    expect(await heardBy(bot)).toEqual(['in general'])
    expect(await heardBy(bot, { narrow: [['channel', 'elsewhere']] })).toEqual(['elsewhere'])
    // It goes by the channel, not by what that was called.
    await holdsLaw(everyone, () => owner.patch(`/streams/${general.id}`, { new_name: 'main' }))
    expect(await botSeenBy(ann, bot)).toMatchObject({ default_events_register_stream: 'main' })
    await holdsLaw(everyone, () => owner.patch(`/streams/${general.id}`, { new_name: 'general' }))
    const asGuest = { role: roles.guest, default_events_register_stream: '' }
    expect((await change(admin, bot, asGuest)).status).toBe(200)
    expect(await heardBy(bot)).toEqual([])
    await owner.delete(`/streams/${elsewhere.id}`)
  })

  test('a channel that is made private or archived is none any more', async () => {
    const channel = await addChannel(owner, 'builds', [owner, ...everyone])
    const bot = await addBot(ann, { default_sending_stream: 'builds' })
    await holdsLaw(everyone, () => owner.patch(`/streams/${channel.id}`, { is_private: true }))
    expect(await botSeenBy(ann, bot)).toMatchObject({ default_sending_stream: null })
    const message = { type: 'stream', topic: 'x', content: 'x' }
    await areRefused(owner, [
      { who: bot, method: 'post', path: '/messages', parameters: message, answer: missing('to') },
    ])
    await holdsLaw(everyone, () => owner.patch(`/streams/${channel.id}`, { is_private: false }))
    expect(await botSeenBy(ann, bot)).toMatchObject({ default_sending_stream: 'builds' })
    await holdsLaw(everyone, () => owner.delete(`/streams/${channel.id}`))
    expect(await botSeenBy(ann, bot)).toMatchObject({ default_sending_stream: null })
  })
})

test('a bot sends where its owner may, and no further', async () => {
  const secret = await addChannel(ann, 'secret', [ann], { invite_only: true })
  const closed = await addChannel(owner, 'closed', [owner], { invite_only: true })
  const bot = await addBot(ann, { bot_type: 2 })
  const message = (to: unknown) => ({ type: 'stream', to, topic: 'x', content: 'x' })
  expect((await holdsLaw(everyone, () => bot.post('/messages', message('secret')))).status).toBe(200)
  expect((await bot.post('/messages', message(secret.id))).status).toBe(200)
  const refused = (who: Client, to: unknown): Refusal => ({
    who,
    method: 'post',
    path: '/messages',
    parameters: message(to),
    answer: { code: 'STREAM_DOES_NOT_EXIST' },
  })
  await areRefused(owner, [
    refused(bot, closed.id),
    refused(bot, 'closed'),
    refused(await addBot(bob), 'secret'),
  ])
  await ann.delete('/users/me/subscriptions', { subscriptions: ['secret'] })
  await areRefused(owner, [refused(bot, secret.id)])
})
