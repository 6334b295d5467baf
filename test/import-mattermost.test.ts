// `confab import mattermost`: people with their pictures, emoji, channels, threads as topics, messages in the order of time.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { limited } from './support/confab'
import { item, items } from './support/law/rules'
import { caller, founded, importer, many, messagesOf, surviveKilling } from './support/imports'
import { at, mattermostExport, mattermostLines } from './support/mattermost-export'
import { zipOf } from './support/zip'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(300_000)

const imported = importer('mattermost')
const inSquare = [{ operator: 'channel', operand: 'Town Square' }]

test('a team comes over', async () => {
  await using confab = await founded()
  const first = await imported(confab, mattermostExport(), '--invite')
  expect(first).toMatchObject({
    taken: { people: 4, channels: 2, messages: 9, reactions: 2, files: 1, emoji: 1 },
    known: { people: 1 },
  })
  const server = await confab.serve()
  const owner = await caller(confab, server.url, 'owner@x.io')
  const ann = await caller(confab, server.url, 'ann@x.io')
  const { body } = await owner.get('/users', { client_gravatar: false })
  const people = items(body['members'])
  expect(people.map(({ full_name, role, is_active }) => [full_name, role, is_active])).toEqual(
    expect.arrayContaining([
      ['Owner', 100, true],
      ['Ann Lee', 400, true],
      ['Bob Baker', 400, true],
      ['Zoe Gone', 400, false],
      ['Deploys', 400, false],
    ]),
  )
  const annAsSeen = people.find(({ full_name }) => full_name === 'Ann Lee')
  expect(annAsSeen?.['avatar_url']).toMatch(/^\/user_avatars\/1\/\w+\.png/)
  expect(
    (
      await fetch(server.url + String(annAsSeen?.['avatar_url']), {
        headers: { authorization: ann.authorization },
      })
    ).status,
  ).toBe(200)
  const bob = people.find(({ full_name }) => full_name === 'Bob Baker')?.['user_id']
  const channels = items((await ann.get('/users/me/subscriptions')).body['subscriptions'])
  expect(channels.map(({ name, description, invite_only }) => [name, description, invite_only])).toEqual([
    ['Town Square', 'All of us', false],
    ['Cellar', 'Few of us', true],
  ])
  const square = await messagesOf(ann, inSquare)
  const seconds = (moment: string) => at(moment) / 1000
  expect(
    square.map(({ sender_full_name, subject, content, timestamp }) => [
      sender_full_name,
      subject,
      content,
      timestamp,
    ]),
  ).toEqual([
    ['Zoe Gone', '2024-01', '```math\nx^2\n```', seconds('01-05T14:00:00')],
    [
      'Ann Lee',
      '2024-03',
      `Hello @**Bob Baker|${bob}**. See #**Cellar**, *slanted* and **strong** \`_code_\` @**all** :dough:`,
      seconds('03-05T10:00:00'),
    ],
    ['Bob Baker', 'Where shall we eat? · 2024-03-05', 'Where shall we **eat**?', seconds('03-05T12:00:00')],
    [
      'Ann Lee',
      'Where shall we eat? · 2024-03-05',
      'At the bakery, snake_case_word',
      seconds('03-06T08:00:00'),
    ],
    [
      'Bob Baker',
      '2024-03',
      expect.stringMatching(/^The plan\n\n\[plan\.txt\]\(\/user_uploads\/\S+\)\n\n\(lost\.pdf\)$/),
      seconds('03-06T09:00:00'),
    ],
    [
      'Bob Baker',
      'Where shall we eat? · 2024-03-05',
      '[oven](https://example.com/oven.png)',
      seconds('03-06T10:00:00'),
    ],
    [
      'Notification Bot',
      'pinned messages',
      expect.stringContaining('* #**Town Square>Where shall we eat?'),
      expect.any(Number),
    ],
  ])
  expect(
    items(square[1]?.['reactions']).map(({ emoji_name, reaction_type, user_id }) => [
      emoji_name,
      reaction_type,
      user_id,
    ]),
  ).toEqual([
    ['dough', 'realm_emoji', bob],
    ['+1', 'unicode_emoji', owner.id],
  ])
  expect(square[1]?.['last_edit_timestamp']).toBe(seconds('03-05T10:05:00'))
  expect((await messagesOf(ann, [{ operator: 'is', operand: 'dm' }])).map(({ content }) => content)).toEqual([
    'Between us',
  ])
  expect(await messagesOf(owner, [{ operator: 'is', operand: 'dm' }])).not.toContainEqual(
    expect.objectContaining({ content: 'Between us' }),
  )
  expect(
    (await messagesOf(ann, [{ operator: 'channel', operand: 'Cellar' }])).map(
      ({ sender_full_name, content }) => [sender_full_name, content],
    ),
  ).toEqual([
    ['Deploys', 'Deployed'],
    ['Bob Baker', 'Nobody else'],
  ])
  const asBob = await caller(confab, server.url, 'bob@x.io')
  expect((await messagesOf(asBob, [{ operator: 'is', operand: 'starred' }])).map(({ id }) => id)).toEqual([
    square[0]?.['id'],
  ])
  const { body: state } = await asBob.post('/register', {
    client_capabilities: { user_settings_object: true },
  })
  expect(state).toMatchObject({
    user_settings: { default_language: 'de', twenty_four_hour_time: true },
    user_status: { [String(bob)]: { status_text: 'At the oven', emoji_name: 'bread' } },
  })
  const chosen = items(state['subscriptions']).map(({ name, pin_to_top, is_muted }) => [
    name,
    pin_to_top,
    is_muted,
  ])
  expect(chosen).toEqual([
    ['Town Square', true, false],
    ['Cellar', false, true],
  ])
  const links = items(first['links'])
  expect(links.map(({ email }) => email)).toEqual(['ann@x.io', 'bob@x.io'])
  expect((await fetch(server.url + links[0]?.['path'])).status).toBe(200)
  expect(items(first['problems']).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Files that are not in the archive',
      'Notices of Mattermost itself, such as who joined',
    ]),
  )
})

