// Mail and the command line: settings that make no sense together, `confab mail test`, and a server that is killed while it sends.
import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'
import { builtExecutable } from './support/executable'
import { MailServer, mailPassword } from './support/mail-server'
import { eventually, until } from './support/waiting'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const post = await MailServer.start()
afterAll(() => post.stop())
beforeEach(() => {
  post.faults = {}
  post.received.length = 0
})

const from = ['--mail-from', 'Acme chat <chat@x.io>']
const at = ['--public-url', 'https://chat.x.io']
const encrypted = ['--smtp-url', 'smtps://mail.x.io', ...from, ...at]
const upgraded = ['--smtp-url', 'smtp://mail.x.io', ...from, ...at]

/** What `serve` needs to send mail by the server of these tests. */
function toPost({ data }: Confab): string[] {
  const { host, port, authority } = post.settings()
  const [file, password] = [join(data, 'ca.pem'), join(data, 'password')]
  writeFileSync(file, authority ?? '')
  writeFileSync(password, `${mailPassword}\n`)
  const login = ['--smtp-user', 'chat', '--smtp-password-file', password]
  return ['--json', '--smtp-url', `smtp://${host}:${port}`, '--smtp-ca-file', file, ...login, ...from, ...at]
}

test('settings that make no sense together stop the start with a sentence', async () => {
  await using confab = new Confab()
  const password = { CONFAB_SMTP_PASSWORD: 'a secret' }
  const user = ['--smtp-user', 'chat']
  const empty = join(confab.data, 'empty')
  writeFileSync(empty, '\n')
  for (const [args, environment, why] of [
    [['--smtp-url', 'smtp://mail.x.io', ...at], {}, 'Mail needs a sender'],
    [['--smtp-url', 'smtp://mail.x.io', ...from], {}, 'say where people reach it with --public-url'],
    [from, {}, '--smtp-url does not say by which server'],
    [[], { CONFAB_SMTP_CA_FILE: empty }, '--smtp-ca-file says how mail is sent, but --smtp-url does not'],
    [upgraded, password, '--smtp-user does not say whose'],
    [[...upgraded, ...user], {}, '--smtp-user has no password'],
    [
      [...upgraded, ...user, '--smtp-password-file', empty],
      password,
      'There are two values of smtp-password',
    ],
    [[...upgraded, ...user, '--smtp-password-file', empty], {}, 'is empty'],
    [[...upgraded, ...user, '--smtp-password-file', `${empty}er`], {}, 'no such file'],
    [[...upgraded, ...user, '--smtp-starttls', 'optional'], password, 'without encryption'],
    [[...upgraded, '--smtp-starttls', 'off', '--smtp-ca-file', empty], {}, 'is of no use'],
    [[...encrypted, '--smtp-starttls', 'required'], {}, '--smtp-starttls is for smtp:// addresses'],
    [[...encrypted, '--smtp-ca-file', empty], {}, 'holds no certificate'],
    [['--smtp-url', 'https://mail.x.io', ...from, ...at], {}, 'It must be such as smtp://'],
    [['--smtp-url', 'smtp://mail.x.io/path', ...from, ...at], {}, 'It must be such as smtp://'],
    [['--smtp-url', 'smtp://mail.x.io', '--mail-from', 'nobody', ...at], {}, 'It must be an e-mail address'],
  ] satisfies [string[], Record<string, string>, string][]) {
    const ended = await confab.run(['serve', '--port', '0', ...args], '', environment)
    expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) })
  }
  const leaked = await confab.run(['serve', ...from, ...at], '', {
    CONFAB_SMTP_URL: 'smtp://u:hush@mail.x.io',
  })
  expect(leaked.err).not.toContain('hush')
  expect(leaked).toMatchObject({ code: 2, err: expect.stringContaining('must hold no name and no password') })
})

test('confab mail test says what the mail server answered, beside the server', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  const test = (...args: string[]) => confab.run(['mail', 'test', ...args])
  expect(await test('nora@x.io')).toMatchObject({
    code: 7,
    err: expect.stringContaining('No server with mail is running'),
  })
  await confab.serve(toPost(confab))
  expect(await test('nora@x.io')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^localhost:\d+ took a mail from chat@x\.io to nora@x\.io: 250 OK/),
  })
  expect(post.taken()).toMatchObject({
    to: 'nora@x.io',
    user: 'chat',
    mail: { subject: 'A test from Acme', from: { name: 'Acme chat', address: 'chat@x.io' } },
  })
  const long = await test('nora@x.io', '--verbose')
  expect(long.out).toMatch(/→ STARTTLS\n← 220 .*\n(.*\n)*→ RCPT TO:<nora@x\.io>/)
  const secrets = [mailPassword, Buffer.from(`\0chat\0${mailPassword}`).toString('base64')]
  for (const secret of secrets) expect(long.out).not.toContain(secret)
  post.faults.onRecipient = () => '550 5.1.1 Nobody here'
  expect(await test('nobody@x.io')).toMatchObject({
    code: 7,
    out: expect.stringContaining('← 550 5.1.1 Nobody here'),
    err: expect.stringMatching(/refuses the address nobody@x\.io: 550 5\.1\.1 Nobody here\n$/),
  })
  const json = await test('nobody@x.io', '--json')
  expect([json.code, JSON.parse(json.out)]).toMatchObject([7, { is_taken: false, to: 'nobody@x.io' }])
  for (const address of ['nobody', 'a b@x.io', 'a@x.io>\r\nDATA', ''])
    expect(await test(address)).toMatchObject({
      code: 7,
      err: expect.stringContaining('is no e-mail address'),
    })
  await post.stop()
  expect(await test('nora@x.io')).toMatchObject({ code: 7, err: expect.stringContaining('can’t be reached') })
  await post.start()
})

test('killed between sending a mail and noting that, the server sends it again as the same message', async () => {
  await using confab = new Confab([await builtExecutable()])
  const made = await confab.json(createAcme, 'a long password\n')
  const args = toPost(confab)
  const first = await confab.serve(args)
  const owner = new Client(first.url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  const ids: (string | undefined)[] = []
  const silence = Promise.withResolvers<undefined>()
  post.faults.onMessage = ({ mail }) => {
    ids.push(mail.messageId)
    return ids.length === 1 ? silence.promise : undefined
  }
  expect((await owner.post('/invites', { invitee_emails: 'nora@x.io', stream_ids: [] })).status).toBe(200)
  await eventually(() => ids.length === 1)
  first.kill('SIGKILL')
  await first.exited
  silence.resolve(undefined)
  const second = await confab.serve(args)
  await eventually(() => ids.length === 2)
  expect(ids[1]).toBe(ids[0])
  await eventually(() => post.received.length === 2)
  // It has heard of that.
  await until(async () => Bun.deepEquals(await confab.json(['jobs', 'list']), { jobs: [] }))
  second.kill('SIGTERM')
  expect(await second.exited).toBe(0)
  await confab.serve(args)
  expect(await confab.json(['jobs', 'list'])).toEqual({ jobs: [] })
  expect(ids.length).toBe(2)
})
