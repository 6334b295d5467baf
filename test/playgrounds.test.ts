// Code playgrounds: added and removed by administrators, known to everybody's clients (contract 4.8).
import { expect, test } from 'bun:test'
import { anonymous } from './support/client'
import { holdsLaw, register } from './support/law'
import { areRefused, badRequest, invalid, missing, type Refusal } from './support/refusals'
import { scenario } from './support/scenario'

const { server, admin, mia, guest } = await scenario({
  admin: 'administrator Ada Admin',
  mia: 'member Mia Member',
  guest: 'guest Gus Guest',
})

const python = {
  name: 'Python playground',
  pygments_language: 'Python',
  url_template: 'https://python.example/?code={code}',
}

test('a playground is added, known to everyone, and removed', async () => {
  const reply = await holdsLaw([mia, guest], () =>
    admin.post('/realm/playgrounds', { ...python, name: ` ${python.name} ` }),
  )
  expect(reply.body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
  const { id } = reply.body
  expect((await register(guest))['realm_playgrounds']).toEqual([{ id, ...python }])
  const second = await holdsLaw([mia], () => admin.post('/realm/playgrounds', { ...python, name: 'Another' }))
  expect(second.status).toBe(200)
  for (const each of [id, second.body['id']]) {
    const removed = await holdsLaw([mia, guest], () => admin.delete(`/realm/playgrounds/${each}`))
    expect(removed.body).toEqual({ result: 'success', msg: '' })
  }
  expect((await register(guest))['realm_playgrounds']).toEqual([])
})

test.each([
  'https://play.example/{?code}',
  'https://play.example/#{code}',
  'https://play.example/{+code}',
  'http://play.example:8080/run{/code}',
])('%s is a template with exactly the variable `code`', async (url_template) => {
  const reply = await admin.post('/realm/playgrounds', { ...python, url_template })
  expect(reply.status).toBe(200)
  expect((await admin.delete(`/realm/playgrounds/${reply.body['id']}`)).status).toBe(200)
})

test('bad input is refused and changes nothing', async () => {
  const { body } = await admin.post('/realm/playgrounds', python)
  const administrators = badRequest('Must be an organization administrator')
  const make = (changes: object, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'post',
    path: '/realm/playgrounds',
    parameters: { ...python, name: 'New', ...changes },
    answer,
  })
  const template = (url_template: unknown) => make({ url_template }, invalid('url_template'))
  const remove = (id: unknown, answer: Refusal['answer'], who = admin): Refusal => ({
    who,
    method: 'delete',
    path: `/realm/playgrounds/${id}`,
    answer,
  })
  await areRefused(mia, [
    make({ name: undefined }, missing('name')),
    make({ pygments_language: undefined }, missing('pygments_language')),
    make({ url_template: undefined }, missing('url_template')),
    make({ name: ' ' }, invalid('name')),
    make({ name: 'x'.repeat(101) }, invalid('name')),
    make({ pygments_language: '' }, invalid('pygments_language')),
    make({ pygments_language: 'C<script>' }, invalid('pygments_language')),
    make({ pygments_language: 'x'.repeat(41) }, invalid('pygments_language')),
    template('https://play.example/'),
    template('https://play.example/{source}'),
    template('https://play.example/{code}{lang}'),
    template('https://play.example/{code'),
    template('https://play.example/{code!}'),
    template('javascript:{code}'),
    template('{+code}'),
    template(`https://play.example/{code}${'x'.repeat(2000)}`),
    make({ name: python.name }, badRequest(expect.stringContaining('already'))),
    make({}, administrators, mia),
    make({}, administrators, guest),
    remove(999_999, badRequest('Invalid playground')),
    remove('one', invalid('playground_id')),
    remove(body['id'], administrators, mia),
  ])
  const nobody = await anonymous(server.url, '/realm/playgrounds', { method: 'POST' })
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})