test('a dry run says what there is, and does nothing', async () => {
  await using confab = await founded()
  const before = readdirSync(join(confab.data, 'organizations'))
  expect(await imported(confab, mattermostExport(), '--dry-run')).toEqual({
    found: { people: 5, channels: 2, messages: 9, reactions: 2, files: 1, emoji: 1 },
    problems: [
      {
        what: 'Notices of Mattermost itself, such as who joined',
        count: 1,
        examples: ['system_join_channel'],
      },
    ],
  })
  expect(readdirSync(join(confab.data, 'organizations'))).toEqual(before)
  expect(await imported(confab, mattermostExport())).toMatchObject({ taken: { people: 4, messages: 9 } })
})

test('again, nothing is there twice; a later export adds what is new', async () => {
  await using confab = await founded()
  await imported(confab, mattermostExport())
  const more = {
    type: 'post',
    post: {
      team: 'team',
      channel: 'town-square',
      user: 'bob',
      message: 'Later',
      create_at: at('04-01T00:00:00'),
    },
  }
  expect(await imported(confab, mattermostExport([...mattermostLines, more]))).toMatchObject({
    taken: { people: 0, channels: 0, messages: 1, reactions: 0, files: 0, emoji: 0 },
    known: { messages: 9, emoji: 1 },
  })
})

/** Many messages beside those of the team. */
function busyExport() {
  const busy = Array.from({ length: many }, (_, number) => ({
    type: 'post',
    post: {
      team: 'team',
      channel: 'town-square',
      user: 'bob',
      message: `Message ${number} with *words*`,
      create_at: at('05-01T00:00:00') + (number >> 3),
    },
  }))
  return mattermostExport([...mattermostLines, ...busy])
}

test('killed in the middle, it goes on with the next run, and nobody is there twice', async () => {
  await using confab = await founded()
  const path = join(confab.data, 'export.zip')
  await Bun.write(path, zipOf(busyExport()))
  const expected = { count: 9 + many, name: 'Town Square', email: 'ann@x.io' }
  await surviveKilling(confab, 'mattermost', path, expected)
})

