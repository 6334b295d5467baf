// Reminders: a message, and a note on it, once more at a moment to come.
import { beforeEach, expect, test } from 'bun:test'
import { dueRemindersQuery } from '../src/reminders/repository'
import { addChannel } from './support/channels'
import { anonymous, type Parameters } from './support/client'
import { holdsLaw, register } from './support/law'
import { items } from './support/law/rules'
import { areRefused, badRequest, invalid, missing, type Refusal, noneOfOwn } from './support/refusals'
import { scenario } from './support/scenario'

let now: number
const { server, member, bob } = await scenario({ member: 'member Mia Member', bob: 'member' })
const secret = (await addChannel(server.owner, 'top * secret', [server.owner, member], { invite_only: true }))
  .id
beforeEach(() => {
  now = server.clock.now() / 1000
})

async function send(parameters: Parameters, who = bob): Promise<number> {
  const reply = await who.post('/messages', parameters)
  expect(reply.body).toMatchObject({ result: 'success' })
  return Number(reply.body['id'])
}

const toMember = (content: string) => send({ type: 'direct', to: [member.id], content })

async function remind(messageId: number, more: Parameters = {}, who = member): Promise<number> {
  const parameters = { message_id: messageId, scheduled_delivery_timestamp: now + 60, ...more }
  const reply = await holdsLaw([member, bob], () => who.post('/reminders', parameters))
  expect(reply.body).toMatchObject({ result: 'success', msg: '' })
  return Number(reply.body['reminder_id'])
}

async function list(who = member) {
  return items((await who.get('/reminders')).body['reminders'])
}

/** The newest message of the notification bot to the person, as Markdown or HTML. */
async function newest(asHtml = false, who = member): Promise<string> {
  const sender = { operator: 'sender', operand: 'notification-bot@confab.invalid' }
  const newest = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: asHtml, narrow: [sender] }
  const [message] = items((await who.get('/messages', newest)).body['messages'])
  return String(message?.['content'])
}

test('a reminder comes at its second, once, with the message and the note', async () => {
  const target = await toMember('Call me *back*')
  const id = await remind(target, { note: ' before lunch ' })
  const [reminder] = await list()
  expect(reminder).toEqual({
    reminder_id: id,
    type: 'private',
    to: [member.id],
    content: reminder?.['content'],
    rendered_content: expect.stringContaining('before lunch'),
    scheduled_delivery_timestamp: now + 60,
    failed: false,
    reminder_target_message_id: target,
  })
  expect((await register(member))['max_reminder_note_length']).toBe(1000)
  await server.advance(59_000)
  expect(await list()).toHaveLength(1)
  await holdsLaw([member, bob], () => server.advance(1000))
  expect(await list()).toEqual([])
  expect(await newest()).toBe(String(reminder?.['content']))
  expect(await newest()).toContain('Call me *back*')
  expect(await newest()).toContain(`by @_**Bob|${bob.id}**`)
  const { sqlite } = server.organization.db
  const count = () => sqlite.query<{ n: number }, []>('SELECT count(*) AS n FROM messages').get()?.n
  const before = count()
  await server.advance(60_000)
  expect(count()).toBe(before)
})

test('a message in a private channel is linked to, whatever its channel is called', async () => {
  const target = await send(
    { type: 'channel', to: secret, topic: 'a) b', content: '```\ncode\n```' },
    server.owner,
  )
  await remind(target)
  await server.advance(60_000)
  const html = await newest(true)
  expect(html).toContain(`/#narrow/channel/${secret}-top-*-secret/topic/a.29.20b/near/${target}"`)
  expect(html).toContain('code\n')
  expect(html).toContain('<blockquote>')
})

test('of a message that is out of sight by then, only the note is left', async () => {
  const { id: to } = await addChannel(server.owner, 'for a while', [server.owner, member], {
    invite_only: true,
  })
  const target = await send({ type: 'channel', to, topic: 'x', content: 'for our eyes' }, server.owner)
  await remind(target, { note: 'ask about this' })
  await server.owner.delete('/users/me/subscriptions', {
    subscriptions: ['for a while'],
    principals: [member.id],
  })
  await server.advance(60_000)
  expect(await newest()).not.toContain('our eyes')
  expect(await newest()).toContain('no longer there for you to read')
  expect(await newest()).toContain('ask about this')
})

test('a very long message is shortened to fit', async () => {
  const target = await toMember('x'.repeat(10_000))
  await remind(target, { note: 'y'.repeat(1000) })
  await server.advance(60_000)
  expect([...(await newest())]).toHaveLength(10_000)
  expect(await newest()).toContain('xxx…')
})

test('a reminder that is taken back does not come; those of deactivated accounts wait', async () => {
  const target = await toMember('Never mind')
  const id = await remind(target)
  const reply = await holdsLaw([member], () => member.delete(`/reminders/${id}`))
  expect(reply.body).toEqual({ result: 'success', msg: '' })
  await server.advance(60_000)
  expect(await newest()).not.toContain('Never mind')

  const person = await server.addPerson('Away For Long')
  const own = await send({ type: 'direct', to: [person.id], content: 'Welcome back' }, person)
  now = server.clock.now() / 1000
  await remind(own, {}, person)
  await server.owner.delete(`/users/${person.id}`)
  await server.advance(24 * 3600_000)
  await server.reactivate(person)
  expect(await list(person)).toHaveLength(1)
  await server.restart(() => server.clock.advance(24 * 3600_000))
  await server.server.tick()
  expect(await newest(false, person)).toContain('Welcome back')
})

test('bad input is refused and changes nothing', async () => {
  const target = await toMember('Hello')
  const foreign = await send({ type: 'direct', to: [bob.id], content: 'Mine' })
  const bobs = await remind(foreign, {}, bob)
  const post = (parameters: Parameters, answer: Refusal['answer']): Refusal => ({
    who: member,
    method: 'post',
    path: '/reminders',
    parameters: { message_id: target, scheduled_delivery_timestamp: now + 60, ...parameters },
    answer,
  })
  await areRefused(member, [
    post({ message_id: undefined }, missing('message_id')),
    post({ message_id: 'x' }, invalid('message_id')),
    post({ message_id: 999_999 }, badRequest('Invalid message(s)')),
    post({ message_id: foreign }, badRequest('Invalid message(s)')),
    post({ scheduled_delivery_timestamp: undefined }, missing('scheduled_delivery_timestamp')),
    post({ scheduled_delivery_timestamp: 'x' }, invalid('scheduled_delivery_timestamp')),
    post(
      { scheduled_delivery_timestamp: now },
      badRequest('scheduled_delivery_timestamp must be in the future'),
    ),
    post({ note: 'x'.repeat(1001) }, invalid('note')),
    {
      who: member,
      method: 'delete',
      path: `/reminders/${bobs}`,
      answer: noneOfOwn('Reminder does not exist'),
    },
    { who: member, method: 'delete', path: '/reminders/999', answer: noneOfOwn('Reminder does not exist') },
  ])
  const nobody = await anonymous(server.url, '/reminders')
  expect([nobody.status, nobody.body['code']]).toEqual([401, 'UNAUTHORIZED'])
})

test('the search for what is due uses its index', () => {
  const { db } = server.organization
  const { sql } = dueRemindersQuery(db.orm).toSQL()
  using plan = db.sqlite.prepare<{ detail: string }, number[]>(`EXPLAIN QUERY PLAN ${sql}`)
  const [first] = plan.all(0, 0, 1, 1)
  expect(first?.detail).toContain('USING INDEX reminders_due')
})
