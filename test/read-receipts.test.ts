// Read receipts: who has read a message, as far as they and the organization let it be seen.
import { quietly } from './support/quietly'
import { beforeEach, expect, test } from 'bun:test'
import { storeSetting, storeValue } from '../src/organization/settings'
import { systemGroupId } from '../src/user-groups/repository'
import { storeUserSetting } from '../src/user-settings/repository'
import { updateUser } from '../src/users/repository'
import { addChannel, leave } from './support/channels'
import { anonymous, type Client } from './support/client'
import { sendDirectly, sendToChannel } from './support/messages'
import { areRefused, badRequest, invalid } from './support/refusals'
import { scenario } from './support/scenario'

let id: number
const { server, sender, ann, bob, guest } = await scenario({
  sender: 'member Sam Sender',
  ann: 'member',
  bob: 'member',
  guest: 'guest Gus Guest',
})
const denmark = await addChannel(server.owner, 'Denmark', [sender, ann, bob])
beforeEach(async () => {
  id = await sendToChannel(sender, denmark)
})

const path = (message: number | string) => `/messages/${message}/read_receipts`
const readers = async (who: Client, message = id) => (await who.get(path(message))).body['user_ids']

/** Reads a message as the flags calls do. */
const read = (who: Client, message = id) =>
  server.organization.write((tx) =>
    tx.sqlite
      .query('UPDATE message_states SET flags = flags & ~1 WHERE message_id = ? AND user_id = ?')
      .run(message, who.id),
  )

test('those who have read it are listed, whoever asks, but never its sender', async () => {
  await read(sender)
  expect((await ann.get(path(id))).body).toEqual({ result: 'success', msg: '', user_ids: [] })
  await read(bob)
  await read(ann)
  for (const who of [sender, ann, bob, server.owner]) expect(await readers(who)).toEqual([ann.id, bob.id])
})

test('in direct messages too', async () => {
  const direct = await sendDirectly(sender, [ann, guest])
  await read(guest, direct)
  expect(await readers(ann, direct)).toEqual([guest.id])
})

test('who was not subscribed has not read it, unless they reacted to it; who left since has', async () => {
  const random = await addChannel(server.owner, 'random', [sender, ann])
  const message = await sendToChannel(sender, random)
  await read(ann, message)
  expect(await readers(sender, message)).toEqual([ann.id])
  await bob.post(`/messages/${message}/reactions`, { emoji_name: 'tada' })
  await leave(ann, random)
  expect(await readers(sender, message)).toEqual([ann.id, bob.id])
})

test('who does not want it seen is left out', async () => {
  const set = (value: boolean) =>
    server.organization.write((tx) => storeUserSetting(tx, ann.id, 'send_read_receipts', value))
  await read(ann)
  await read(bob)
  await set(false)
  for (const who of [sender, ann]) expect(await readers(who)).toEqual([bob.id])
  await set(true)
  expect(await readers(sender)).toEqual([ann.id, bob.id])
})

test('those who mute each other do not see each other read', async () => {
  await read(ann)
  await read(bob)
  await ann.post(`/users/me/muted_users/${bob.id}`)
  expect(await readers(ann)).toEqual([ann.id])
  expect(await readers(bob)).toEqual([bob.id])
  expect(await readers(sender)).toEqual([ann.id, bob.id])
  await ann.delete(`/users/me/muted_users/${bob.id}`)
  expect(await readers(bob)).toEqual([ann.id, bob.id])
})

test('a message of somebody muted arrives read, and so they count as a reader', async () => {
  await ann.post(`/users/me/muted_users/${sender.id}`)
  const message = await sendToChannel(sender, denmark)
  expect(await readers(bob, message)).toEqual([ann.id])
  expect(await readers(sender, message)).toEqual([])
  await ann.delete(`/users/me/muted_users/${sender.id}`)
})

test('people who left the organization, and whom a guest may not know, are left out', async () => {
  const { organization } = server
  const gone = await server.addPerson('Gone Person')
  const room = await addChannel(server.owner, 'room', [sender, ann, gone])
  const message = await sendToChannel(sender, room)
  await read(ann, message)
  await read(gone, message)
  expect(await readers(sender, message)).toEqual([ann.id, gone.id])
  await quietly(organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  expect(await readers(sender, message)).toEqual([ann.id])

  await organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))
  const web = await addChannel(server.owner, 'web', [sender, bob], { is_web_public: true })
  const open = await sendToChannel(sender, web)
  await read(bob, open)
  expect(await readers(guest, open)).toEqual([bob.id])
  const members = systemGroupId(organization, 'role:members')
  await quietly(organization, (tx) => storeValue(tx, 'can_access_all_users_group', members))
  expect(await readers(guest, open)).toEqual([])
  const everyone = systemGroupId(organization, 'role:everyone')
  await quietly(organization, (tx) => storeValue(tx, 'can_access_all_users_group', everyone))
})

test('bad input is refused', async () => {
  const gone = await server.addPerson('Deacti Vated')
  await quietly(server.organization, (tx) => updateUser(tx, gone.id, { isActive: false }))
  const direct = await sendDirectly(sender, [server.owner])
  const get = (who: Client, message: number | string, answer: { code: string }, status = 400) => ({
    who,
    method: 'get' as const,
    path: path(message),
    answer,
    status,
  })
  const noMessage = badRequest('Invalid message(s)')
  await areRefused(ann, [
    get(ann, 99999999, noMessage),
    get(ann, -1, noMessage),
    get(ann, 'last', invalid('message_id')),
    get(ann, direct, noMessage),
    get(guest, id, noMessage),
    get(gone, id, { code: 'USER_DEACTIVATED' }, 401),
  ])
  const nobody = await anonymous(server.url, path(id))
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  const set = (value: boolean) =>
    server.organization.write((tx) => storeSetting(tx, 'enable_read_receipts', value))
  await set(false)
  await areRefused(ann, [get(ann, id, badRequest('Read receipts are disabled in this organization'))])
  await set(true)
})