test('on a disk that takes no more it says so, and the next run takes the rest', async () => {
  await using confab = await founded()
  const path = join(confab.data, 'export.zip')
  await Bun.write(path, zipOf(busyExport()))
  const [program = '', ...rest] = limited(confab, 6144)
  const child = Bun.spawn([program, ...rest, 'import', 'mattermost', path], {
    cwd: confab.data,
    env: { CONFAB_DATA: confab.data },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const said = await child.stderr.text()
  expect({ code: await child.exited, said }).toEqual({
    code: 4,
    said: expect.stringContaining('The disk of the data folder takes no more'),
  })
  expect(said).toContain('Importing: 0 %')
  const again = await confab.json(['import', 'mattermost', path])
  const counts = [item(again['taken'])['messages'], item(again['known'])['messages']].map(Number)
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(9 + many)
  expect(counts[0]).toBeGreaterThan(0)
  expect(readdirSync(join(confab.data, 'organizations'))).toEqual(['root'])
})

test('hostile archives are refused with a sentence, and the organization is as it was', async () => {
  await using confab = await founded()
  const version = { type: 'version', version: 1 }
  const cases: Record<string, [Record<string, string | Uint8Array> | string, string]> = {
    nothing: ['', 'it is empty'],
    'no JSON': ['Hello', 'line 1 is no JSON'],
    'other JSON': ['{"a":1}', 'its first line does not say the version'],
    'no lines in the zip archive': [{ 'a.txt': 'a' }, 'it has no file of JSON Lines'],
    'half a line': [mattermostExport()['import.jsonl']?.slice(0, 900).toString() ?? '', 'is no JSON'],
    'lists in lists': [`${JSON.stringify(version)}\n${'['.repeat(200_000)}`, 'line 2 is no JSON'],
    'a line of 20 MB': [
      `${JSON.stringify(version)}\n{"type":"${'x'.repeat(20_000_000)}"}`,
      'It has a line of over',
    ],
    'a bomb': [{ 'import.jsonl': Buffer.alloc(300 * 1024 * 1024, '\n') }, 'packed more tightly'],
    'a path that leads elsewhere': [
      { ...mattermostExport(), '../evil': 'x' },
      'It is no zip archive that can be read',
    ],
  }
  for (const [name, [content, said]] of Object.entries(cases)) {
    const path = join(confab.data, 'hostile')
    await Bun.write(path, typeof content === 'string' ? content : zipOf(content))
    const { code, err } = await confab.run(['import', 'mattermost', path])
    expect({ name, code, err }).toEqual({ name, code: 7, err: expect.stringContaining(said) })
    expect({ name, left: readdirSync(join(confab.data, 'organizations')) }).toEqual({ name, left: ['root'] })
  }
  // Wrong types are as if nothing stood there, and paths of files lead nowhere else.
  const odd = [
    ...mattermostLines,
    { type: 'user', user: { username: 7, teams: 'x' } },
    { type: 'user', user: 'x' },
    {
      type: 'post',
      post: {
        team: 'team',
        channel: 'town-square',
        user: 'nobody',
        message: { a: 1 },
        create_at: 'soon',
        replies: 'x',
      },
    },
    { type: 'post', post: { team: 'team', channel: 'none', user: 'bob', message: 'Nowhere', create_at: 1 } },
    {
      type: 'post',
      post: {
        team: 'team',
        channel: 'town-square',
        user: 'bob',
        message: 'x',
        create_at: at('05-01T00:00:00'),
        attachments: [{ path: '../../../../etc/passwd' }],
      },
    },
    { type: 'later', later: {} },
  ]
  const taken = await imported(confab, mattermostExport(odd))
  expect(taken['taken']).toMatchObject({ messages: 11, files: 1 })
  expect(items(taken['problems']).map(({ what }) => what)).toEqual(
    expect.arrayContaining([
      'Messages whose place is not in the archive',
      'Lines of a kind that is not known',
      'Pictures of people that can’t be read',
    ]),
  )
  expect(existsSync(join(confab.data, 'evil'))).toBe(false)
})
