// Outgoing webhooks when things change meanwhile: messages, bots, addresses, the organization; and where none may go.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { addWebhookBot, botProgram, contentIn, toldIn, type BotProgram } from './support/bot-programs'
import { botWorld, fails, hour, ok, rules, second } from './support/bot-world'
import { messagesIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { gate, storedJobs, until } from './support/jobs'
import { holdsLaw } from './support/law'
import { item } from './support/law/rules'
import { sendDirectly, sendToChannel } from './support/messages'
import { TestServer } from './support/server'

// Hours of the test clock in short steps, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, owner, ann, bob, general, programs, ...world } = await botWorld()
const { botWith, tell, mentionOf, saidBy, toldOf, jobsOf, remove, pass } = world

describe('what has changed while a call waits', () => {
  /** A bot whose program is not well yet, a message for it, and the bot's answer afterwards. */
  async function waiting(): Promise<{ bot: Client; program: BotProgram; id: number }> {
    const answers = [fails(500)]
    const [bot, program] = await botWith(() => answers.shift() ?? ok('an answer'))
    return { bot, program, id: await tell(bot, 'Before') }
  }

  test('the message: it is told as it is by then', async () => {
    const { bot, program, id } = await waiting()
    await bob.patch(`/messages/${id}`, { content: 'After' })
    await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    await pass(10 * second, 5 * second)
    expect(program.calls.map(contentIn)).toEqual(['Before', 'After'])
    expect(item(toldIn(program.calls[1] ?? never())['message'])).toMatchObject({
      reactions: [{ emoji_name: 'tada', user_id: bob.id }],
      last_edit_timestamp: expect.any(Number),
      edit_history: [{ prev_content: 'Before', user_id: bob.id }],
    })
    expect(await saidBy(bot)).toEqual(['an answer'])
  })

  test('the message is deleted: nobody is called', async () => {
    const { bot, program, id } = await waiting()
    await remove(id)
    await pass(10 * second, 5 * second)
    expect(program.calls).toHaveLength(1)
    expect([await saidBy(bot), jobsOf(bot)]).toEqual([[], []])
  })

  test('the bot is deactivated, or its owner is: nobody is called, and nobody told', async () => {
    const { bot, program } = await waiting()
    await ann.delete(`/bots/${bot.id}`)
    const leaver = await server.addPerson('Leaver')
    const orphan = await addWebhookBot(leaver, program.url)
    const dead = botProgram()
    dead.stop()
    await leaver.patch(`/bots/${orphan.id}`, { service_payload_url: dead.url })
    await tell(orphan)
    await owner.delete(`/users/${leaver.id}`)
    await pass(10 * 60 * second)
    expect(program.calls).toHaveLength(1)
    expect([jobsOf(bot), jobsOf(orphan), await toldOf(bot)]).toEqual([[], [], []])
  })

  test('the address: what waits is told there, at once', async () => {
    const dead = botProgram()
    dead.stop()
    const bot = await addWebhookBot(ann, dead.url)
    await tell(bot)
    await pass(20 * 60 * second)
    expect(await toldOf(bot)).toHaveLength(1)
    const [, program] = await botWith(() => ok('moved'))
    const fields = { service_payload_url: `${program.url}/new` }
    await holdsLaw([ann, bob], () => ann.patch(`/bots/${bot.id}`, fields))
    await server.server.settled()
    expect(program.asked).toEqual(['/new'])
    expect(await saidBy(bot)).toEqual(['moved'])
  })

  test('the message goes to another topic, or out of the sight of the bot', async () => {
    const [bot, program] = await botWith(() => (program.calls.length % 2 === 1 ? fails(500) : ok('there')))
    const mention = await mentionOf(bot)
    const moved = await sendToChannel(bob, general, mention, 'here')
    await server.server.settled()
    await owner.patch(`/messages/${moved}`, { topic: 'elsewhere', send_notification_to_new_thread: false })
    await pass(10 * second, 5 * second)
    const elsewhere = await messagesIn(bob, [{ operator: 'topic', operand: 'elsewhere' }])
    expect(elsewhere).toMatchObject([{ id: moved }, { sender_id: bot.id, content: '<p>there</p>' }])
    const closed = await addChannel(owner, 'closed', [owner, bob], { invite_only: true })
    const hidden = await sendToChannel(bob, general, mention, 'open')
    await server.server.settled()
    await owner.patch(`/messages/${hidden}`, { stream_id: closed.id, send_notification_to_new_thread: false })
    await pass(10 * second, 5 * second)
    expect(program.calls).toHaveLength(3)
    expect(jobsOf(bot)).toEqual([])
  })
})

describe('what has changed while a program answers', () => {
  /** What comes of an answer that is given after something else has happened. */
  async function answeredAfter(change: (bot: Client, id: number) => Promise<unknown>): Promise<unknown[]> {
    const thinking = gate()
    const [bot, program] = await botWith(async () => {
      await thinking.opened
      return ok('thought over')
    })
    const id = await sendDirectly(bob, [bot])
    await until(() => program.calls.length === 1)
    await change(bot, id)
    thinking.open()
    await server.server.settled()
    expect([jobsOf(bot), await toldOf(bot)]).toEqual([[], []])
    return saidBy(bot)
  }

  test('the message is deleted, or the bot deactivated: nothing is said; edited: it is', async () => {
    expect(await answeredAfter((_bot, id) => remove(id))).toEqual([])
    expect(await answeredAfter((bot) => ann.delete(`/bots/${bot.id}`))).toEqual([])
    expect(await answeredAfter((_bot, id) => bob.patch(`/messages/${id}`, { content: 'Anew' }))).toEqual([
      'thought over',
    ])
  })
})

test('the answer and the end of its call are one write: where one can not be, neither is', async () => {
  const [bot, program] = await botWith(() => ok('once'))
  const { sqlite } = server.organization.db
  sqlite.run(
    "CREATE TEMP TRIGGER unended BEFORE DELETE ON jobs BEGIN SELECT raise(ABORT, 'It can not be noted'); END",
  )
  await tell(bot)
  expect([program.calls.length, await saidBy(bot)]).toEqual([1, []])
  sqlite.run('DROP TRIGGER unended')
  await pass(10 * second, 5 * second)
  expect([program.calls.length, await saidBy(bot)]).toEqual([2, ['once']])
  expect(jobsOf(bot)).toEqual([])
})

test('the address changes while the old one is called: the new one is, too, and the owner hears nothing of it', async () => {
  const thinking = gate()
  const [bot, program] = await botWith(async (_told, { path }) => {
    await thinking.opened
    return path === '/new' ? ok('from the new one') : fails(404)
  })
  await sendDirectly(bob, [bot])
  await until(() => program.calls.length === 1)
  await ann.patch(`/bots/${bot.id}`, { service_payload_url: `${program.url}/new` })
  thinking.open()
  await pass(10 * second, 5 * second)
  expect(await saidBy(bot)).toEqual(['from the new one'])
  expect(await toldOf(bot)).toEqual([])
})

test('in an organization that is deactivated nobody is called, and nothing said', async () => {
  const closing = await TestServer.start({ rules })
  const thinking = gate()
  const program = botProgram(async ({ data }) => {
    if (data === 'down') return fails(503)
    await thinking.opened
    return ok('thought over')
  })
  programs.push(program)
  const bot = await addWebhookBot(closing.owner, program.url)
  await sendDirectly(closing.owner, [bot], 'think')
  await sendDirectly(closing.owner, [bot], 'down')
  await until(() => program.calls.length === 2)
  await closing.owner.post('/realm/deactivate')
  thinking.open()
  await closing.server.settled()
  await closing.advance(hour)
  expect(program.calls).toHaveLength(2)
  expect(storedJobs(closing).filter(({ kind }) => kind === 'call-webhook')).toEqual([])
  const { sqlite } = closing.organization.db
  expect(sqlite.query('SELECT 1 FROM messages WHERE sender_id = ?').all(bot.id)).toEqual([])
  await closing.stop()
})

test('the address of a private network is not called, unless whoever runs the server allows it', async () => {
  const strict = await TestServer.start()
  const program = botProgram()
  programs.push(program)
  const bot = await addWebhookBot(strict.owner, program.url)
  await sendDirectly(strict.owner, [bot])
  await strict.server.settled()
  expect(program.calls).toEqual([])
  const told = await messagesIn(strict.owner, [
    { operator: 'sender', operand: 'notification-bot@confab.invalid' },
  ])
  expect(String(told.at(-1)?.['content'])).toContain('is not called: The address is not of the open Internet')
  await strict.stop()
})

function never(): never {
  throw new Error('It was not called again')
}
