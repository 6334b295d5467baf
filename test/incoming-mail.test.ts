// Incoming mail: what comes to the address of a channel is posted there, once, by whoever may; garbage does nothing.
import { describe, expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { retryJob } from '../src/jobs/actions'
import { defaultRules } from '../src/organization/rules'
import { addBot } from './support/bots'
import { addChannel, subscribe, type ChannelRef } from './support/channels'
import { anonymous, type Client } from './support/client'
import { storedJobs } from './support/jobs'
import { holdsLaw, register } from './support/law'
import { item, items, type Item } from './support/law/rules'
import { channelAddress, deliver, handOver, mail, mailPattern, mailSecret, multipart } from './support/mails'
import { badRequest, invalid, missing } from './support/refusals'
import { scenario } from './support/scenario'
import { TestServer } from './support/server'

const rules = { ...defaultRules, incomingMailPattern: mailPattern, incomingMailSecret: mailSecret }
const { server, owner, ann, bob, gus } = await scenario(
  { ann: 'member', bob: 'member', gus: 'guest' },
  { rules },
)
const bot = await addBot(ann)
const news = await addChannel(owner, 'news', [ann, bob])
const address = await channelAddress(ann, news)

/** The messages of a channel as somebody sees them, oldest first. */
async function messagesOf(person: Client, channel: ChannelRef): Promise<Item[]> {
  const { body } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: channel.id }],
    apply_markdown: false,
  })
  return items(body['messages'])
}

async function newest(person: Client, channel: ChannelRef): Promise<Item> {
  return item((await messagesOf(person, channel)).at(-1))
}

/** What is said of a mail that was delivered to the address. */
async function posted(text: string, to = address): Promise<Item> {
  const before = (await messagesOf(ann, news)).length
  await deliver(server, to, text)
  const after = await messagesOf(ann, news)
  expect(after).toHaveLength(before + 1)
  return item(after.at(-1))
}

/** Checks that nothing comes of a mail; why it was given up, if it was. */
async function ignored(text: string, to = address): Promise<string | null> {
  const [messages, jobs] = [await messagesOf(ann, news), storedJobs(server).length]
  await deliver(server, to, text)
  expect(await messagesOf(ann, news)).toEqual(messages)
  const [job] = storedJobs(server).slice(jobs)
  if (!job) return null
  expect(job.endedAt).not.toBeNull()
  return job.failure
}

