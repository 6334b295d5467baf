// The settings of the server: one table, from which flags, variables, confab.toml, its template and the guide come.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { allSettings, groups } from '../src/settings/table'
import { incomingMailSecret } from '../src/settings/mail'
import { serverRules } from '../src/settings/rules'
import { settingsFor } from '../src/settings/settings'
import { guide, template } from '../src/settings/template'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(240_000)

test('the table is well-formed: one name each, defaults that are values, sentences as the help has them', () => {
  const names = allSettings.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const setting of allSettings) {
    const { name, usual, without, sentence, kind, secret, example, hidden } = setting
    expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect([name, sentence]).toEqual([name, expect.stringMatching(/[^.\s]$/)])
    expect(() => setting.read(undefined)).not.toThrow()
    // What the template shows is a value that may stand there.
    if (!usual && !hidden && secret !== 'value') expect(() => kind.parse(example ?? '')).not.toThrow()
    expect([name, Boolean(usual || without)]).toEqual([name, true])
  }
})

test('the guide in docs/ is what the table says', async () => {
  expect(await Bun.file('docs/settings.md').text()).toBe(guide())
  for (const { settings } of groups)
    for (const { name, hidden } of settings) expect(guide().includes(`### ${name}\n`)).toBe(!hidden)
})

