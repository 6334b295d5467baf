// The e-mail address of a channel: who is shown one, and which.
import { expect, test } from 'bun:test'
import { addBot } from './support/bots'
import { addChannel, subscribe } from './support/channels'
import { anonymous, type Client, type Parameters } from './support/client'
import { areRefused, badRequest, invalid, invalidChannel } from './support/refusals'
import { scenario } from './support/scenario'

const { server, owner, ada, ann, bob, gus } = await scenario({
  ada: 'administrator',
  ann: 'member',
  bob: 'member',
  gus: 'guest',
})
const bot = await addBot(ann)
const open = await addChannel(owner, 'Open Space', [gus])
const closed = await addChannel(owner, 'closed', [ann], { invite_only: true })
const news = await addChannel(owner, 'news', [ann], {
  can_send_message_group: { direct_members: [owner.id], direct_subgroups: [] },
})
const old = await addChannel(owner, 'old', [ann])
await owner.delete(`/streams/${old.id}`)

const pathOf = (channel: { id: number }) => `/streams/${channel.id}/email_address`

async function address(who: Client, channel: { id: number }, parameters: Parameters = {}): Promise<string> {
  const { body } = await who.get(pathOf(channel), parameters)
  expect(body).toEqual({ result: 'success', msg: '', email: expect.any(String) })
  return String(body['email'])
}

test('it is the same each time, and another for each channel, person and sender', async () => {
  const mine = await address(ann, open)
  expect(mine).toMatch(/^open-space\.[0-9a-f]{32}\.show-sender@root\.confab\.invalid$/)
  const { body } = await ann.get('/users')
  expect(JSON.stringify(body)).not.toContain('show-sender')
  const all = [
    mine,
    await address(ann, closed),
    await address(bob, open),
    await address(ann, open, { sender_id: ann.id }),
    await address(ann, open, { sender_id: bot.id }),
  ]
  expect(new Set(all).size).toBe(all.length)
  const together = await Promise.all([address(gus, open), address(gus, open)])
  expect(together[0]).toBe(String(together[1]))
  await server.restart()
  expect(await address(ann, open)).toBe(mine)
  expect(await address(ann, open, { sender_id: bot.id })).toBe(String(all[4]))
})

test('a channel that is called otherwise keeps its token; names are cut to what an address takes', async () => {
  const channel = await addChannel(owner, 'Größe: 100 % – and a very long name that goes on', [owner])
  const before = await address(owner, channel)
  expect(before).toMatch(/^gro-e-100-and-a-ver\.[0-9a-f]{32}\./)
  expect(before.indexOf('@')).toBeLessThanOrEqual(64)
  await owner.patch(`/streams/${channel.id}`, { new_name: '日本語' })
  expect(await address(owner, channel)).toBe(before.slice(before.indexOf('.') + 1))
})

test('whoever may not see, read or post is shown none, nor one of somebody else’s', async () => {
  const asked = (
    who: Client,
    channel: { id: number },
    answer: { code: string },
    parameters?: Parameters,
  ) => ({
    who,
    method: 'get' as const,
    path: pathOf(channel),
    answer,
    ...(parameters ? { parameters } : {}),
  })
  const noSender = badRequest('Invalid sender: it must be you, a bot of yours, or the bot of the server')
  const outside = await addChannel(owner, 'outside')
  await areRefused(owner, [
    asked(bob, closed, invalidChannel),
    // Administrators see that it is there, and no more.
    asked(ada, closed, invalidChannel),
    asked(gus, outside, invalidChannel),
    asked(ann, { id: 999 }, invalidChannel),
    asked(ann, { id: -1 }, invalidChannel),
    asked(ann, news, badRequest("You do not have permission to post in channel 'news'")),
    asked(ann, old, badRequest("Channel 'old' is archived")),
    asked(bob, open, noSender, { sender_id: ann.id }),
    asked(bob, open, noSender, { sender_id: bot.id }),
    asked(owner, open, noSender, { sender_id: bot.id }),
    asked(bob, open, noSender, { sender_id: 9999 }),
    asked(bob, open, invalid('sender_id'), { sender_id: 'me' }),
  ])
  expect((await bob.get('/streams/x/email_address')).body).toMatchObject(invalid('stream_id'))
  expect((await anonymous(server.url, pathOf(open))).status).toBe(401)
  await subscribe(ann, closed, [bob])
  expect(await address(bob, closed)).not.toBe(await address(ann, closed))
  await ann.delete(`/bots/${bot.id}`)
  expect((await ann.get(pathOf(open), { sender_id: bot.id })).body).toMatchObject(noSender)
})