describe('a mail to a channel', () => {
  test('is posted by the server’s bot, under its subject, for everybody there', async () => {
    await holdsLaw([ann, bob], async () => {
      await deliver(server, address, mail({ subject: 'Re: AW: Grüße an alle', body: 'Hello **you**' }))
    })
    expect(await newest(bob, news)).toMatchObject({
      subject: 'Grüße an alle',
      content: 'Hello **you**',
      sender_full_name: 'Notification Bot',
      client: 'email_mirror',
    })
  })

  test('is posted in the name that its address was made for', async () => {
    const text = mail({ body: 'as the bot' })
    expect(await posted(text, await channelAddress(ann, news, [], bot.id))).toMatchObject({
      sender_id: bot.id,
    })
    // The same mail to another address is another matter.
    expect(await posted(text, await channelAddress(ann, news, [], ann.id))).toMatchObject({
      sender_id: ann.id,
    })
  })

  test('loses what it quotes and its signature, unless its address says otherwise', async () => {
    const body =
      'I agree.\n\nOn Mon, 5 Jan 2026 at 10:00, Bob <bob@example.com> wrote:\n> Shall we?\n\n-- \nEve'
    expect(await posted(mail({ body }))).toMatchObject({ content: 'I agree.' })
    const withAll = await channelAddress(ann, news, ['include-quotes', 'include-footer', 'show-sender'])
    const { content } = await posted(mail({ body }), withAll)
    expect(content).toStartWith('**From:** Eve Else <eve@elsewhere.example>\n\nI agree.')
    expect(content).toContain('> Shall we?')
    expect(content).toContain('-- \nEve')
  })

  test('of HTML alone becomes Markdown; plain text goes first, unless its address says otherwise', async () => {
    const html =
      '<h1>News</h1><p>Read <b>this</b> <a href="https://x.example/">page</a><img src="https://x.example/1.gif"></p><script>alert(1)</script>'
    const alone = mail({ body: html, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
    const markdown = '# News\n\nRead **this** [page](https://x.example/)'
    expect(await posted(alone)).toMatchObject({ content: markdown })
    const both = multipart(
      [
        { headers: 'Content-Type: text/plain', body: 'plain' },
        { headers: 'Content-Type: text/html', body: html },
      ],
      { headers: { 'Content-Type': 'multipart/alternative; boundary=edge' } },
    )
    expect(await posted(both)).toMatchObject({ content: 'plain' })
    const preferring = await channelAddress(bob, news, ['prefer-html'])
    expect(await posted(both, preferring)).toMatchObject({ content: markdown })
  })

  test('brings its files, which those who read the message can open', async () => {
    const file = {
      headers: 'Content-Type: text/plain\nContent-Disposition: attachment; filename="../../notes ü.txt"',
    }
    const text = multipart([
      { headers: 'Content-Type: text/plain', body: 'See below' },
      { ...file, body: 'the notes' },
    ])
    const { content } = await posted(text)
    const [, path = ''] =
      /^See below\n\n\[[^\]]*notes ü\.txt\]\((\/user_uploads\/[^)]+)\)$/.exec(String(content)) ?? []
    const opened = (who: Client) =>
      fetch(server.url + path, { headers: { authorization: `Basic ${btoa(`${who.email}:${who.apiKey}`)}` } })
    const answer = await opened(bob)
    expect([answer.status, (await answer.text()).trim()]).toEqual([200, 'the notes'])
    expect((await opened(gus)).status).not.toBe(200)
  })

  test('has a topic and a text, whatever it is', async () => {
    expect(await posted(mail({ subject: 'Fwd:', body: '' }))).toMatchObject({
      subject: '(no subject)',
      content: '(No text)',
    })
    const long = await posted(mail({ subject: `${'ä'.repeat(80)}`, body: 'word '.repeat(5000) }))
    expect([...String(long['subject'])]).toHaveLength(60)
    expect(String(long['content'])).toEndWith('[…]')
    expect([...String(long['content'])].length).toBeLessThanOrEqual(10_000)
    const odd = await posted(mail({ subject: 'a\u0007b', body: 'nul \0 and \ud800' }))
    expect(odd['subject']).toBe('a b')
    // Notes of a channel without topics have none.
    const flat = await addChannel(owner, 'flat', [ann], { topics_policy: 'empty_topic_only' })
    await deliver(server, await channelAddress(ann, flat), mail({ subject: 'Topic' }))
    expect(await newest(ann, flat)).toMatchObject({ subject: 'general chat', content: 'Hello' })
  })

  test('tells nobody whom it mentions', async () => {
    await posted(mail({ body: '@**all** @**Bob** @*role:members*' }))
    const { id } = await newest(bob, news)
    const { body } = await bob.get(`/messages/${id}`)
    expect(item(body['message'])['flags']).toEqual([])
  })

  test('that a mail server brings again is posted once', async () => {
    const text = mail({ body: 'once' })
    await posted(text)
    expect(await ignored(text)).toBeNull()
    // Another hop adds headers; the mail is the same.
    expect(await ignored(`Received: from elsewhere\r\n${text}`)).toBeNull()
    const nameless = mail({ body: 'nameless', headers: { 'Message-ID': null } })
    await posted(nameless)
    expect(await ignored(nameless)).toBeNull()
    // It is known for a month.
    await server.advance(31 * 24 * 3600 * 1000)
    await posted(text)
  })

  test('that was taken is posted after a restart, once, and its file is gone then', async () => {
    const folder = join(server.organization.folder, 'incoming-mail')
    const before = (await messagesOf(ann, news)).length
    // Both stop in the middle, or have not even begun.
    await handOver(server, address, mail({ body: 'survives' }))
    await handOver(server, address, mail({ body: 'survives, too' }))
    await server.restart()
    await server.server.settled()
    const after = await messagesOf(ann, news)
    expect(after.slice(before).map(({ content }) => content)).toEqual(['survives', 'survives, too'])
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('what must not go round in circles', () => {
  const cases: Readonly<Record<string, Record<string, string>>> = {
    'an automatic answer': { 'Auto-Submitted': 'auto-replied' },
    'an answer of an older program': { Precedence: 'auto_reply' },
    'a delivery report': { 'Content-Type': 'multipart/report; boundary=edge' },
    'a mail from nobody': { 'Return-Path': '<>' },
    'a mail of a postmaster': { From: 'MAILER-DAEMON@mail.example.com' },
    'a mail of our own': { 'X-Confab-Organization': 'some other' },
  }
  for (const [name, headers] of Object.entries(cases)) {
    test(`${name} is not posted`, async () => {
      expect(await ignored(mail({ headers }))).toBeNull()
    })
  }

  test('what a program sends by itself is posted', async () => {
    const headers = { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk' }
    expect(await posted(mail({ headers, body: 'backup done' }))).toMatchObject({ content: 'backup done' })
  })
})

describe('who may not post', () => {
  test('does not by mail either: the address says nothing that its maker could not', async () => {
    const closed = await addChannel(owner, 'closed', [owner, bob], { invite_only: true })
    const ofBob = await channelAddress(bob, closed)
    const ofBobs = await channelAddress(bob, news)
    await owner.delete(`/users/me/subscriptions`, { subscriptions: ['closed'], principals: [bob.id] })
    expect(await ignored(mail(), ofBob)).toContain('does not exist')
    await subscribe(owner, closed, [bob])
    await deliver(server, ofBob, mail({ body: 'again' }))
    expect(await newest(owner, closed)).toMatchObject({ content: 'again' })
    await owner.delete(`/users/${bob.id}`)
    expect(await ignored(mail(), ofBobs)).toBe('The account of whoever made this address is closed')
    await server.reactivate(bob)
    await posted(mail(), ofBobs)
  })

  test('finds the mail kept as long as its job is, for a new chance; what is left over goes', async () => {
    const kept = await addChannel(owner, 'kept', [owner, ann], { invite_only: true })
    const to = await channelAddress(ann, kept)
    await owner.delete('/users/me/subscriptions', { subscriptions: ['kept'], principals: [ann.id] })
    await ignored(mail({ body: 'later' }), to)
    const folder = join(server.organization.folder, 'incoming-mail')
    const before = readdirSync(folder).toSorted()
    writeFileSync(join(folder, 'left-over'), 'of a crash')
    writeFileSync(join(folder, 'half.part'), 'of another')
    await server.advance(2 * 3600 * 1000)
    expect(readdirSync(folder).toSorted()).toEqual(before)
    await subscribe(owner, kept, [ann])
    await retryJob(server.organization, storedJobs(server).at(-1)?.id ?? 0)
    await server.server.settled()
    expect(await newest(owner, kept)).toMatchObject({ content: 'later' })
    expect(readdirSync(folder)).toHaveLength(before.length - 1)
  })

  test('nor begins a topic who may not, nor writes to an archived channel', async () => {
    const strict = await addChannel(owner, 'strict', [ann], {
      can_create_topics_group: { direct_members: [owner.id], direct_subgroups: [] },
    })
    const to = await channelAddress(ann, strict)
    expect(await ignored(mail({ subject: 'new' }), to)).toContain('create new topics')
    await owner.post('/messages', { type: 'channel', to: strict.id, topic: 'new', content: 'begun' })
    await deliver(server, to, mail({ subject: 'new', body: 'goes on' }))
    expect(await newest(ann, strict)).toMatchObject({ content: 'goes on' })
    await owner.delete(`/streams/${strict.id}`)
    expect(await ignored(mail(), to)).toContain('archived')
  })

  test('a file that is too large is left out, and said to be', async () => {
    const small = await TestServer.start({ rules: { ...rules, maxFileUploadSizeMib: 1 } })
    try {
      const channel = await addChannel(small.owner, 'files', [small.owner])
      const text = multipart([
        { headers: 'Content-Type: text/plain', body: 'Two files' },
        {
          headers: 'Content-Type: text/plain; name=big.txt\nContent-Disposition: attachment',
          body: 'x'.repeat(2 ** 20 + 1),
        },
        { headers: 'Content-Type: text/plain; name=fits.txt\nContent-Disposition: attachment', body: 'x' },
      ])
      await deliver(small, await channelAddress(small.owner, channel), text)
      expect(await newest(small.owner, channel)).toMatchObject({
        content: expect.stringMatching(/^Two files\n\n\(big\.txt was left out: .*1 MiB\)\n\[fits\.txt\]\(/),
      })
    } finally {
      await small.stop()
    }
  })
})

describe('the call', () => {
  test('is refused without the secret, without a recipient, and with what is no mail', async () => {
    const before = await register(ann)
    const jobs = storedJobs(server).length
    const cases: [Record<string, string>, object][] = [
      [{ secret: 'a guess' }, { code: 'UNAUTHORIZED' }],
      [{ secret: '' }, { code: 'UNAUTHORIZED' }],
      [{ rcpt_to: '' }, invalid('rcpt_to')],
      [{ rcpt_to: 'news@mail.example.com' }, invalid('rcpt_to')],
      [{ rcpt_to: `news.${'0'.repeat(32)}@mail.example.com` }, invalid('rcpt_to')],
      [{ rcpt_to: `reply.1.1.${'0'.repeat(32)}@mail.example.com` }, invalid('rcpt_to')],
      [{ rcpt_to: 'a'.repeat(100_000) }, invalid('rcpt_to')],
      [{ msg_base64: 'not base64!' }, invalid('msg_base64')],
      [{ msg_base64: '' }, invalid('msg_base64')],
      [{ msg_base64: Buffer.alloc(10 * 2 ** 20 + 1).toString('base64') }, { code: 'PAYLOAD_TOO_LARGE' }],
      [{ msg_base64: 'A'.repeat(20 * 2 ** 20) }, { code: 'PAYLOAD_TOO_LARGE' }],
    ]
    for (const [changes, answer] of cases) {
      const { body } = await handOver(server, address, mail(), changes)
      expect(body).toMatchObject(answer)
    }
    const call = (init: RequestInit) => anonymous(server.url, '/email_mirror', { method: 'POST', ...init })
    expect((await call({})).body).toMatchObject(missing('secret'))
    const json = (fields: object) => ({
      body: JSON.stringify({ secret: mailSecret, ...fields }),
      headers: { 'content-type': 'application/json' },
    })
    expect((await call(json({}))).body).toMatchObject(missing('rcpt_to'))
    expect((await call(json({ rcpt_to: address }))).body).toMatchObject(missing('msg_base64'))
    expect((await call(json({ rcpt_to: [address], msg_base64: 'aGk=' }))).body).toMatchObject(
      invalid('rcpt_to'),
    )
    expect(storedJobs(server)).toHaveLength(jobs)
    expect({ ...(await register(ann)), queue_id: '' }).toEqual({ ...before, queue_id: '' })
  })

  test('is answered below /api/v1 too, and takes forms whose plus signs were not encoded', async () => {
    const text = mail({ body: 'ÿÿþ>>>???' })
    const base64 = Buffer.from(text).toString('base64')
    const body = `secret=${encodeURIComponent(mailSecret)}&rcpt_to=${address}&msg_base64=${base64}`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${server.url}/api/v1/email_mirror`, { method: 'POST', body, headers })
    expect(answer.status).toBe(200)
    await server.server.settled()
    expect(await newest(ann, news)).toMatchObject({ content: 'ÿÿþ>>>???' })
  })

  test('is refused where the operator has set no secret; addresses end in .invalid without a pattern', async () => {
    const plain = await TestServer.start()
    try {
      const channel = await addChannel(plain.owner, 'general talk', [plain.owner])
      const to = await channelAddress(plain.owner, channel)
      expect(to).toEndWith('.confab.invalid')
      const { body } = await handOver(plain, to, mail())
      expect(body).toMatchObject(badRequest('This server takes no mails by HTTP'))
    } finally {
      await plain.stop()
    }
  })
})
