// Custom profile fields: what administrators ask for, what people say, and how everybody's clients follow (contract 2.4, 4.13).
import { expect, test } from 'bun:test'
import { anonymous, type Client } from './support/client'
import { holdsLaw } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, admin, mia, guest } = await scenario({
  admin: 'administrator Ada Admin',
  mia: 'member Mia Member',
  guest: 'guest Gus Guest',
})
const everybody = [admin, mia, guest]

type Field = { id: number } & Record<string, unknown>

async function add(field_type: number, parameters: object = {}): Promise<number> {
  const reply = await holdsLaw(everybody, () =>
    admin.post('/realm/profile_fields', { field_type, name: `Field ${field_type}`, ...parameters }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
  return Number(reply.body['id'])
}

async function fields(): Promise<Field[]> {
  const list = (await mia.get('/realm/profile_fields')).body['custom_fields']
  return Array.isArray(list) ? list : []
}

async function drop(...ids: number[]): Promise<void> {
  for (const id of ids) {
    const reply = await holdsLaw(everybody, () => admin.delete(`/realm/profile_fields/${id}`))
    expect(reply.status).toBe(200)
  }
}

function say(who: Client, ...data: { id: number; value: unknown }[]) {
  return holdsLaw(everybody, () => who.patch('/users/me/profile_data', { data }))
}

async function said(who: Client): Promise<unknown> {
  const reply = await mia.get(`/users/${who.id}`, { include_custom_profile_fields: true })
  return reply.body['user']
}

test('a field of each kind is made, filled and read by everyone', async () => {
  const options = { python: { text: 'Python', order: '1' }, java: { text: 'Java', order: 2 } }
  const short = await add(1, { hint: ' What we call you ', required: true })
  const long = await add(2)
  const choice = await add(3, { field_data: options })
  const date = await add(4)
  const link = await add(5)
  const people = await add(6)
  const account = await add(7, { name: undefined, field_data: { subtype: 'github' } })
  const pronouns = await add(8, { editable_by_user: false, display_in_profile_summary: true })
  const plain = { hint: '', field_data: '', required: false, editable_by_user: true }
  expect(await fields()).toEqual([
    { ...plain, id: short, type: 1, order: 1, name: 'Field 1', hint: 'What we call you', required: true },
    { ...plain, id: long, type: 2, order: 2, name: 'Field 2' },
    {
      ...plain,
      id: choice,
      type: 3,
      order: 3,
      name: 'Field 3',
      field_data: '{"python":{"text":"Python","order":"1"},"java":{"text":"Java","order":"2"}}',
    },
    { ...plain, id: date, type: 4, order: 4, name: 'Field 4' },
    { ...plain, id: link, type: 5, order: 5, name: 'Field 5' },
    { ...plain, id: people, type: 6, order: 6, name: 'Field 6' },
    {
      ...plain,
      id: account,
      type: 7,
      order: 7,
      name: 'GitHub',
      hint: 'Enter your GitHub username',
      field_data: '{"subtype":"github"}',
    },
    {
      ...plain,
      id: pronouns,
      type: 8,
      order: 8,
      name: 'Field 8',
      editable_by_user: false,
      display_in_profile_summary: true,
    },
  ])

  const reply = await say(
    mia,
    { id: short, value: ' *Mia* ' },
    { id: long, value: 'a\n\nb' },
    { id: choice, value: 'java' },
    { id: date, value: '2000-02-29' },
    { id: link, value: 'https://example.com/?q=1' },
    { id: people, value: [admin.id, mia.id, admin.id] },
    { id: account, value: 'mia' },
  )
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  const byAdministrator = await holdsLaw(everybody, () =>
    admin.patch(`/users/${mia.id}`, { profile_data: [{ id: pronouns, value: 'they/them' }] }),
  )
  expect(byAdministrator.status).toBe(200)
  expect(await said(mia)).toMatchObject({
    profile_data: {
      [short]: { value: '*Mia*', rendered_value: '<p><em>Mia</em></p>' },
      [long]: { value: 'a\n\nb', rendered_value: '<p>a</p>\n<p>b</p>' },
      [choice]: { value: 'java' },
      [date]: { value: '2000-02-29' },
      [link]: { value: 'https://example.com/?q=1' },
      [people]: { value: `[${admin.id},${mia.id}]` },
      [account]: { value: 'mia' },
      [pronouns]: { value: 'they/them' },
    },
  })

  await say(mia, { id: short, value: '' }, { id: long, value: null })
  const taken = await holdsLaw(everybody, () =>
    mia.delete('/users/me/profile_data', { data: [date, link, date] }),
  )
  expect(taken.body).toEqual({ result: 'success', msg: '' })
  expect(Object.keys(Object(Object(await said(mia))['profile_data']))).toEqual(
    [choice, people, account, pronouns].map(String),
  )
  await drop(short, long, choice, date, link, people, account, pronouns)
  expect(await said(mia)).toMatchObject({ profile_data: {} })
})

test('fields are changed in part, ordered, and lose what is no option any more', async () => {
  const choice = await add(3, { field_data: { a: { text: 'A', order: '1' }, b: { text: 'B', order: '2' } } })
  const short = await add(1)
  await say(mia, { id: choice, value: 'a' }, { id: short, value: 'x' })
  await say(guest, { id: choice, value: 'b' })
  const change = (id: number, parameters: Record<string, unknown>) =>
    holdsLaw(everybody, () => admin.patch(`/realm/profile_fields/${id}`, parameters))
  await change(choice, { field_data: { b: { text: 'Beta', order: '1' } } })
  expect(await said(mia)).toMatchObject({ profile_data: { [short]: { value: 'x' } } })
  expect(Object(Object(await said(mia))['profile_data'])).not.toHaveProperty(String(choice))
  expect(await said(guest)).toMatchObject({ profile_data: { [choice]: { value: 'b' } } })

  await change(short, { name: 'Nickname', hint: 'h', required: true, editable_by_user: false })
  await change(short, { display_in_profile_summary: true })
  const before = await fields()
  expect((await change(short, {})).status).toBe(200)
  expect(await fields()).toEqual(before)
  await holdsLaw(everybody, () => admin.patch('/realm/profile_fields', { order: [short, choice] }))
  expect(await fields()).toMatchObject([
    {
      id: short,
      order: 1,
      name: 'Nickname',
      hint: 'h',
      required: true,
      editable_by_user: false,
      display_in_profile_summary: true,
    },
    { id: choice, order: 2 },
  ])
  // Only administrators fill it now, their own too.
  await areRefused(admin, [
    {
      who: mia,
      method: 'patch',
      path: '/users/me/profile_data',
      parameters: { data: [{ id: short, value: 'y' }] },
      answer: badRequest(expect.stringContaining('not allowed to change this field')),
    },
    {
      who: mia,
      method: 'delete',
      path: '/users/me/profile_data',
      parameters: { data: [short] },
      answer: badRequest(expect.stringContaining('not allowed to change this field')),
    },
  ])
  expect((await say(admin, { id: short, value: 'y' })).status).toBe(200)
  await drop(choice, short)
})

test('bad input is refused, names the rule and changes nothing', async () => {
  const choice = await add(3, { field_data: { a: { text: 'A', order: '1' } } })
  const short = await add(1, { name: 'Short', display_in_profile_summary: true })
  const date = await add(4, { display_in_profile_summary: true })
  const link = await add(5)
  const people = await add(6)
  const gone = await server.addPerson('Gone Person')
  await server.owner.delete(`/users/${gone.id}`)
  await say(mia, { id: short, value: 'as it was' })

  const make = (parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'post',
    path: '/realm/profile_fields',
    parameters: { ...parameters },
    answer,
  })
  const fill = (id: number, value: unknown, message: string): Refusal => ({
    who: mia,
    method: 'patch',
    path: '/users/me/profile_data',
    // The first entry is fine, and is not kept.
    parameters: {
      data: [
        { id: short, value: 'new' },
        { id, value },
      ],
    },
    answer: badRequest(expect.stringContaining(message)),
  })
  const change = (id: unknown, parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: `/realm/profile_fields/${id}`,
    parameters: { ...parameters },
    answer,
  })
  const option = (text: string) => ({ x: { text, order: '1' } })
  const administrators = badRequest('Must be an organization administrator')
  const order = (ids: unknown, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: '/realm/profile_fields',
    parameters: { order: ids },
    answer,
  })
  await areRefused(mia, [
    make({ name: 'x' }, missing('field_type')),
    make({ name: 'x', field_type: 9 }, invalid('field_type')),
    make({ name: 'x', field_type: 'one' }, invalid('field_type')),
    make({ field_type: 1 }, badRequest('Label cannot be blank.')),
    make({ name: '\u200b ', field_type: 1 }, badRequest('Label cannot be blank.')),
    make({ name: 'x'.repeat(41), field_type: 1 }, invalid('name')),
    make({ name: 'x', hint: 'x'.repeat(81), field_type: 1 }, invalid('hint')),
    make({ name: ' short ', field_type: 1 }, badRequest('A field with that label already exists.')),
    make({ name: 'x', field_type: 3 }, badRequest('Field must have at least one choice.')),
    make({ name: 'x', field_type: 3, field_data: [] }, invalid('field_data')),
    ...['', 'k'.repeat(101), '\n'.repeat(101)].map((key) =>
      make(
        { name: 'x', field_type: 3, field_data: { [key]: { text: 'A', order: '1' } } },
        invalid('field_data'),
      ),
    ),
    make({ name: 'x', field_type: 3, field_data: { 'a\nb': 5 } }, badRequest(expect.any(String))),
    make({ name: 'x', field_type: 3, field_data: { x: 'X' } }, badRequest(expect.any(String))),
    make({ name: 'x', field_type: 3, field_data: option(' ') }, badRequest(expect.any(String))),
    make({ name: 'x', field_type: 3, field_data: option('x'.repeat(101)) }, badRequest(expect.any(String))),
    make(
      { name: 'x', field_type: 3, field_data: { ...option('A'), y: { text: 'A ', order: '2' } } },
      badRequest('Field must not have duplicate choices.'),
    ),
    make({ name: 'x', field_type: 7 }, badRequest('field_data must name a subtype')),
    make({ name: 'x', field_type: 7, field_data: { subtype: 'toString' } }, badRequest(expect.any(String))),
    make({ name: 'x', field_type: 7, field_data: { subtype: 'custom' } }, badRequest(expect.any(String))),
    make(
      { name: 'x', field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://x.io/' } },
      badRequest(expect.any(String)),
    ),
    make(
      {
        name: 'x',
        field_type: 7,
        field_data: { subtype: 'custom', url_pattern: 'javascript:alert(%(username)s)' },
      },
      badRequest('url_pattern is not a URL'),
    ),
    make(
      { name: 'x', field_type: 2, display_in_profile_summary: true },
      badRequest('Field type not supported for display in profile summary.'),
    ),
    make(
      { name: 'x', field_type: 1, display_in_profile_summary: true },
      badRequest(expect.stringContaining('Only 2')),
    ),
    make({ name: 'x', field_type: 1 }, administrators, mia),
    make({ name: 'x', field_type: 1 }, administrators, guest),
    change(999_999, { name: 'x' }, badRequest('Field id 999999 not found.')),
    change('one', { name: 'x' }, invalid('field_id')),
    change(choice, { field_data: {} }, badRequest('Field must have at least one choice.')),
    change(short, { name: '' }, badRequest('Label cannot be blank.')),
    change(choice, { name: 'SHORT' }, badRequest('A field with that label already exists.')),
    change(short, { name: 'x' }, administrators, guest),
    {
      who: admin,
      method: 'delete',
      path: '/realm/profile_fields/999999',
      answer: badRequest('Field id 999999 not found.'),
    },
    { who: mia, method: 'delete', path: `/realm/profile_fields/${short}`, answer: administrators },
    order([choice, short, date, link], badRequest(expect.stringContaining('Invalid order mapping'))),
    order([choice, short, date, link, link], badRequest(expect.stringContaining('Invalid order mapping'))),
    order([choice, short, date, link, 999_999], badRequest(expect.stringContaining('Invalid order mapping'))),
    order('all', invalid('order')),
    order([choice, short, date, link, people], administrators, mia),
    fill(999_999, 'x', 'Field id 999999 not found.'),
    fill(short, 'x'.repeat(51), 'too long (limit: 50 characters)'),
    fill(short, 7, 'is not a string'),
    fill(short, '  ', 'cannot be blank'),
    fill(choice, 'A', 'is not a valid choice'),
    fill(choice, 'toString', 'is not a valid choice'),
    fill(date, '2001-02-29', 'is not a date'),
    fill(date, 'yesterday', 'is not a date'),
    fill(link, 'javascript:alert(1)', 'is not a URL'),
    fill(people, [], 'must be a list of 1 to 100 user IDs'),
    fill(people, 'x', 'must be a list of 1 to 100 user IDs'),
    fill(
      people,
      Array.from({ length: 101 }, () => mia.id),
      'must be a list of 1 to 100 user IDs',
    ),
    fill(people, [999_999], 'Invalid user ID: 999999'),
    fill(people, [gone.id], 'is deactivated'),
    {
      who: admin,
      method: 'patch',
      path: `/users/${mia.id}`,
      parameters: { full_name: 'Not Kept', profile_data: [{ id: 999_999, value: 'x' }] },
      answer: badRequest('Field id 999999 not found.'),
    },
  ])
  for (const [path, init] of [
    ['/realm/profile_fields', {}],
    ['/users/me/profile_data', { method: 'PATCH' }],
  ] as const) {
    const nobody = await anonymous(server.url, path, init)
    expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  }
})

test('there can be at most 100 fields, and each name once', async () => {
  for (const { id } of await fields()) await admin.delete(`/realm/profile_fields/${id}`)
  for (let index = 0; index < 100; index++) {
    const reply = await admin.post('/realm/profile_fields', { field_type: 1, name: `Field number ${index}` })
    expect(reply.status).toBe(200)
  }
  const reply = await admin.post('/realm/profile_fields', { field_type: 1, name: 'One more' })
  expect(reply.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
  expect(await fields()).toHaveLength(100)
})
