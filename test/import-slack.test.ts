// `confab import slack`: people, channels, threads as topics, messages as they were meant; again without doubles; hostile archives.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from './support/client'
import { items } from './support/law/rules'
import { caller, founded, importer, many, messagesOf, surviveKilling } from './support/imports'
import { slackExport, slackUsers, ts } from './support/slack-export'
import { MailServer, type Received } from './support/mail-server'
import { zipOf } from './support/zip'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(300_000)

const imported = importer('slack')

/** So many mails, once they have come. */
function eachReceived(mails: MailServer, count: number): Promise<Received[]> {
  return new Promise((resolve) => {
    const all: Received[] = []
    mails.faults.onMessage = (received) => {
      all.push(received)
      if (all.length === count) resolve(all)
      return undefined
    }
  })
}

/** The sum of its first file is another one. */
function damaged(zip: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = zip.slice()
  const at = Buffer.from(copy.buffer).indexOf('PK\u0001\u0002') + 16
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

const inGeneral = [{ operator: 'channel', operand: 'general' }]

test('a workspace comes over, while the server runs', async () => {
  await using confab = await founded()
  const server = await confab.serve()
  const first = await imported(confab, slackExport(), '--invite')
  expect(first).toMatchObject({
    taken: { people: 6, channels: 3, messages: 10, reactions: 3, files: 1, emoji: 0 },
    known: { people: 1, messages: 0 },
  })
  const owner = await caller(confab, server.url, 'owner@x.io')
  const ann = await caller(confab, server.url, 'ann@x.io')

  const { body } = await owner.get('/users')
  const people = items(body['members']).map(({ full_name, role, is_active, email }) => [
    full_name,
    role,
    is_active,
    email,
  ])
  expect(people).toEqual(
    expect.arrayContaining([
      ['Owner', 100, true, 'owner@x.io'],
      ['Ann Admin', 200, true, 'ann@x.io'],
      ['Bob Baker', 400, true, 'bob@x.io'],
      ['Gus Guest', 600, true, 'gus@x.io'],
      ['Zoe Gone', 400, false, 'zoe@x.io'],
      ['Robo', 400, false, 'u6-slack-t1@imported.invalid'],
      ['Deploys', 400, false, 'bot-b1-slack-t1@imported.invalid'],
    ]),
  )
  const channels = items((await ann.get('/users/me/subscriptions')).body['subscriptions'])
  expect(channels.map(({ name, description, invite_only }) => [name, description, invite_only])).toEqual([
    ['general', 'What concerns @U2 & all', false],
    ['secret', '', true],
  ])

  const general = await messagesOf(ann, inGeneral)
  const bob = items(body['members']).find(({ full_name }) => full_name === 'Bob Baker')?.['user_id']
  expect(
    general.map(({ sender_full_name, subject, content, timestamp }) => [
      sender_full_name,
      subject,
      content,
      timestamp,
    ]),
  ).toEqual([
    [
      'Ann Admin',
      '2024-03',
      `Hello @**Bob Baker|${bob}**, see #**general** and [the *page*](https://example.com/a?b=1&c=2)`,
      Number(ts('03-05T10:00:00')),
    ],
    [
      'Bob Baker',
      '2024-03',
      '**bold** *italic* ~~struck~~ `a*b*c` 2 * 3 * 4\n\n```\nlet x = 1 < 2\n```\n\n* one\n* two :wave: @**all**',
      Number(ts('03-05T11:00:00')),
    ],
    [
      'Bob Baker',
      'Where shall we eat? · 2024-03-05',
      'Where shall we **eat**?',
      Number(ts('03-05T12:00:00')),
    ],
    ['Deploys', '2024-03', 'Deployed <v1>', Number(ts('03-05T13:00:00'))],
    ['Zoe Gone', '2024-03', '/me waves', Number(ts('03-05T14:00:00'))],
    ['Ann Admin', 'Where shall we eat? · 2024-03-05', 'At the bakery', Number(ts('03-06T08:00:00'))],
    [
      'Bob Baker',
      '2024-03',
      expect.stringMatching(
        /^The plan\n\n\[plan\.txt\]\(\/user_uploads\/1\/\S+\/plan\.txt\)\n\n\[menu\.pdf\]\(https:\/\/files\.slack\.example\/menu\.pdf\)$/,
      ),
      Number(ts('03-06T09:00:00')),
    ],
    [
      'Notification Bot',
      'pinned messages',
      expect.stringMatching(
        /^Pinned in Slack:\n\n\* #\*\*general>Where shall we eat\? · 2024-03-05@\d+\*\*\n\* #\*\*general>2024-03@\d+\*\*$/,
      ),
      expect.any(Number),
    ],
  ])
  const [hello, , , , , , plan] = general
  expect(items(hello?.['reactions']).map(({ emoji_name, user_id }) => [emoji_name, user_id])).toEqual([
    ['wave', owner.id],
    ['wave', bob],
    ['+1', bob],
  ])
  expect(hello?.['last_edit_timestamp']).toBe(Number(ts('03-05T10:05:00')))
  expect(general.flatMap(({ flags }) => flags)).not.toContain('unread')
  const path = /\/user_uploads\/\S+\.txt/.exec(String(plan?.['content']))?.[0]
  const file = await fetch(server.url + path, { headers: { authorization: ann.authorization } })
  expect(await file.text()).toBe('flour, water, salt')

  const direct = async (who: Client) =>
    (await messagesOf(who, [{ operator: 'is', operand: 'dm' }])).map(({ content }) => content)
  expect(await direct(ann)).toEqual(['Between us', 'Among three'])
  expect(await direct(owner)).toEqual(expect.arrayContaining(['Among three']))
  expect(await direct(owner)).not.toContain('Between us')
  expect(await messagesOf(ann, [{ operator: 'channel', operand: 'secret' }])).toHaveLength(1)
  expect(
    (await messagesOf(ann, [{ operator: 'search', operand: 'bakery' }])).map(({ content }) => content),
  ).toEqual(['At the bakery'])

  expect((await ann.get(`/users/${bob}/status`)).body['status']).toMatchObject({
    status_text: 'At the oven',
    emoji_name: 'bread',
  })

  const links = items(first['links'])
  expect(links.map(({ email }) => email)).toEqual(['ann@x.io', 'bob@x.io', 'gus@x.io'])
  expect((await fetch(server.url + links[0]?.['path'])).status).toBe(200)
  expect(items(first['problems']).map(({ what, count }) => [count, what])).toEqual(
    expect.arrayContaining([
      [1, 'Notices of Slack itself, such as who joined'],
      [1, 'Files that are not in the archive are links to where they were'],
      [1, 'Files that Slack has deleted or hidden'],
      [1, 'Reactions with emoji that are not there'],
      [1, 'Canvases, which an export has the addresses of alone'],
    ]),
  )
})

test('what was said in private stays so, whatever channels are called', async () => {
  await using confab = await founded()
  const server = await confab.serve()
  const before = await caller(confab, server.url, 'owner@x.io')
  // One that the archive has as a private one, and one that it has as a public one.
  const there = [{ name: 'secret' }]
  await before.post('/users/me/subscriptions', { subscriptions: there, invite_only: true })
  await before.post('/users/me/subscriptions', { subscriptions: [{ name: 'General' }], invite_only: true })
  for (const to of ['secret', 'General'])
    await before.post('/messages', { type: 'channel', to, topic: 'own', content: 'for the owner alone' })
  await imported(confab, slackExport())
  const owner = await caller(confab, server.url, 'owner@x.io')
  const ann = await caller(confab, server.url, 'ann@x.io')
  const namesOf = async (who: Client) =>
    items((await who.get('/users/me/subscriptions')).body['subscriptions']).map(({ name }) => name)
  expect(await namesOf(ann)).toEqual(['general (2)', 'secret (2)'])
  expect(await namesOf(owner)).toEqual(['secret', 'General', 'general (2)'])
  const seen = async (who: Client) => (await messagesOf(who)).map(({ content }) => content)
  expect(await seen(ann)).not.toContain('for the owner alone')
  expect(await seen(owner)).not.toContain('Nobody else sees this')
})

test('where mail goes out, new people are mailed their links', async () => {
  await using confab = await founded()
  const mails = await MailServer.start()
  const { host, port, authority } = mails.settings()
  const ca = join(confab.data, 'ca.pem')
  await Bun.write(ca, authority ?? '')
  const at = ['--smtp-url', `smtp://${host}:${port}`, '--smtp-ca-file', ca]
  const from = ['--mail-from', 'Acme <chat@x.io>', '--public-url', 'http://chat.x.io']
  const server = await confab.serve(['--json', ...at, ...from])
  const came = eachReceived(mails, 3)
  expect(await imported(confab, slackExport(), '--invite')).toMatchObject({ mailed: 3, links: [] })
  const received = await came
  expect(received.map(({ to }) => to).toSorted()).toEqual(['ann@x.io', 'bob@x.io', 'gus@x.io'])
  const path = /http:\/\/chat\.x\.io(\/reset-password\/\S+)/.exec(received[0]?.mail.text ?? '')?.[1]
  expect((await fetch(server.url + path)).status).toBe(200)
  await mails.stop()
})

test('again, nothing is there twice; a later export adds what is new', async () => {
  await using confab = await founded()
  await imported(confab, slackExport())
  const again = await imported(confab, slackExport())
  expect(again).toMatchObject({
    taken: { people: 0, channels: 0, messages: 0, reactions: 0, files: 0 },
    known: { messages: 10 },
  })
  const later = {
    ...slackExport(),
    'general/2024-04-01.json': JSON.stringify([
      { type: 'message', user: 'U2', ts: ts('04-01T10:00:00'), text: 'Later' },
    ]),
  }
  expect(await imported(confab, later)).toMatchObject({ taken: { messages: 1 }, known: { messages: 10 } })
  const server = await confab.serve()
  const ann = await caller(confab, server.url, 'ann@x.io')
  const contents = (await messagesOf(ann, inGeneral)).map(({ content }) => String(content))
  expect(contents.filter((each) => each === 'Later')).toHaveLength(1)
  expect(contents.filter((each) => each.startsWith('Pinned'))).toHaveLength(1)
})

test('killed in the middle, it goes on with the next run, and nobody is there twice', async () => {
  await using confab = await founded()
  const days = Array.from({ length: 20 }, (_, day) => String(day + 1).padStart(2, '0'))
  const busy = Object.fromEntries(
    days.map((day) => [
      `general/2024-05-${day}.json`,
      JSON.stringify(
        Array.from({ length: many / 20 }, (_, count) => ({
          type: 'message',
          user: 'U2',
          ts: ts(`05-${day}T10:00:00`, count),
          text: `Message ${day} ${count} with *words*`,
        })),
      ),
    ]),
  )
  const path = join(confab.data, 'export.zip')
  await Bun.write(path, zipOf({ ...slackExport(), ...busy }))
  await surviveKilling(confab, 'slack', path, { count: 10 + many, name: 'general', email: 'ann@x.io' })
})

test('hostile archives are refused with a sentence, and the organization is as it was', async () => {
  await using confab = await founded()
  const files = slackExport()
  const deep = '['.repeat(200_000)
  const cases: Record<string, [Uint8Array | Record<string, string | Uint8Array>, string]> = {
    nothing: [new Uint8Array(), 'It is no zip archive'],
    'no zip': [new TextEncoder().encode('Hello'.repeat(1000)), 'It is no zip archive'],
    'half of one': [zipOf(files).slice(0, 1000), 'It is no zip archive'],
    'another zip': [{ 'a.txt': 'a' }, 'It is no export of Slack’s'],
    'a path that leads elsewhere': [{ ...files, '../../evil': 'x' }, 'It is no zip archive that can be read'],
    'an absolute path': [{ ...files, '/tmp/evil': 'x' }, 'It is no zip archive that can be read'],
    'people that are no list': [
      { ...files, 'users.json': '{"a":1}' },
      '"users.json" can\'t be read: it is not a list',
    ],
    'people that are no JSON': [{ ...files, 'users.json': '[{' }, "can't be read"],
    'lists in lists': [{ ...files, 'users.json': deep }, "can't be read"],
    'a row without an end': [
      { ...files, 'users.json': `["${'x'.repeat(17 * 1024 * 1024)}` },
      'a part of it has over',
    ],
    'a bomb': [{ ...files, 'users.json': Buffer.alloc(300 * 1024 * 1024, ' ') }, 'packed more tightly'],
    'a day that is no JSON': [{ ...files, 'general/2030-01-01.json': '[{}, {]' }, "can't be read"],
    'another encoding': [{ ...files, 'users.json': Buffer.from('[]', 'utf16le') }, 'it is not UTF-8'],
    'damaged files': [damaged(zipOf(files)), 'damaged'],
  }
  for (const [name, [content, said]] of Object.entries(cases)) {
    const path = join(confab.data, 'hostile.zip')
    await Bun.write(path, content instanceof Uint8Array ? content : zipOf(content))
    const { code, err } = await confab.run(['import', 'slack', path])
    expect({ name, code, err }).toEqual({ name, code: 7, err: expect.stringContaining(said) })
    expect({ name, left: readdirSync(join(confab.data, 'organizations')) }).toEqual({ name, left: ['root'] })
  }
  // Wrong types are as if nothing stood there: all else is taken.
  const odd = {
    ...files,
    'users.json': JSON.stringify([
      ...slackUsers,
      null,
      7,
      { id: 8 },
      { id: 'U10', profile: 'x', deleted: 'no' },
    ]),
    'general/2024-03-08.json': JSON.stringify([
      null,
      [],
      { type: 'message' },
      { type: 'message', ts: 'soon', text: 'x' },
      { type: 'message', ts: ts('03-08T10:00:00'), user: 5, text: { a: 1 }, reactions: 'x', files: [1] },
      {
        type: 'message',
        ts: ts('03-08T11:00:00'),
        user: 'U404',
        text: `${'x'.repeat(25_000)} \u0000 \uD800`,
      },
    ]),
    'nowhere/2024-03-08.json': '[]',
  }
  const taken = await imported(confab, odd)
  expect(taken['taken']).toMatchObject({ messages: 12 })
  expect(items(taken['problems']).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'What is no message',
      'Folders of channels that are not listed',
      'Messages that are too long here are several',
    ]),
  )
  expect(existsSync('/tmp/evil')).toBe(false)
})
