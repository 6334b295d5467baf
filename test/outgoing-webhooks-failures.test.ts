// Outgoing webhooks that fail: what is tried again and what is not, what owners are told, and that nothing is lost or said twice.
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { formats, verdictOn } from '../src/outgoing-webhooks/answer'
import { systemGroupId } from '../src/user-groups/repository'
import { addWebhookBot, botProgram, contentIn, tokenOf } from './support/bot-programs'
import { botWorld, fails, hour, ok, second } from './support/bot-world'
import { addChannel } from './support/channels'
import { gate, until } from './support/jobs'
import { holdsLaw } from './support/law'
import { items } from './support/law/rules'
import { sendDirectly, sendToChannel } from './support/messages'
import { rawServer, redirect } from './support/web-servers'

// Hours of the test clock in short steps, and the machine may be busy.
setDefaultTimeout(240_000)

const { server, owner, ann, bob, programs, botWith, tell, mentionOf, saidBy, toldOf, jobsOf, pass } =
  await botWorld()

describe('what is not tried again, and what the owner is told of it', () => {
  const cases: [string, () => Response, RegExp][] = [
    ['a refusal', () => fails(404), /answered with status 404\./],
    ['a wrong token', () => fails(401), /answered with status 401\./],
    ['a redirect', () => redirect('/elsewhere', 307), /answered with status 307: calls are not redirected/],
    ['garbage', () => new Response('<html>Welcome</html>'), /answered with something that is no JSON object/],
    ['a list', () => Response.json([{ content: 'x' }]), /answered with something that is no JSON object/],
    ['a content that is no text', () => Response.json({ content: { a: 1 } }), /content that is no text/],
    ['too much', () => ok('x'.repeat(300 * 1024)), /answered with more than 256 KiB/],
  ]
  for (const [name, answer, said] of cases) {
    test(name, async () => {
      const [bot, program] = await botWith(answer)
      await holdsLaw([ann, bob], () => tell(bot))
      const told = await toldOf(bot)
      expect(told).toHaveLength(1)
      expect(told[0]).toMatch(said)
      expect(told[0]).toContain('It is not called again for this one.')
      expect(told[0]).toContain(`\`${program.url}\``)
      expect(told[0]).not.toContain('secret')
      expect(told[0]).not.toContain(await tokenOf(ann, bot))
      await server.advance(hour)
      expect(program.calls).toHaveLength(1)
      expect(program.asked.every((path) => path === '/hook?key=secret')).toBe(true)
      expect(await saidBy(bot)).toEqual([])
      expect(jobsOf(bot)).toMatchObject([{ kind: 'call-webhook', endedAt: expect.any(Number) }])
    })
  }

  test('the owner is told once, and again only after a call has succeeded', async () => {
    let isWell = false
    const [bot] = await botWith(() => (isWell ? ok('well') : fails(403)))
    for (const content of ['one', 'two', 'three']) await tell(bot, content)
    expect(await toldOf(bot)).toHaveLength(1)
    isWell = true
    await tell(bot)
    isWell = false
    await tell(bot)
    await tell(bot)
    expect(await toldOf(bot)).toHaveLength(2)
    expect(await saidBy(bot)).toEqual(['well'])
  })

  test('the answer can not be posted: the bot may not write there', async () => {
    const announcements = await addChannel(owner, 'announcements', [owner, ann], {
      can_send_message_group: systemGroupId(server.organization, 'role:owners'),
    })
    const [bot, program] = await botWith(() => ok('May I?'))
    const id = await sendToChannel(owner, announcements, await mentionOf(bot))
    await server.server.settled()
    expect(program.calls).toHaveLength(1)
    const [told] = await toldOf(bot)
    expect(told).toMatch(/answered, but that could not be posted: /)
    expect(told).toContain(`near/${id})`)
  })
})

