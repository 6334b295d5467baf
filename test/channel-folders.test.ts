// Channel folders: made, changed, archived and ordered by administrators, and channels in them (contract 4.12).
import { expect, test } from 'bun:test'
import { addChannel } from './support/channels'
import { anonymous, type Client } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { quietly } from './support/quietly'
import { startOfTests } from './support/server'
import { scenario } from './support/scenario'
import { storeSetting } from '../src/organization/settings'

const { server, admin, mia, guest } = await scenario({
  admin: 'administrator Ada Admin',
  mia: 'member Mia Member',
  guest: 'guest Gus Guest',
})

async function create(name: string, description?: string): Promise<number> {
  const reply = await holdsLaw([mia, guest], () =>
    admin.post('/channel_folders/create', description === undefined ? { name } : { name, description }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '', channel_folder_id: expect.any(Number) })
  return Number(reply.body['channel_folder_id'])
}

function change(id: number, parameters: Record<string, unknown>) {
  return holdsLaw([mia, guest], () => admin.patch(`/channel_folders/${id}`, parameters))
}

async function list(who: Client, include_archived = true): Promise<unknown> {
  return (await who.get('/channel_folders', { include_archived })).body['channel_folders']
}

test('folders are made, changed, archived, taken up again and ordered', async () => {
  const first = await create(' Engineering ', 'All *about*\n\nmachines')
  const second = await create('Fun')
  const date_created = startOfTests / 1000
  const engineering = {
    id: first,
    name: 'Engineering',
    description: 'All *about* machines',
    rendered_description: '<p>All <em>about</em> machines</p>',
    order: 1,
    is_archived: false,
    creator_id: admin.id,
    date_created,
  }
  const fun = { ...engineering, id: second, name: 'Fun', description: '', rendered_description: '', order: 2 }
  expect(await list(guest)).toEqual([engineering, fun])

  expect((await change(first, { name: 'Machines', description: '' })).body).toEqual({
    result: 'success',
    msg: '',
  })
  const machines = { ...engineering, name: 'Machines', description: '', rendered_description: '' }
  expect(await list(mia)).toEqual([machines, fun])
  expect((await change(first, {})).status).toBe(200)
  expect((await change(second, { is_archived: true })).status).toBe(200)
  expect(await list(mia, false)).toEqual([machines])
  expect((await register(mia))['channel_folders']).toEqual([machines, { ...fun, is_archived: true }])

  const reply = await holdsLaw([mia, guest], () =>
    admin.patch('/channel_folders', { order: [second, first] }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  expect(await list(mia)).toMatchObject([
    { id: second, order: 1 },
    { id: first, order: 2 },
  ])
  // An archived folder's name is free for another; it comes back under a name of its own.
  const third = await create('fun')
  await areRefused(mia, [
    {
      who: admin,
      method: 'patch',
      path: `/channel_folders/${second}`,
      parameters: { is_archived: false },
      answer: badRequest("Channel folder 'Fun' already exists"),
    },
  ])
  expect((await change(second, { is_archived: false, name: 'More fun' })).status).toBe(200)
  expect(await list(mia, false)).toMatchObject([
    { id: second, name: 'More fun' },
    { id: first },
    { id: third },
  ])
})

test('channels are put into folders, stay while these are archived, and are taken out', async () => {
  const folder = await create('Projects')
  const other = await create('Old projects')
  await change(other, { is_archived: true })
  const made = await holdsLaw([mia, guest], () =>
    admin.post('/channels/create', { name: 'apollo', subscribers: [mia.id], folder_id: folder }),
  )
  const id = Number(made.body['id'])
  const folderOf = async () => Object((await mia.get(`/streams/${id}`)).body['stream'])['folder_id']
  expect(await folderOf()).toBe(folder)
  const move = (folder_id: number | null) =>
    holdsLaw([mia, guest], () => admin.patch(`/streams/${id}`, { folder_id }))
  expect((await change(folder, { is_archived: true })).status).toBe(200)
  expect(await folderOf()).toBe(folder)
  // Where it is it may stay, together with another change.
  const renamed = await holdsLaw([mia], () =>
    admin.patch(`/streams/${id}`, { folder_id: folder, new_name: 'artemis' }),
  )
  expect(renamed.status).toBe(200)
  expect((await move(null)).status).toBe(200)
  expect(await folderOf()).toBeNull()
  const refused = (folder_id: unknown, answer: Refusal['answer']): Refusal => ({
    who: admin,
    method: 'patch',
    path: `/streams/${id}`,
    parameters: { folder_id },
    answer,
  })
  await areRefused(mia, [
    refused(folder, badRequest(`Invalid channel folder ID ${folder}`)),
    refused(999_999, badRequest('Invalid channel folder ID 999999')),
    refused('x', invalid('folder_id')),
  ])
})

test('people without an account know the folders of what they see, and no others', async () => {
  const folder = await create('Public things')
  await quietly(server.organization, (tx) => storeSetting(tx, 'enable_spectator_access', true))
  const channel = await addChannel(server.owner, 'open', [mia], { is_web_public: true, folder_id: folder })
  const reply = await anonymous(server.url, '/register', { method: 'POST' })
  expect(reply.body['channel_folders']).toMatchObject([{ id: folder, name: 'Public things' }])
  await admin.delete(`/streams/${channel.id}`)
  const after = await anonymous(server.url, '/register', { method: 'POST' })
  expect(after.body['channel_folders']).toEqual([])
})

test('bad input is refused and changes nothing', async () => {
  const id = await create('Taken')
  const all = (await register(mia))['channel_folders']
  const ids = Array.isArray(all) ? all.map((folder: { id: number }) => folder.id) : []
  const administrators = badRequest('Must be an organization administrator')
  const make = (parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'post',
    path: '/channel_folders/create',
    parameters: { ...parameters },
    answer,
  })
  const update = (folder: unknown, parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: `/channel_folders/${folder}`,
    parameters: { ...parameters },
    answer,
  })
  const order = (wanted: unknown, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: '/channel_folders',
    parameters: { order: wanted },
    answer,
  })
  const badOrder = badRequest('Invalid order mapping: it must name every ID, each once')
  await areRefused(mia, [
    make({}, missing('name')),
    make({ name: ' ' }, invalid('name')),
    make({ name: 'x'.repeat(61) }, invalid('name')),
    make({ name: 'x', description: 'x'.repeat(1025) }, invalid('description')),
    make({ name: 'TAKEN' }, badRequest("Channel folder 'TAKEN' already exists")),
    make({ name: 'x' }, administrators, mia),
    make({ name: 'x' }, administrators, guest),
    update(id, { name: '' }, invalid('name')),
    update(id, { name: '', is_archived: true }, invalid('name')),
    update(id, { name: 'projects', is_archived: 'maybe' }, invalid('is_archived')),
    update(id, { name: 'Public things' }, badRequest("Channel folder 'Public things' already exists")),
    update(999_999, { name: 'x' }, badRequest('Invalid channel folder ID 999999')),
    update('one', { name: 'x' }, invalid('channel_folder_id')),
    update(id, { name: 'x' }, administrators, mia),
    order(ids.slice(1), badOrder),
    order([...ids, id], badOrder),
    order([...ids.slice(1), 999_999], badOrder),
    order(undefined, missing('order')),
    order('all', invalid('order')),
    order(ids, administrators, mia),
  ])
  const nobody = await anonymous(server.url, '/channel_folders')
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
