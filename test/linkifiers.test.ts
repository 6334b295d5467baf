// Linkifiers of an organization: added, changed, ordered and removed, and what they do in messages and topics.
import { expect, test } from 'bun:test'
import { addChannel } from './support/channels'
import { anonymous } from './support/client'
import { eventsOf, holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, admin, mia } = await scenario({ admin: 'administrator Ada Admin', mia: 'member Mia Member' })

const tickets = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tickets.example/{id}' }

async function add(parameters: Record<string, unknown>): Promise<number> {
  const reply = await holdsLaw([mia], () => admin.post('/realm/filters', parameters))
  expect(reply.body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
  return Number(reply.body['id'])
}

async function list(): Promise<unknown> {
  return (await mia.get('/realm/linkifiers')).body['linkifiers']
}

async function remove(id: number): Promise<void> {
  const reply = await holdsLaw([mia], () => admin.delete(`/realm/filters/${id}`))
  expect(reply.status).toBe(200)
}

test('messages and topics link what a linkifier matches, and an edit what the linkifiers of its time do', async () => {
  const channel = await addChannel(server.owner, 'tickets', [admin, mia])
  const id = await add(tickets)
  expect(await list()).toEqual([{ id, ...tickets }])
  const sent = await mia.post('/messages', {
    type: 'stream',
    to: channel.id,
    topic: 'about #7',
    content: 'see #12',
  })
  const read = async () => (await mia.get(`/messages/${sent.body['id']}`)).body['message']
  expect(await read()).toMatchObject({
    content: '<p>see <a href="https://tickets.example/12">#12</a></p>',
    topic_links: [{ text: '#7', url: 'https://tickets.example/7' }],
  })
  const watcher = await register(mia)
  await mia.patch(`/messages/${sent.body['id']}`, { topic: 'about #8' })
  expect(await eventsOf({ person: mia, state: watcher })).toContainEqual(
    expect.objectContaining({
      type: 'update_message',
      topic_links: [{ text: '#8', url: 'https://tickets.example/8' }],
    }),
  )

  const other = { url_template: 'https://other.example/{?id}' }
  expect((await holdsLaw([mia], () => admin.patch(`/realm/filters/${id}`, other))).status).toBe(200)
  expect(await list()).toEqual([{ id, ...tickets, ...other }])
  expect(await read()).toMatchObject({
    content: '<p>see <a href="https://tickets.example/12">#12</a></p>',
    topic_links: [{ text: '#8', url: 'https://other.example/?id=8' }],
  })
  await mia.patch(`/messages/${sent.body['id']}`, { content: 'see #13' })
  expect(await read()).toMatchObject({
    content: '<p>see <a href="https://other.example/?id=13">#13</a></p>',
  })
  const rendered = await mia.post('/messages/render', { content: '#1' })
  expect(rendered.body['rendered']).toBe('<p><a href="https://other.example/?id=1">#1</a></p>')
  await remove(id)
  expect(await list()).toEqual([])
  expect(await read()).toMatchObject({ topic_links: [] })
})

test('of two that match, the first in the order wins', async () => {
  const first = await add(tickets)
  const second = await add({ pattern: '#(?P<n>[0-9]+)', url_template: 'https://second.example/{n}' })
  const link = async () => (await mia.post('/messages/render', { content: '#1' })).body['rendered']
  expect(await link()).toContain('tickets.example')
  const order = (ids: unknown) =>
    holdsLaw([mia], () => admin.patch('/realm/linkifiers', { ordered_linkifier_ids: ids }))
  expect((await order([second, first])).status).toBe(200)
  expect(await list()).toMatchObject([{ id: second }, { id: first }])
  expect(await link()).toContain('second.example')
  await remove(first)
  await remove(second)
})

test('clients that do not know URL templates are told of no linkifiers', async () => {
  const id = await add(tickets)
  const old = await register(mia)
  const modern = await register(mia, { client_capabilities: { linkifier_url_template: true } })
  expect([old['realm_linkifiers'], modern['realm_linkifiers']]).toEqual([[], [{ id, ...tickets }]])
  await remove(id)
  expect(await eventsOf({ person: mia, state: old })).toEqual([])
  expect(await eventsOf({ person: mia, state: modern })).toEqual([
    { id: 0, type: 'realm_linkifiers', realm_linkifiers: [] },
  ])
})

test('bad input is refused and changes nothing', async () => {
  const id = await add(tickets)
  const other = await add({ pattern: 'x', url_template: 'https://x.example/' })
  const administrators = badRequest('Must be an organization administrator')
  const make = (parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'post',
    path: '/realm/filters',
    parameters: { ...parameters },
    answer,
  })
  const change = (filter: unknown, parameters: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: `/realm/filters/${filter}`,
    parameters: { ...parameters },
    answer,
  })
  const order = (ids: unknown, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'patch',
    path: '/realm/linkifiers',
    parameters: { ordered_linkifier_ids: ids },
    answer,
  })
  const taken = badRequest('There is a linkifier with that pattern already')
  const badOrder = badRequest('Invalid order mapping: it must name every ID, each once')
  await areRefused(mia, [
    make({ pattern: 'y' }, missing('url_template')),
    make({ url_template: 'https://y.example/' }, missing('pattern')),
    make({ pattern: ' ', url_template: 'https://y.example/' }, invalid('pattern')),
    make({ pattern: '(', url_template: 'https://y.example/' }, invalid('pattern')),
    make({ pattern: '(a)(?<=b)', url_template: 'https://y.example/' }, invalid('pattern')),
    make({ pattern: 'y'.repeat(1001), url_template: 'https://y.example/' }, invalid('pattern')),
    make({ pattern: 'y', url_template: 'javascript:alert(1)' }, invalid('url_template')),
    make({ pattern: 'y', url_template: 'https://y.example/{id}' }, invalid('url_template')),
    make({ pattern: '(?P<z>y)', url_template: 'https://y.example/' }, invalid('url_template')),
    make({ pattern: 'y', url_template: `https://y.example/${'y'.repeat(2000)}` }, invalid('url_template')),
    make(tickets, taken),
    make({ ...tickets, pattern: ` ${tickets.pattern} ` }, taken),
    make({ pattern: 'y', url_template: 'https://y.example/' }, administrators, mia),
    change(id, { pattern: 'x', url_template: 'https://x.example/' }, taken),
    change(id, { pattern: '(' }, invalid('pattern')),
    change(id, { url_template: 'https://y.example/' }, invalid('url_template')),
    change(999_999, { pattern: 'y' }, badRequest('Linkifier not found.')),
    change('one', { pattern: 'y' }, invalid('filter_id')),
    change(id, tickets, administrators, mia),
    order([id], badOrder),
    order([id, id], badOrder),
    order([id, other, 999_999], badOrder),
    order({}, invalid('ordered_linkifier_ids')),
    order([other, id], administrators, mia),
    {
      who: admin,
      method: 'delete',
      path: '/realm/filters/999999',
      answer: badRequest('Linkifier not found.'),
    },
    { who: mia, method: 'delete', path: `/realm/filters/${id}`, answer: administrators },
  ])
  const unchanged = await holdsLaw([mia], () => admin.patch(`/realm/filters/${id}`, {}))
  expect(unchanged.status).toBe(200)
  const nobody = await anonymous(server.url, '/realm/linkifiers')
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
  await remove(id)
  await remove(other)
})

test('patterns that make backtracking engines hang are matched in time that is bounded', async () => {
  const evil = ['(?P<x>(a+)+b)', '(?P<x>(a|aa)+c)', '(?P<x>a(.*a)*d)', '(?P<x>(.*.*.*.*)z)']
  const ids: number[] = []
  for (const pattern of evil) ids.push(await add({ pattern, url_template: 'https://a.example/{x}' }))
  const reply = await mia.post('/messages/render', { content: 'a'.repeat(10_000) })
  expect(reply.body['rendered']).toBe(`<p>${'a'.repeat(10_000)}</p>`)
  for (const id of ids) await remove(id)
})

test('there can be at most 100', async () => {
  for (let index = 0; index < 100; index++) {
    const reply = await admin.post('/realm/filters', {
      pattern: `word${index}`,
      url_template: 'https://word.example/',
    })
    expect(reply.status).toBe(200)
  }
  const reply = await admin.post('/realm/filters', { pattern: 'more', url_template: 'https://word.example/' })
  expect(reply.body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
})
