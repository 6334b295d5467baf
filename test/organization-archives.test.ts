// `confab organization export|import`: with a server and without, to another one, and what is no archive of an organization.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { archiveOf, filesOf, linesOf } from './support/archives'
import { anonymous, Client } from './support/client'
import { Confab, createAcme } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(300_000)

const password = 'correct horse battery'

async function founded(): Promise<Confab> {
  const confab = new Confab()
  await confab.run(createAcme, password)
  await confab.run(['user', 'create', '--email', 'ann@x.io', '--name', 'Ann', '--password-stdin'], password)
  return confab
}

async function logIn(url: string, email = 'owner@x.io'): Promise<Client> {
  const body = new URLSearchParams({ username: email, password })
  const reply = await anonymous(url, '/fetch_api_key', { method: 'POST', body })
  return new Client(url, Number(reply.body['user_id']), email, String(reply.body['api_key']))
}

const text = async (who: Client, id: unknown) => (await who.get(`/messages/${id}`)).body['raw_content']

test('from a server that runs to one that runs, and to a folder that has none', async () => {
  await using here = await founded()
  await using there = await founded()
  const server = await here.serve()
  const owner = await logIn(server.url)
  const { body: file } = await owner.upload('/user_uploads', new TextEncoder().encode('a plan'), {
    name: 'plan.txt',
  })
  const { body } = await owner.post('/messages', {
    type: 'direct',
    to: [owner.id],
    content: `see [plan](${file['url']})`,
  })
  const archive = join(here.data, 'acme.tar.gz')
  const made = await here.json(['organization', 'export', archive, '--with-credentials'])
  expect(made).toMatchObject({ organization: '', file: archive, type: 'full', files: 1, missing_files: [] })
  expect((await here.run(['organization', 'export', archive])).err).toContain(
    'is there already. Say --force to replace it.',
  )
  expect(
    readdirSync(join(here.data, 'organizations', 'root')).filter((name) => name.startsWith('.export')),
  ).toEqual([])

  const other = await there.serve()
  const taken = await there.run(['organization', 'import', archive])
  expect([taken.code, taken.err]).toEqual([
    7,
    expect.stringContaining('There is already a root organization'),
  ])
  const imported = await there.json(['organization', 'import', archive, '--subdomain', 'acme'])
  expect(imported).toEqual({
    organization: 'acme',
    name: 'Acme',
    users: 2,
    rows: made['rows'],
    files: 1,
    missing_files: [],
  })
  expect(readdirSync(join(there.data, 'organizations')).toSorted()).toEqual(['acme', 'root'])
  // The same key, at the address of the new organization.
  const headers = { authorization: owner.authorization, host: 'acme.example.com' }
  const read = async (path: string) => fetch(`${other.url}${path}`, { headers })
  expect(await (await read(`/api/v1/messages/${body['id']}`)).json()).toMatchObject({
    raw_content: expect.stringContaining('see [plan]'),
  })
  expect(await (await read(String(file['url']))).text()).toBe('a plan')

  await using nowhere = new Confab()
  await nowhere.json(['organization', 'import', archive])
  const third = await nowhere.serve()
  expect(await text(await logIn(third.url), body['id'])).toContain('see [plan]')
})

test('without credentials nobody can log in until they have a link, and bots get new keys', async () => {
  await using here = await founded()
  await using there = new Confab()
  const server = await here.serve()
  const owner = await logIn(server.url)
  const { body: bot } = await owner.post('/bots', { full_name: 'Bot', short_name: 'bot', bot_type: 1 })
  const archive = join(here.data, 'acme.tar.gz')
  await here.json(['organization', 'export', archive])
  const files = await filesOf(await Bun.file(archive).bytes())
  expect(linesOf(files, 'realm_users').map((user) => Object.hasOwn(user, 'password_hash'))).not.toContain(
    true,
  )
  expect(JSON.stringify([...files])).not.toContain(String(bot['api_key']))

  expect((await there.run(['organization', 'import', archive])).out).toContain('Nobody has a password yet')
  const other = await there.serve()
  expect((await logIn(other.url)).apiKey).toBe('undefined')
  const key = String((await there.json(['user', 'key', '--email', 'owner@x.io']))['api_key'])
  const { body } = await new Client(other.url, owner.id, 'owner@x.io', key).get('/bots')
  const [known] = Array.isArray(body['bots']) ? body['bots'] : []
  expect(known.api_key).toMatch(/^\w{32}$/)
  expect(known.api_key).not.toBe(bot['api_key'])
  const { body: self } = await new Client(other.url, 0, known.username, known.api_key).get('/users/me')
  expect(self).toMatchObject({ result: 'success', full_name: 'Bot' })
})

