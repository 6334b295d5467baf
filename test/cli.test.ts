// The command line on a folder that no server uses: organizations, people, keys, options, exit codes.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Confab, createAcme } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

const word = expect.any(String)

test('an owner makes an organization, adds people with every role and lists them', async () => {
  await using confab = new Confab()
  const made = await confab.json(createAcme, 'a long password\n')
  expect(made).toEqual({ organization: '', user_id: expect.any(Number), email: 'owner@x.io', api_key: word })
  expect(String(made['api_key'])).toMatch(/^\w{32,}$/)

  for (const role of ['owner', 'administrator', 'moderator', 'member', 'guest']) {
    const args = ['user', 'create', '--email', `${role}1@x.io`, '--name', `A ${role}`, '--role', role]
    const added = await confab.json(args)
    expect(added).toEqual({
      user_id: expect.any(Number),
      email: `${role}1@x.io`,
      api_key: word,
      password: word,
    })
    expect(String(added['password']).length).toBeGreaterThan(20)
  }
  const own = await confab.json(
    ['user', 'create', '--email', 'own@x.io', '--name', 'Own', '--password-stdin'],
    'my own password\nsecond line\n',
  )
  expect(own['password']).toBe('my own password')

  const { users } = await confab.json(['user', 'list'])
  expect(users).toMatchObject([
    { email: 'owner@x.io', full_name: 'Owner', role: 'owner', is_active: true },
    { role: 'owner' },
    { role: 'administrator' },
    { role: 'moderator' },
    { role: 'member' },
    { role: 'guest', full_name: 'A guest' },
    { email: 'own@x.io', role: 'member' },
  ])
  const readable = await confab.run(['user', 'list'])
  expect(readable.out).toContain('moderator1@x.io')
})

test('several organizations: each has its own people, and commands ask which is meant', async () => {
  await using confab = new Confab()
  await confab.json([...createAcme, '--subdomain', 'acme'], 'a long password\n')
  await confab.json([...createAcme, '--subdomain', 'beta'], 'a long password\n')
  expect(await confab.json(['organization', 'list'])).toMatchObject({
    organizations: [
      { organization: 'acme', name: 'Acme', users: 1, is_damaged: false, is_deactivated: false },
      { organization: 'beta', name: 'Acme', users: 1, is_damaged: false, is_deactivated: false },
    ],
  })

  const unsaid = await confab.run(['user', 'create', '--email', 'm@x.io', '--name', 'M'])
  expect(unsaid).toMatchObject({ code: 7, out: '', err: expect.stringContaining('--subdomain') })
  await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'M', '--subdomain', 'beta'])
  const { users } = await confab.json(['user', 'list', '--subdomain', 'acme'])
  expect(users).toHaveLength(1)

  const which = ['--subdomain', 'beta']
  expect(await confab.json(['organization', 'deactivate', ...which])).toEqual({
    organization: 'beta',
    name: 'Acme',
  })
  const again = await confab.run(['organization', 'deactivate', ...which])
  expect(again).toMatchObject({ code: 7, err: expect.stringContaining('deactivated already') })
  const readable = await confab.run(['organization', 'list'])
  expect(readable.out).toContain('Acme, deactivated')
  await confab.json(['organization', 'reactivate', ...which])
  expect((await confab.run(['organization', 'reactivate', ...which])).code).toBe(7)

  const refused = await confab.run(['organization', 'remove', '--subdomain', 'beta'])
  expect(refused.code).toBe(2)
  await confab.json(['organization', 'remove', '--subdomain', 'beta', '--yes'])
  expect(await confab.json(['organization', 'list'])).toMatchObject({
    organizations: [{ organization: 'acme' }],
  })
})

test('what is refused changes nothing, says why and ends with its own code', async () => {
  await using confab = new Confab()
  const noneYet = await confab.run(['user', 'list'])
  expect(noneYet).toMatchObject({ code: 7, err: expect.stringContaining('no organization yet') })
  await confab.json(createAcme, 'a long password\n')

  const refusals: [string[], number, string][] = [
    [createAcme, 7, 'already a root organization'],
    [[...createAcme, '--subdomain', 'Not Valid'], 7, 'Not Valid'],
    [['user', 'create', '--email', 'OWNER@X.io', '--name', 'Again'], 7, 'already in use'],
    [['user', 'create', '--email', 'nowhere', '--name', 'N'], 7, 'nowhere'],
    [['user', 'create', '--email', 'n@x.io', '--name', 'N', '--role', 'king'], 2, '--role'],
    [['user', 'create', '--email', 'n@x.io'], 2, '--name'],
    [['user', 'key', '--email', 'n@x.io'], 7, 'n@x.io'],
    [['user', 'list', '--subdomain', 'other'], 7, 'other'],
    [['serve', '--port', '70000'], 2, '65535'],
    [['serve', '--domain', 'https://chat.example.com'], 2, 'chat.example.com'],
    [['nonsense'], 2, 'nonsense'],
  ]
  for (const [args, code, message] of refusals) {
    expect(await confab.run(args, 'a long password\n')).toMatchObject({
      code,
      out: '',
      err: expect.stringContaining(message),
    })
  }
  const empty = await confab.run([...createAcme, '--subdomain', 'empty'], '')
  expect(empty).toMatchObject({ code: 2, err: expect.stringContaining('no password') })
  expect((await confab.json(['user', 'list']))['users']).toHaveLength(1)
  expect((await confab.json(['organization', 'list']))['organizations']).toHaveLength(1)
})