test('the template holds nothing but comments; without their signs it is a file that sets everything', async () => {
  await using confab = new Confab()
  const { out } = await confab.run(['config', 'template'])
  expect(out).toBe(template())
  expect(parse(out)).toEqual({})
  const set = out.replaceAll(/^#(?=[a-z0-9-]+ = )/gm, '')
  const keys = allSettings
    .filter(({ hidden }) => !hidden)
    .map(({ name, secret }) => (secret === 'value' ? `${name}-file` : name))
  expect(Object.keys(parse(set))).toEqual(keys)
  writeFileSync(join(confab.data, 'confab.toml'), set)
  const { settings } = await confab.json(['config', 'show'])
  expect(settings).toHaveLength(keys.length)
  for (const row of Array.isArray(settings) ? settings : [])
    expect(row).toMatchObject({
      value: expect.any(String),
      from: expect.stringMatching(/confab\.toml \(line \d+\)$/),
    })
})

test('flags go before the environment, that before the file, and that before the default', async () => {
  await using confab = new Confab()
  const shown = async (args: string[] = [], environment: Record<string, string> = {}) => {
    const { out } = await confab.run(['config', 'show', ...args], '', environment)
    return /^port +(.*)$/m.exec(out)?.[1]?.split(/ {2,}/)
  }
  const variable = { CONFAB_PORT: '8002' }
  const inFile = ['8001', `${confab.data}/confab.toml (line 2)`]
  expect(await shown()).toEqual(['8420', 'default'])
  writeFileSync(join(confab.data, 'confab.toml'), '# ours\nport = 8001\n')
  expect(await shown()).toEqual(inFile)
  expect(await shown([], { CONFAB_PORT: '' })).toEqual(inFile)
  expect(await shown([], variable)).toEqual(['8002', 'CONFAB_PORT'])
  expect(await shown(['--port', '8003'], variable)).toEqual(['8003', '--port'])
})

test('what a server that runs was started with is shown where it is something else', async () => {
  await using confab = new Confab()
  const file = join(confab.data, 'confab.toml')
  writeFileSync(file, 'port = 8001\nlogin-attempts = 7\n')
  expect(await confab.json(['config', 'show'])).toMatchObject({ running: null })
  await confab.serve(['--json'], undefined, undefined, { CONFAB_GIPHY_API_KEY: 'hush' })
  const shown = async () => (await confab.run(['config', 'show'])).out.split('was started with others')
  const [here, there = ''] = await shown()
  expect(here).toMatch(/^port +8001 /m)
  expect(there).toMatch(/^port +0 +--port$/m)
  expect(there).toMatch(/^giphy-api-key +\(secret\) +CONFAB_GIPHY_API_KEY$/m)
  expect(there).not.toMatch(/hush|login-attempts/)
  writeFileSync(file, 'login-attempts = 8\n')
  expect((await shown())[1]).toMatch(/^login-attempts +7 +/m)
  const { out } = await confab.run(['config', 'show', '--port', '0', '--login-attempts', '7'], '', {
    CONFAB_GIPHY_API_KEY: 'hush',
    CONFAB_LOG_LEVEL: 'warn',
  })
  expect(out).toEndWith('The server that runs has the same.\n')
})

test('a server is as its file says, and the commands that ask it look there, too', async () => {
  await using confab = new Confab()
  const made = await confab.json(createAcme, 'a long password\n')
  const toml = (...lines: string[]) => writeFileSync(join(confab.data, 'confab.toml'), lines.join('\n'))
  writeFileSync(join(confab.data, 'giphy'), 'a key of GIPHY\n')
  toml('port = 1', 'max-file-upload-size-mib = 3', 'rate-limits = false', 'giphy-api-key-file = "giphy"')
  const { url, port } = await confab.serve()
  const owner = new Client(url, Number(made['user_id']), 'owner@x.io', String(made['api_key']))
  const { status, headers, body } = await owner.post('/register', {})
  expect([status, headers.get('x-ratelimit-limit')]).toEqual([200, null])
  expect(body).toMatchObject({ max_file_upload_size_mib: 3, giphy_api_key: 'a key of GIPHY' })
  expect(await confab.run(['health'])).toMatchObject({
    code: 8,
    err: expect.stringContaining('127.0.0.1:1/'),
  })
  toml(`port = ${port}`)
  expect(await confab.run(['health'])).toMatchObject({ code: 0 })
  expect((await confab.run(['config', 'check'])).out).toBe(
    `${confab.data}/confab.toml is right; settings that are given: 1.\n`,
  )
})

test('what is unknown, of the wrong type or in contradiction is told in a sentence that says where', async () => {
  await using confab = new Confab()
  const file = join(confab.data, 'confab.toml')
  for (const [content, why] of [
    ['\nprot = 80\n', 'prot in FILE (line 2) is no setting of Confab; `confab config template` shows'],
    ['smtp_url = "x"', 'smtp_url in FILE (line 1) is no setting of Confab: it is called smtp-url.'],
    ['[mail]\nsmtp-url = "x"', 'mail in FILE (line 1) is no setting of Confab'],
    ['port = "80"', 'port in FILE (line 1) must be a whole number from 0 to 65535, without quotes.'],
    ['host = 80', 'host in FILE (line 1) must be a text, in quotes.'],
    ['rate-limits = "off"', 'rate-limits in FILE (line 1) must be true or false, without quotes.'],
    ['trusted-proxies = "10.0.0.0/8"', 'trusted-proxies in FILE (line 1) must be a list of addresses'],
    ['trusted-proxies = ["ten"]', 'trusted-proxies in FILE (line 1): '],
    ['port = 1.5', 'port in FILE (line 1) must be a whole number'],
    ['# no\nport = 70000', 'port in FILE (line 2): It must be a whole number from 0 to 65535.'],
    ['port = 80\nport = 81', 'FILE is no TOML (line 2): '],
    ['host = ', 'FILE is no TOML (line 1): '],
    ['domain = "a b"', 'domain in FILE (line 1): It must be a name such as'],
    ['mail-from = "chat@x.io"', 'mail-from in FILE (line 1) says how mail is sent, but --smtp-url does not'],
    ['apns-key-id = "A"', 'apns-key-id in FILE (line 1) goes with --apns-key, which is not set.'],
    ['push-bouncer-id = "A"', 'push-bouncer-id in FILE (line 1) is of no use alone'],
    [
      'smtp-password-file = "none"',
      "smtp-password-file in FILE (line 1): FOLDER/none can't be read (ENOENT)",
    ],
  ] as const) {
    writeFileSync(file, content)
    const told = await settingsFor(confab.data, new Map(), {})
      .then((settings) => serverRules(confab.data, settings))
      .then(() => 'nothing', String)
    const expected = why.replace('FILE', file).replace('FOLDER', confab.data)
    expect([content, told]).toEqual([content, expect.stringContaining(`SettingsError: ${expected}`)])
    expect(told).not.toContain('\n')
  }
})

test('it stops the start, with the exit code of wrong usage', async () => {
  await using confab = new Confab()
  const file = join(confab.data, 'confab.toml')
  writeFileSync(file, 'prot = 80\n')
  const wrong = {
    code: 2,
    out: '',
    err: expect.stringContaining(`confab: prot in ${file} (line 1) is no setting`),
  }
  expect(await confab.run(['serve', '--port', '0'])).toMatchObject(wrong)
  expect(await confab.run(['config', 'check'])).toMatchObject(wrong)
  writeFileSync(file, '')
  const slip = { CONFAB_SMPT_URL: 'smtp://mail.x.io' }
  expect(await confab.run(['serve', '--port', '0'], '', slip)).toMatchObject({
    code: 2,
    err: expect.stringContaining('CONFAB_SMPT_URL in the environment is no setting of Confab'),
  })
  // Other commands' options may be there for them.
  expect((await confab.run(['config', 'check'], '', { CONFAB_SUBDOMAIN: 'acme' })).code).toBe(0)
  expect((await confab.run(['organization', 'list'], '', slip)).code).toBe(0)
})

test('secrets come from files and credentials, once, and are shown nowhere', async () => {
  await using confab = new Confab()
  const credentials = join(confab.data, 'credentials')
  mkdirSync(credentials)
  const own = join(confab.data, 'own')
  writeFileSync(own, 'hush-hush-hush-hush\n')
  writeFileSync(join(credentials, 'incoming-mail-secret'), 'hush-from-systemd\n')
  const given = async (environment: Record<string, string>) => {
    const settings = await settingsFor(confab.data, new Map(), environment)
    return [settings.value(incomingMailSecret), settings.where(incomingMailSecret)]
  }
  const inVariable = { CONFAB_INCOMING_MAIL_SECRET: 'hush-hush-variable' }
  const inFile = { CONFAB_INCOMING_MAIL_SECRET_FILE: own }
  const ofSystemd = { CREDENTIALS_DIRECTORY: credentials }
  expect(await given({})).toEqual([undefined, undefined])
  expect(await given(inVariable)).toEqual(['hush-hush-variable', 'CONFAB_INCOMING_MAIL_SECRET'])
  expect(await given(inFile)).toEqual(['hush-hush-hush-hush', 'CONFAB_INCOMING_MAIL_SECRET_FILE'])
  expect(await given(ofSystemd)).toEqual(['hush-from-systemd', 'the credential incoming-mail-secret'])
  expect(await given({ ...ofSystemd, ...inFile })).toEqual(await given(inFile))
  expect(await given({ CREDENTIALS_DIRECTORY: confab.data })).toEqual([undefined, undefined])

  const shown = await confab.run(['config', 'show'], '', { ...inVariable, CONFAB_GIPHY_API_KEY: 'hush' })
  expect(shown.out).toMatch(/^incoming-mail-secret +\(secret\) +CONFAB_INCOMING_MAIL_SECRET$/m)
  expect(shown.out).not.toContain('hush')
  for (const environment of [
    { CONFAB_INCOMING_MAIL_SECRET: 'hush' },
    { CONFAB_INCOMING_MAIL_SECRET_FILE: join(confab.data, 'empty') },
    { ...inVariable, ...inFile },
    { CONFAB_SMTP_URL: 'smtp://chat:hush@mail.x.io' },
  ]) {
    writeFileSync(join(confab.data, 'empty'), '\n')
    const { code, out, err } = await confab.run(['config', 'check'], '', environment)
    expect([code, out, err.includes('hush')]).toEqual([2, '', false])
  }
  // What could be given in a command line before is still taken, and warned of.
  const flags = new Map([['giphy-api-key', 'hush']])
  const settings = await settingsFor(confab.data, flags, {})
  expect(settings.secretsInFlags()).toEqual(['giphy-api-key'])
  const { out } = await confab.run(['serve', '--help'])
  expect(out).toContain('--incoming-mail-secret-file')
  expect(out).not.toContain('--incoming-mail-secret ')
})
