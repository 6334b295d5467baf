// Mail on its way out: by an SMTP server that encrypts, refuses, is slow or down; at least once, with one Message-ID.
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { jobList, type StoredJob } from '../src/jobs/repository'
import type { MailServer as Settings } from '../src/organization/rules'
import { defaultRules } from '../src/organization/rules'
import { MailServer, mailPassword, oddMailServer, type Received } from './support/mail-server'
import { TestServer } from './support/server'

// Encryption takes a while, and the machine may be busy.
setDefaultTimeout(240_000)

const open: { stop(): Promise<void> | void }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.stop()
})

const publicUrl = 'https://chat.example.com'
const hour = 3600_000
/** For a mail server that says nothing: it is given up for that soon, and others have the time that a busy machine takes. */
const impatient = { connect: 60_000, answer: 500 }

function kept<T extends { stop(): Promise<void> | void }>(each: T): T {
  open.push(each)
  return each
}

async function mailServer(...options: Parameters<typeof MailServer.start>): Promise<MailServer> {
  return kept(await MailServer.start(...options))
}

/** A server of ours that sends its mail so, and has not sent any yet. */
async function sending(mail: Settings): Promise<TestServer> {
  const rules = { ...defaultRules, publicUrl }
  const server = kept(await TestServer.start({ rules }))
  Object.assign(server.settings, { rules: { ...rules, mail } })
  await server.restart()
  return server
}

/** Has a mail sent, or tried to be. */
async function invite(server: TestServer, address = 'nora@example.com'): Promise<void> {
  const reply = await server.owner.post('/invites', { invitee_emails: address, stream_ids: [] })
  expect(reply.status).toBe(200)
  await server.server.settled()
}

function mailJobs({ organization }: TestServer): StoredJob[] {
  return jobList(organization.db, 100).filter(({ kind }) => kind === 'mail')
}

test('a mail has what programs and people look for, and its message is the same each time', async () => {
  const post = await mailServer()
  const server = await sending(
    post.settings({ sender: { address: 'chat@müller.example', name: 'Müller, “Chat”' } }),
  )
  await server.owner.patch('/realm', { name: 'Tea & <Co>' })
  await server.owner.patch('/settings', { full_name: 'Olivia O’Neill 🏳️‍🌈' })
  await invite(server)
  const { mail, raw, from, to, isEncrypted } = post.taken()
  expect({ from, to, isEncrypted }).toEqual({
    from: 'chat@müller.example',
    to: 'nora@example.com',
    isEncrypted: true,
  })
  expect(mail.subject).toBe('Olivia O’Neill 🏳️‍🌈 invites you to Tea & <Co>')
  expect(mail.from).toEqual({ name: 'Müller, “Chat”', address: expect.stringMatching(/^chat@/) })
  expect(mail.date).toBe(new Date(server.clock.now()).toISOString())
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(mail.messageId).toMatch(/^<[\da-f-]{36}-\d+@.*>$/)
  expect(mail.text).toContain('Olivia O’Neill 🏳️‍🌈 invites you to join Tea & <Co>')
  expect(mail.html).toContain('invites you to join Tea &amp; &lt;Co&gt;')
  const link = /https:\/\/chat\.example\.com\/join\/[\w-]{24}\//
  expect(mail.html).toMatch(new RegExp(`href="${link.source}"`))
  expect(link.exec(mail.text ?? '')?.[0]).toBe(link.exec(String(mail.html))?.[0] ?? '')
  expect(raw.split('\r\n').filter((line) => line.length > 998 || /[^\x20-\x7e\t]/.test(line))).toEqual([])
})

