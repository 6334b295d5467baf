// Messages that come to a channel with protected history: who keeps them, who does not, and when they can't go there.
import { expect, test } from 'bun:test'
import { eventsOfOne, messageOf, move, sendTo, star, topicsIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused } from './support/refusals'
import { scenario } from './support/scenario'

const { server, ann, bob, cat } = await scenario({ ann: 'member', bob: 'member', cat: 'member' })

const makeVault = (name: string, members: readonly Client[]) =>
  addChannel(server.owner, name, members, {
    invite_only: true,
    history_public_to_subscribers: false,
  })
const join = (channel: string, person: Client) =>
  ann.post('/users/me/subscriptions', { subscriptions: [{ name: channel }], principals: [person.id] })

test('whoever had received the messages keeps them, the others see what came after they had joined', async () => {
  const { id: source } = await addChannel(server.owner, 'source', [ann, bob])
  const { id: vault } = await makeVault('vault', [ann])
  const first = await sendTo(ann, source, 'x', 'one')
  await join('vault', bob)
  await join('vault', cat)
  const second = await sendTo(ann, source, 'x', 'two')
  const events = {
    event_types: ['update_message', 'delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  }
  const toBob = await eventsOfOne(bob, events, () =>
    holdsLaw([ann, bob, cat], () => move(ann, first, { stream_id: vault, propagate_mode: 'change_all' })),
  )
  expect(toBob).toMatchObject([{ type: 'update_message', message_ids: [first, second] }])
  expect(await topicsIn(bob, vault)).toEqual({ x: [first, second] })
  expect(await topicsIn(cat, vault)).toEqual({ x: [second] })
  // They are Bob's like any other.
  await holdsLaw([ann, bob, cat], () => bob.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
  await star(server, bob, first)
  await holdsLaw([ann, bob, cat], () => move(bob, first, { topic: 'mine', propagate_mode: 'change_all' }))
  expect(await topicsIn(ann, vault)).toEqual({ mine: [first, second] })
  // Not while he is away; afterwards they are there again.
  await bob.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
  expect((await bob.get(`/messages/${first}`)).status).toBe(400)
  await join('vault', bob)
  expect(await messageOf(bob, first)).toMatchObject({
    stream_id: vault,
    subject: 'mine',
    flags: ['read', 'starred'],
  })
})

test('where nobody could see them, messages do not go', async () => {
  const { id: source } = await addChannel(server.owner, 'old source', [bob])
  const first = await sendTo(bob, source, 'x', 'one')
  const { id: vault } = await makeVault('new vault', [ann, cat])
  const second = await sendTo(bob, source, 'x', 'two')
  const refused = (messageId: number, mode: string) => ({
    who: ann,
    method: 'patch' as const,
    path: `/messages/${messageId}`,
    parameters: { stream_id: vault, propagate_mode: mode },
    answer: {
      code: 'BAD_REQUEST',
      msg: expect.stringContaining("Nobody could see these messages in 'new vault'"),
    },
  })
  await areRefused(ann, [refused(first, 'change_one'), refused(second, 'change_all')])
  expect(await topicsIn(bob, source)).toEqual({ x: [first, second] })
  await holdsLaw([ann, bob, cat], () => move(ann, second, { stream_id: vault }))
  expect(await topicsIn(cat, vault)).toEqual({ x: [second] })
  // One member who had received them is enough, wherever that was.
  const { id: between } = await addChannel(server.owner, 'between', [ann])
  await move(ann, first, { stream_id: between })
  await areRefused(ann, [refused(first, 'change_one')])
  await join('new vault', bob)
  await holdsLaw([ann, bob, cat], () => move(ann, first, { stream_id: vault }))
  expect(await topicsIn(bob, vault)).toEqual({ x: [first] })
  expect(await topicsIn(ann, vault)).toEqual({ x: [second] })
  await holdsLaw([ann, bob, cat], () => move(bob, first, { stream_id: source }))
  expect(await topicsIn(ann, source)).toEqual({ x: [first] })
})

test('what somebody keeps shows them nothing else that is there, or comes later', async () => {
  const { id: source } = await addChannel(server.owner, 'kept source', [ann, bob])
  const { id: secret } = await addChannel(server.owner, 'kept secret', [ann], { invite_only: true })
  const { id: vault } = await makeVault('kept vault', [ann])
  const first = await sendTo(ann, source, 'x', 'one')
  const there = await sendTo(ann, vault, 'x', 'there already')
  const second = await sendTo(ann, source, 'x', 'two')
  const later = await sendTo(ann, secret, 'y', 'comes later')
  const third = await sendTo(ann, source, 'x', 'three')
  await join('kept vault', bob)
  await holdsLaw([ann, bob], () => move(ann, first, { stream_id: vault, propagate_mode: 'change_all' }))
  expect(await topicsIn(ann, vault)).toEqual({ x: [first, there, second, third] })
  expect(await topicsIn(bob, vault)).toEqual({ x: [first, second, third] })
  await holdsLaw([ann, bob], () => move(ann, later, { stream_id: vault }))
  expect(await topicsIn(ann, vault)).toEqual({ x: [first, there, second, third], y: [later] })
  expect(await topicsIn(bob, vault)).toEqual({ x: [first, second, third] })
  expect((await bob.get(`/messages/${later}`)).status).toBe(400)
})
