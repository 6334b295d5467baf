// Default channel groups: made and changed by administrators, seen by everybody but guests, chosen when somebody joins.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Browser } from './support/browser'
import { addChannel } from './support/channels'
import { anonymous, type Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { item, items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing } from './support/refusals'
import { scenario } from './support/scenario'

// Many clients are held to the law, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, owner, ada, mia, gus } = await scenario({ ada: 'administrator', mia: 'member', gus: 'guest' })
const everybody = [owner, mia, gus]
const design = await addChannel(owner, 'design', [mia])
const Fonts = await addChannel(owner, 'Fonts')
const ideas = await addChannel(owner, 'ideas')
await addChannel(owner, 'general', [owner, mia], { is_default_stream: true })
await addChannel(owner, 'secret', [owner, ada], { invite_only: true })

const path = '/default_stream_groups'
const done = { result: 'success', msg: '' }

async function create(
  group_name: string,
  stream_names: readonly string[],
  description = '',
): Promise<number> {
  const parameters = { group_name, description, stream_names }
  const { body } = await holdsLaw(everybody, () => ada.post(`${path}/create`, parameters))
  expect(body).toEqual(done)
  const known = (await groups()).find(({ name }) => name === group_name.trim())
  return Number(known?.['id'])
}

async function groups(who = mia) {
  return items((await register(who))['realm_default_stream_groups'])
}

async function change(id: number, parameters: Parameters, below = '') {
  const { body } = await holdsLaw(everybody, () => ada.patch(`${path}/${id}${below}`, parameters))
  expect(body).toEqual(done)
}

test('a group is made, renamed, filled, emptied and deleted; guests and spectators are told of none', async () => {
  const id = await create(' Designers ', ['design', 'FONTS', 'fonts'], 'Those who draw')
  const designers = { id, name: 'Designers', description: 'Those who draw', streams: [design.id, Fonts.id] }
  expect(await groups()).toEqual([designers])
  expect(await groups(gus)).toEqual([])
  const other = await create('Authors', [])
  expect((await groups()).map(({ name }) => name)).toEqual(['Authors', 'Designers'])
  await change(id, { new_group_name: 'DESIGNERS', new_description: '' })
  await change(id, {})
  await change(id, { op: 'add', stream_names: ['ideas'] }, '/streams')
  await change(id, { op: 'remove', stream_names: ['design', 'fonts'] }, '/streams')
  expect(await groups()).toMatchObject([
    { name: 'Authors' },
    { id, name: 'DESIGNERS', description: '', streams: [ideas.id] },
  ])
  for (const each of [id, other]) await holdsLaw(everybody, () => ada.delete(`${path}/${each}`))
  expect(await groups()).toEqual([])
})

test('a channel that is archived, or made private, is no longer in any', async () => {
  const one = await create('One', ['design', 'ideas'])
  const two = await create('Two', ['ideas'])
  await holdsLaw(everybody, () => owner.delete(`/streams/${ideas.id}`))
  expect(await groups()).toMatchObject([{ streams: [design.id] }, { streams: [] }])
  await holdsLaw(everybody, () => owner.patch(`/streams/${ideas.id}`, { is_archived: false }))
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] })
  await holdsLaw(everybody, () => owner.patch(`/streams/${design.id}`, { is_private: true }))
  expect(await groups()).toMatchObject([{ streams: [] }, { streams: [] }])
  await owner.patch(`/streams/${design.id}`, { is_private: false })
  for (const each of [one, two]) await ada.delete(`${path}/${each}`)
})

test('whoever is a guest no longer is told of them, and who is one now forgets them', async () => {
  const id = await create('Roles', ['design'])
  await holdsLaw([gus, mia], () => owner.patch(`/users/${gus.id}`, { role: 400 }))
  expect(await groups(gus)).toHaveLength(1)
  await holdsLaw([gus, mia], () => owner.patch(`/users/${gus.id}`, { role: 600 }))
  expect(await groups(gus)).toEqual([])
  await ada.delete(`${path}/${id}`)
})