test('names make no headers of their own, and long ones are cut', async () => {
  const post = await mailServer()
  const server = await sending(post.settings())
  await server.organization.write((tx) => {
    tx.orm
      .run(`INSERT INTO organization_settings (name, value) VALUES ('name', '"Acme\\r\\nBcc: all@example.com\\u2028\\u202e${'x'.repeat(3000)}"')
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  })
  await invite(server)
  const { mail, raw, to } = post.taken()
  const [headers] = raw.split('\r\n\r\n')
  expect(to).toBe('nora@example.com')
  expect(mail.bcc).toBe(undefined)
  expect(headers).not.toMatch(/^bcc/im)
  expect(mail.subject).toMatch(/^Olive Owner invites you to Acme Bcc: all@example.com x+$/)
  expect([...(mail.subject ?? '')].length).toBe(200)
  expect(mail.from?.name.length).toBe(100)
})

describe('encryption', () => {
  test('from the first byte, by STARTTLS, or not at all', async () => {
    for (const [options, tls, isEncrypted] of [
      [{ secure: true }, 'implicit', true],
      [{}, 'required', true],
      [{}, 'optional', true],
      [{}, 'off', false],
      [{ disabledCommands: ['STARTTLS'] }, 'optional', false],
    ] as const) {
      const post = await mailServer({ ...options, disabledCommands: [...(options.disabledCommands ?? [])] })
      await invite(await sending(post.settings({ tls })))
      expect([tls, post.taken().isEncrypted]).toEqual([tls, isEncrypted])
    }
  })

  test('nothing is sent to who is not known, has another name, or does not encrypt', async () => {
    for (const [options, changes, why] of [
      [{}, { authority: null }, 'self signed certificate'],
      [{ secure: true }, { authority: null }, 'self signed certificate'],
      [{}, { host: '127.0.0.1' }, 'not in the cert'],
      [{ secure: true }, { host: '127.0.0.1' }, 'not in the cert'],
      [{ disabledCommands: ['STARTTLS'] }, {}, 'STARTTLS'],
      [{ secure: true }, { tls: 'required', timeouts: impatient }, 'does not answer'],
      [{}, { tls: 'implicit' }, 'can’t be reached'],
    ] satisfies [object, Partial<Settings>, string][]) {
      const post = await mailServer(options)
      const server = await sending(post.settings(changes))
      await invite(server)
      expect(mailJobs(server)).toMatchObject([{ endedAt: null, failure: expect.stringContaining(why) }])
      expect(post.received).toEqual([])
    }
  })
})

describe('logging in', () => {
  const login = { user: 'chat', password: mailPassword }

  test('with the right password', async () => {
    const post = await mailServer({ authOptional: false })
    await invite(await sending(post.settings({ login })))
    expect(post.taken().user).toBe('chat')
  })

  test('with a wrong one or none, the mail waits for the right one, and no log has it', async () => {
    for (const [wrong, why] of [
      [{ user: 'chat', password: 'not this' }, 'does not let chat in: 535 5.7.8 Wrong name or password'],
      [null, '530 '],
    ] as const) {
      const post = await mailServer({ authOptional: false })
      const server = await sending(post.settings({ login: wrong }))
      await invite(server)
      const [job] = mailJobs(server)
      expect(job).toMatchObject({ endedAt: null, failure: expect.stringContaining(why) })
      expect(JSON.stringify(job)).not.toContain('not this')
    }
  })
})

describe('refusals', () => {
  test('an address that is refused for good ends its mail with the reason; others go on', async () => {
    const post = await mailServer()
    post.faults.onRecipient = (address) =>
      address.startsWith('nobody') ? '550 5.1.1 Nobody here' : undefined
    const server = await sending(post.settings())
    await invite(server, 'nobody@example.com, nora@example.com')
    expect(post.taken().to).toBe('nora@example.com')
    expect(mailJobs(server)).toMatchObject([
      {
        attempts: 1,
        endedAt: server.clock.now() / 1000,
        failure: expect.stringMatching(
          /^The mail server localhost:\d+ refuses the address nobody@example\.com: 550 5\.1\.1 Nobody here$/,
        ),
      },
    ])
    await server.advance(hour)
    expect(post.received).toEqual([])
    const { body } = await server.owner.get('/realm/audit_log', { action: ['delivery.failed'] })
    expect(body).toMatchObject({
      audit_log: [{ object_name: expect.stringMatching(/^mail localhost:\d+$/) }],
    })
  })

  test('so does a message that is refused, and one that is too large for the server', async () => {
    const post = await mailServer({ size: 500 })
    const server = await sending(post.settings())
    await invite(server)
    expect(mailJobs(server)).toMatchObject([
      { endedAt: expect.any(Number), failure: expect.stringContaining('size') },
    ])
    const strict = await mailServer()
    strict.faults.onMessage = () => '554 5.7.1 Looks like spam'
    const other = await sending(strict.settings())
    await invite(other)
    expect(mailJobs(other)).toMatchObject([
      {
        endedAt: expect.any(Number),
        failure: expect.stringContaining('refuses the message: 554 5.7.1 Looks like spam'),
      },
    ])
  })

  test('a mailbox that is busy makes its own mail wait, and no other', async () => {
    const post = await mailServer()
    let isBusy = true
    post.faults.onRecipient = (address) =>
      isBusy && address.startsWith('busy') ? '450 4.2.1 Try later' : undefined
    const server = await sending(post.settings())
    await invite(server, 'busy@example.com')
    await invite(server, 'nora@example.com')
    expect(post.taken().to).toBe('nora@example.com')
    expect(mailJobs(server)).toMatchObject([{ endedAt: null, failure: expect.stringContaining('450 4.2.1') }])
    isBusy = false
    await server.advance(hour)
    expect(post.taken().to).toBe('busy@example.com')
    expect(mailJobs(server)).toEqual([])
  })

  test('what concerns nobody in particular makes all mail wait: the sender refused, 421, 451', async () => {
    for (const faults of [
      { onSender: () => '550 5.7.1 Not from you' },
      { onConnect: () => '421 4.3.2 Too busy' },
      { onConnect: () => '554 5.3.2 No mail here' },
      { onRecipient: () => '421 4.3.2 Closing' },
      { onMessage: () => '451 4.3.0 Disk full' },
    ] satisfies MailServer['faults'][]) {
      const post = await mailServer()
      post.faults = faults
      const server = await sending(post.settings())
      await invite(server, 'a@example.com')
      await invite(server, 'b@example.com')
      expect(mailJobs(server).map(({ endedAt }) => endedAt)).toEqual([null, null])
      post.faults = {}
      await server.advance(hour)
      await server.advance(hour)
      expect(post.received.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'b@example.com'])
    }
  })
})

test('a server that says nothing, talks on for ever, or hangs up holds nothing up', async () => {
  const silent = kept(await oddMailServer(() => {}))
  const garbled = kept(await oddMailServer((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')))
  const rude = kept(await oddMailServer((socket) => socket.destroy()))
  const vain = kept(
    await oddMailServer((socket) => void socket.write(`220-${'I am so great. '.repeat(200_000)}`)),
  )
  const post = await mailServer()
  for (const [{ port }, why, changes] of [
    [silent, 'does not answer', { timeouts: impatient }],
    [garbled, 'failed', {}],
    [rude, 'can’t be reached', {}],
    [vain, 'failed', {}],
  ] as const) {
    const server = await sending(post.settings({ port, ...changes }))
    await invite(server)
    expect(mailJobs(server)).toMatchObject([{ endedAt: null, failure: expect.stringContaining(why) }])
  }
})

test('the mail server is down for an hour, and ours goes down, too: nothing is lost, nothing comes twice', async () => {
  const post = await mailServer()
  const server = await sending(post.settings())
  await post.stop()
  const addresses = Array.from({ length: 6 }, (_, index) => `p${index}@example.com`)
  await invite(server, addresses.join())
  for (let minute = 0; minute < 60; minute += 15) await server.advance(900_000)
  await server.restart()
  await post.start()
  for (let minute = 0; minute < 120; minute += 30) await server.advance(1_800_000)
  expect(post.received.map(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
  expect(new Set(post.received.map(({ mail }) => mail.messageId)).size).toBe(6)
  expect(mailJobs(server)).toEqual([])
})

test('an answer that gets lost has the mail sent again, as the same message', async () => {
  const post = await mailServer()
  const server = await sending(post.settings())
  const copies: Received[] = []
  post.faults.onMessage = (received) => {
    copies.push(received)
    // Taken, but nobody hears of it.
    if (copies.length === 1) post.hangUp()
    return undefined
  }
  await invite(server)
  await server.advance(hour)
  const [first, second] = copies.map(({ mail: { messageId, subject, date, text, html } }) => [
    messageId,
    subject,
    date,
    text,
    html,
  ])
  expect(copies.length).toBe(2)
  expect(second).toEqual(first ?? [])
  expect(mailJobs(server)).toEqual([])
})

test('where no mail is configured any more, what waits is kept for a while', async () => {
  const post = await mailServer()
  const server = await sending(post.settings())
  await post.stop()
  await invite(server)
  Object.assign(server.settings, { rules: defaultRules })
  await server.restart()
  await server.advance(hour)
  expect(mailJobs(server)).toMatchObject([{ endedAt: null, failure: 'This server sends no mail any more' }])
})

test('a mail that has nothing to say any more is not sent', async () => {
  const post = await mailServer()
  const server = await sending(post.settings())
  await post.stop()
  await invite(server)
  const { body } = await server.owner.get('/invites')
  const [invitation] = Array.isArray(body['invites']) ? body['invites'] : []
  await server.owner.delete(`/invites/${invitation.id}`)
  await post.start()
  await server.advance(hour)
  expect([post.received, mailJobs(server)]).toEqual([[], []])
})