test('a folder that is not there is made by what makes an organization, and by nothing else', async () => {
  await using confab = new Confab()
  const data = join(confab.data, 'new')
  for (const command of [
    ['user', 'list'],
    ['organization', 'list'],
    ['user', 'create', '--email', 'n@x.io', '--name', 'N'],
  ]) {
    const refused = await confab.run(command, '', { CONFAB_DATA: data })
    expect(refused).toMatchObject({ code: 7, out: '', err: expect.stringContaining(data) })
    expect(existsSync(data)).toBe(false)
  }
  expect((await confab.run(createAcme, 'a long password\n', { CONFAB_DATA: data })).code).toBe(0)
})

test('every option can be an environment variable, and --help tells which', async () => {
  await using confab = new Confab()
  const environment = {
    CONFAB_NAME: 'Acme',
    CONFAB_OWNER_EMAIL: 'o@x.io',
    CONFAB_OWNER_NAME: 'O',
    CONFAB_JSON: 'true',
  }
  const made = await confab.run(['organization', 'create'], '', environment)
  expect(JSON.parse(made.out)).toMatchObject({ email: 'o@x.io', password: word })
  const listed = await confab.run(['organization', 'list'], '', { CONFAB_JSON: 'off' })
  expect(listed.out).toStartWith('SUBDOMAIN')

  for (const command of [
    ['serve'],
    ['organization', 'create'],
    ['user', 'create'],
    ['user', 'key'],
    ['health'],
  ]) {
    const { code, out } = await confab.run([...command, '--help'])
    expect(code).toBe(0)
    const options = out.match(/^ {2}(-\w, )?--\w+/gm) ?? []
    expect(out.match(/env:\s+CONFAB_/g)).toHaveLength(options.length - 1)
  }
})

test('a folder that can not be written to is named, with its own exit code', async () => {
  await using confab = new Confab()
  for (const data of ['/proc/confab', '/dev/null/confab']) {
    for (const command of [createAcme, ['serve', '--port', '0']]) {
      const refused = await confab.run(command, 'a long password\n', { CONFAB_DATA: data })
      expect(refused).toMatchObject({ code: 4, out: '', err: expect.stringContaining(data) })
    }
  }
})

test('commands that run at the same time wait for one another', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  const names = ['Ann', 'Bob', 'Cyd', 'Dan', 'Eve']
  await Promise.all(
    names.map((name) => confab.json(['user', 'create', '--email', `${name}@x.io`, '--name', name])),
  )
  expect((await confab.json(['user', 'list']))['users']).toHaveLength(6)
})

test('the person at the console gives roles, closes accounts and opens them again', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'M'])
  const about = (command: string, ...more: string[]) => ['user', command, '--email', 'M@x.io', ...more]
  const user = { user_id: expect.any(Number), email: 'm@x.io' }
  expect(await confab.json(about('role', '--role', 'administrator'))).toEqual({
    ...user,
    role: 'administrator',
  })
  expect(await confab.json(about('deactivate'))).toEqual(user)
  const { users } = await confab.json(['user', 'list'])
  expect(users).toMatchObject([{}, { ...user, role: 'administrator', is_active: false }])
  for (const [args, message] of [
    [about('deactivate'), 'is deactivated'],
    [about('role', '--role', 'member'), 'is deactivated'],
    [['user', 'role', '--email', 'owner@x.io', '--role', 'member'], 'only organization owner'],
    [['user', 'deactivate', '--email', 'owner@x.io'], 'only user'],
    [['user', 'delete-sessions', '--email', 'n@x.io'], 'n@x.io'],
  ] as const) {
    expect(await confab.run([...args])).toMatchObject({ code: 7, err: expect.stringContaining(message) })
  }
  expect(await confab.json(about('reactivate'))).toEqual(user)
  expect(await confab.run(about('reactivate'))).toMatchObject({ code: 7 })
  expect(await confab.json(about('delete-sessions'))).toEqual({ ...user, sessions: 0 })
})

test('a database that another program has open is said, and nothing is changed', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, 'a long password\n')
  using other = new Database(join(confab.data, 'organizations', 'root', 'confab.sqlite'))
  other.run('BEGIN; SELECT 1 FROM users')
  for (const command of [
    ['serve', '--port', '0'],
    ['user', 'list'],
  ])
    expect(await confab.run(command)).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringContaining('Another program has a database of the data folder open'),
    })
  other.run('COMMIT')
  expect(await confab.json(['user', 'list'])).toMatchObject({ users: [{ email: 'owner@x.io' }] })
})