test('what is no whole archive is refused with a sentence, and nothing of it stays', async () => {
  await using here = await founded()
  await using there = new Confab()
  const archive = join(here.data, 'acme.tar.gz')
  await here.json(['organization', 'export', archive])
  const bytes = await Bun.file(archive).bytes()
  const files = await filesOf(bytes)
  const changed = (name: string, change: (text: string) => string) =>
    archiveOf([...files].map(([each, content]) => [each, each === name ? change(content) : content] as const))
  const beside = (...added: [string, string][]) => {
    const all = [...files]
    return archiveOf([...all.slice(0, -1), ...added, ...all.slice(-1)])
  }
  const users = 'data/realm_users-00001.jsonl'
  const hostile: Record<string, [Uint8Array | Promise<Uint8Array>, string]> = {
    nothing: [new Uint8Array(), 'It is no archive of an organization'],
    'no archive': [new TextEncoder().encode('Hello'.repeat(1000)), 'It is no archive of an organization'],
    'half of it': [bytes.slice(0, bytes.length / 2), 'It is no whole archive'],
    'no end': [archiveOf([...files].slice(0, -1)), 'It was cut off: its end is missing.'],
    'a table less': [archiveOf([...files].filter(([name]) => name !== users)), 'It is not whole'],
    'a line less': [
      changed(users, (all) => all.slice(0, all.trimEnd().lastIndexOf('\n') + 1)),
      'It is not whole',
    ],
    'a path of its own': [
      beside(['../../../evil', 'x']),
      'It has a file that no archive has: "../../../evil".',
    ],
    'an absolute path': [beside(['/tmp/evil', 'x']), 'It has a file that no archive has: "/tmp/evil".'],
    'a path in a name': [beside(['files/uploads/../../evil', 'x']), 'It has a file that no archive has'],
    'an unknown table': [
      beside(['data/sqlite_master-00001.jsonl', '{}\n']),
      'It has lines of something unknown',
    ],
    'an unknown field': [
      changed(users, (all) => all.replaceAll('"full_name"', '"full_name; DROP TABLE users"')),
      'Line 1 of data/realm_users-00001.jsonl can',
    ],
    'a wrong type': [
      changed(users, (all) => all.replaceAll('"is_active":true', '"is_active":"yes"')),
      '`is_active` has to be true or false',
    ],
    'no JSON': [changed(users, () => '{"id": 1\n'), "can't be taken"],
    'somebody who is not there': [
      beside([
        'data/saved_snippets-00001.jsonl',
        '{"id":1,"user_id":99,"title":"a","content":"b","date_created":1}\n',
      ]),
      'It ',
    ],
    'a newer format': [
      changed('export.json', (all) => all.replace('"version": 1', '"version": 2')),
      'It was made by a newer Confab',
    ],
    'a newer database': [
      changed('export.json', (all) => all.replace(/"schema": \d+/, '"schema": 999')),
      'It was made by a newer Confab',
    ],
    'more than the disk takes': [
      changed('export.json', (all) => all.replace('"file_bytes": 0', '"file_bytes": 1e15')),
      'There is not enough room',
    ],
    'a link to elsewhere': [
      archiveOf(files, [{ name: 'files/uploads/1/ab/x.txt', type: 'symlink', linkname: '/etc/passwd' }]),
      'It has something that is no file',
    ],
    'a second name of a file': [
      archiveOf(files, [{ name: 'files/uploads/1/ab/x.txt', type: 'link', linkname: '/etc/passwd' }]),
      'It has something that is no file',
    ],
    'a picture twice': [
      beside(['files/pictures/aaaa.png', 'x'], ['files/pictures/aaaa.png', 'y']),
      'It has "files/pictures/aaaa.png" twice.',
    ],
    'a file that nothing names': [beside(['files/pictures/aaaa.png', 'x']), 'It is not whole'],
    'another encoding': [
      archiveOf([...files, ['data/drafts-00001.jsonl', Buffer.from('{"content":"ä"}', 'latin1')] as const]),
      'It is no whole archive',
    ],
    'a line of 100 MB': [
      beside(['data/drafts-00001.jsonl', ' '.repeat(100_000_000)]),
      'is too large: 100000000 bytes.',
    ],
  }
  for (const [name, [content, said]] of Object.entries(hostile)) {
    const file = join(there.data, 'hostile.tar.gz')
    await Bun.write(file, await content)
    const { code, err } = await there.run(['organization', 'import', file])
    expect({ name, code, err }).toEqual({ name, code: 7, err: expect.stringContaining(said) })
    const left = join(there.data, 'organizations')
    expect({ name, left: existsSync(left) ? readdirSync(left) : [] }).toEqual({ name, left: [] })
  }
  expect(existsSync('/tmp/evil')).toBe(false)
})