test('whoever joins chooses any of them, and starts in their channels too; guests are not asked', async () => {
  await owner.patch('/realm', { invite_required: false })
  expect((await new Browser(server.url).open('/register')).ticked).toEqual({})
  const id = await create('<Designers>', ['design', 'fonts'], 'Those "who" draw')
  const authors = await create('Authors', ['ideas', 'fonts'])
  const others = await create('Others', [])
  const both = ['Authors', '<Designers>']
  const browser = new Browser(server.url)
  const form = await browser.open('/register')
  expect(form.ticked).toEqual({ default_stream_group: [] })
  expect(form.html).toContain('value="&lt;Designers&gt;"')
  const newcomer = { email: 'nora@example.com', full_name: 'Nora New', password: 'a very good one' }
  const wrong = { ...newcomer, password: 'short', default_stream_group: both }
  const short = await browser.submit(form, wrong)
  expect(short.errors).toEqual({ password: expect.stringContaining('too short') })
  expect(short.ticked['default_stream_group']?.toSorted()).toEqual(both.toSorted())
  await holdsLaw(everybody, () => browser.submit(short, { password: newcomer.password }))
  expect(await channelsOf(browser)).toEqual(['Fonts', 'design', 'general', 'ideas'])

  const one = new Browser(server.url)
  const second = { ...newcomer, email: 'olga@example.com' }
  await one.submit(form, { ...second, default_stream_group: 'Authors' })
  expect(await channelsOf(one)).toEqual(['Fonts', 'general', 'ideas'])
  const none = new Browser(server.url)
  await none.submit(form, { ...newcomer, email: 'nils@example.com' })
  expect(await channelsOf(none)).toEqual(['general'])

  const other = new Browser(server.url)
  await ada.delete(`${path}/${id}`)
  // The form is older than what became of the groups.
  await other.submit(form, { ...newcomer, email: 'otto@example.com', default_stream_group: both })
  expect(await channelsOf(other)).toEqual(['Fonts', 'general', 'ideas'])
  // Nobody's browser sends more than there can be.
  const flood = {
    ...newcomer,
    email: 'flo@example.com',
    default_stream_group: Array<string>(101).fill('Authors'),
  }
  expect((await new Browser(server.url).submit(form, flood)).status).toBe(400)

  for (const done of [authors, others]) await ada.delete(`${path}/${done}`)
  await create('Designers', ['design'])
  const { body } = await owner.post('/invites/multiuse', { invite_as: 600, stream_ids: [Fonts.id] })
  const guest = new Browser(server.url)
  const page = await guest.open(new URL(String(body['invite_link'])).pathname)
  expect(page.ticked).toEqual({})
  await guest.submit(page, { ...newcomer, email: 'gil@example.com', default_stream_group: 'Designers' })
  expect(await channelsOf(guest)).toEqual(['Fonts'])
})

async function channelsOf(browser: Browser): Promise<unknown[]> {
  const { subscriptions } = (await browser.get('/users/me/subscriptions')).body
  return items(subscriptions)
    .map((each) => each['name'])
    .toSorted()
}

test('what can not be done is refused, and changes nothing', async () => {
  const id = await create('Full', ['ideas'])
  const notAllowed = badRequest('Must be an organization administrator')
  const names = ['ideas']
  const made = { group_name: 'New', description: '', stream_names: names }
  const post = (parameters: Parameters, answer: { code: string }, who = ada) => ({
    who,
    method: 'post' as const,
    path: `${path}/create`,
    parameters,
    answer,
  })
  const patch = (parameters: Parameters, answer: { code: string }, below = '', who = ada) => ({
    who,
    method: 'patch' as const,
    path: `${path}/${below || id}`,
    parameters,
    answer,
  })
  const streams = (op: unknown, stream_names: unknown, answer: { code: string }) =>
    patch({ op, stream_names }, answer, `${id}/streams`)
  const noChannel = badRequest("Invalid channel name 'nowhere'")
  const noGroup = badRequest('Invalid default channel group ID 999')
  await areRefused(owner, [
    ...[mia, gus].flatMap((who) => [
      post(made, notAllowed, who),
      patch({ new_group_name: 'x' }, notAllowed, '', who),
      patch({ op: 'add', stream_names: names }, notAllowed, `${id}/streams`, who),
      { who, method: 'delete' as const, path: `${path}/${id}`, answer: notAllowed },
    ]),
    post({}, missing('group_name')),
    post({ ...made, group_name: ' \u200b ' }, invalid('group_name')),
    post({ ...made, group_name: 'x'.repeat(61) }, invalid('group_name')),
    post({ ...made, group_name: 'FULL' }, badRequest("Default channel group 'FULL' already exists")),
    post({ ...made, description: 'x'.repeat(1025) }, invalid('description')),
    post({ ...made, stream_names: 'ideas' }, invalid('stream_names')),
    post({ ...made, stream_names: [ideas.id] }, invalid('stream_names')),
    post({ ...made, stream_names: Array.from({ length: 1001 }, () => 'ideas') }, invalid('stream_names')),
    post({ ...made, stream_names: ['ideas', 'nowhere'] }, noChannel),
    post(
      { ...made, stream_names: ['general'] },
      badRequest("'general' is a default channel and cannot be added to 'New'"),
    ),
    post(
      { ...made, stream_names: ['secret'] },
      badRequest("'secret' is private and cannot be added to 'New'"),
    ),
    patch({ new_group_name: '' }, invalid('new_group_name')),
    patch({ new_group_name: 'x' }, noGroup, '999'),
    patch({ new_group_name: 'x' }, invalid('group_id'), 'Full'),
    streams('toggle', names, invalid('op')),
    streams('add', undefined, missing('stream_names')),
    streams('add', names, badRequest("Channel 'ideas' is already in default channel group 'Full'")),
    streams('remove', ['fonts'], badRequest("Channel 'Fonts' is not in default channel group 'Full'")),
    streams('remove', ['ideas', 'nowhere'], noChannel),
    { who: ada, method: 'delete', path: `${path}/999`, answer: noGroup },
  ])
  const { status } = await anonymous(server.url, `${path}/create`, { method: 'POST' })
  expect(status).toBe(401)
  expect(item((await groups()).at(-1))['streams']).toEqual([ideas.id])
})