describe('what is tried again', () => {
  for (const status of [408, 429, 500, 502, 503]) {
    test(`status ${status}, until it is well: answered once, and nobody hears of it`, async () => {
      const answers = [fails(status), fails(status), ok('at last')]
      const [bot, program] = await botWith(() => answers.shift() ?? never())
      await tell(bot)
      expect(await saidBy(bot)).toEqual([])
      await pass(60 * second, 5 * second)
      expect(await saidBy(bot)).toEqual(['at last'])
      expect(program.calls).toHaveLength(3)
      const ids = program.calls.map(({ headers }) => headers.get('idempotency-key'))
      expect(new Set(ids).size).toBe(1)
      expect(ids[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}-\d+$/)
      expect([await toldOf(bot), jobsOf(bot)]).toEqual([[], []])
    })
  }

  test('no answer in time', () => {
    const outcome = { kind: 'timedOut', reason: 'It took too long to answer' } as const
    expect(verdictOn(outcome, formats.own, 0)).toEqual({ kind: 'failed', reason: 'did not answer in time' })
  })

  test('a host that asks to be left alone is, for as long as it says', async () => {
    const answers = [fails(503, { 'retry-after': '120' }), ok('rested')]
    const [bot, program] = await botWith(() => answers.shift() ?? never())
    await tell(bot)
    await pass(115 * second, 5 * second)
    expect(program.calls).toHaveLength(1)
    await pass(10 * second, 5 * second)
    expect(await saidBy(bot)).toEqual(['rested'])
  })

  test('a connection that breaks off, and one that says what is no HTTP', async () => {
    const broken = await rawServer((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{"con'),
    )
    const strange = await rawServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    programs.push(broken, strange)
    for (const { url, asked } of [broken, strange]) {
      const bot = await addWebhookBot(ann, url)
      await tell(bot)
      await pass(20 * second, 5 * second)
      expect(asked.length).toBeGreaterThan(1)
      expect(jobsOf(bot)).toMatchObject([{ endedAt: null }])
      await ann.delete(`/bots/${bot.id}`)
    }
  })

  test('an hour of downtime loses nothing and doubles nothing, and is told once', async () => {
    const program = botProgram(() => ok('here again'))
    const { port } = program
    program.stop()
    const bot = await addWebhookBot(ann, `http://127.0.0.1:${port}/`)
    const sibling = await addWebhookBot(ann, `http://127.0.0.1:${port}/other`)
    const sent = ['first', 'second', 'third']
    for (const content of sent) {
      await tell(bot, content)
      await pass(20 * 60 * second)
    }
    await tell(sibling, 'to the sibling')
    await pass(12 * 60 * second)
    const told = [...(await toldOf(bot)), ...(await toldOf(sibling))]
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/can't be reached: .*\n\nIt is called again, for about two hours\./)
    const back = botProgram(() => ok('here again'), port)
    programs.push(back)
    await pass(90 * second)
    expect(back.calls.map(contentIn).sort()).toEqual(['first', 'second', 'third', 'to the sibling'])
    expect(await saidBy(bot)).toEqual(['here again', 'here again', 'here again'])
    expect([jobsOf(bot), jobsOf(sibling)]).toEqual([[], []])
  })

  test('not for ever: all that has waited for two hours ends with one try, and is in the audit log', async () => {
    const program = botProgram()
    program.stop()
    const bot = await addWebhookBot(ann, program.url)
    for (let index = 0; index < 20; index++) await sendDirectly(bob, [bot], `number ${index}`)
    await server.server.settled()
    await pass(2 * hour + 120 * second, 60 * second)
    expect(jobsOf(bot)).toHaveLength(20)
    expect(jobsOf(bot).filter(({ endedAt }) => endedAt === null)).toEqual([])
    expect(await toldOf(bot)).toHaveLength(1)
    const { body } = await owner.get('/realm/audit_log', { action: ['delivery.failed'] })
    const ended = items(body['audit_log']).filter(({ object_name: name }) =>
      String(name).endsWith(`:${program.port}`),
    )
    expect(ended).toMatchObject([{ object_name: `call-webhook 127.0.0.1:${program.port}`, count: 20 }])
  })
})

describe('nobody holds up others', () => {
  test('neither a host that is down nor one that never answers', async () => {
    const silence = gate()
    const [hanging] = await botWith(async () => {
      await silence.opened
      return ok('finally')
    })
    const dead = botProgram()
    dead.stop()
    const down = await addWebhookBot(ann, dead.url)
    const [quick] = await botWith(() => ok('at once'))
    for (let index = 0; index < 12; index++) {
      await sendDirectly(bob, [hanging], `number ${index}`)
      await sendDirectly(bob, [down], `number ${index}`)
    }
    await sendDirectly(bob, [quick])
    await until(() => jobsOf(quick).length === 0)
    expect(await saidBy(quick)).toEqual(['at once'])
    silence.open()
    await server.server.settled()
    expect(await saidBy(hanging)).toHaveLength(12)
    await ann.delete(`/bots/${down.id}`)
  })

  test('a program that hangs is left, and called again', async () => {
    const silence = gate()
    const answers = [silence.opened.then(() => ok('too late')), ok('in time')]
    const [bot, program] = await botWith(() => answers.shift() ?? never())
    await sendDirectly(bob, [bot], 'Hello')
    await until(() => program.calls.length === 1)
    // Longer than a call may take.
    server.clock.advance(31 * second)
    await server.server.tick()
    await until(() => jobsOf(bot).every(({ leasedUntil }) => leasedUntil === null))
    await pass(10 * second, 5 * second)
    silence.open()
    expect(await saidBy(bot)).toEqual(['in time'])
  })
})

function never(): never {
  throw new Error('It was called once more than it should have been')
}
