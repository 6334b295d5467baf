// README.md and the guides in docs/: their commands are run as they are written, in folders of the test's, and there is each command and
// each option that they name. docs/backup.md has a test of its own.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Confab } from './support/confab'
import { debianProgram } from './support/debian-programs'
import { builtExecutable } from './support/executable'
import { certificateFiles } from './support/https'
import { MailServer, mailPassword } from './support/mail-server'

setDefaultTimeout(240_000)

const promtool = await debianProgram('promtool', 'prometheus')
const guides = [...new Bun.Glob('docs/*.md').scanSync('.')].toSorted()

let executable: string
beforeAll(async () => {
  executable = await builtExecutable()
})

/** What a command is given beside its words, and what it is in the way of a test, which replaces it. */
interface Surroundings {
  environment?: Record<string, string>
  instead?: Record<string, string>
}

test('README.md: it is installed, served, made an organization, and mails', async () => {
  await using confab = new Confab([executable])
  await using post = await mailServer()
  copyFileSync(executable, join(confab.data, 'confab'))
  const [, , build, install, serve, organization, mail, container] = blocks('README.md')
  // These are run by whoever runs this test, and by test/container.test.ts as far as it can be without Docker.
  expect([build, container]).toEqual([
    'node scripts/setup.mjs && node_modules/.bin/bun run build',
    expect.stringMatching(/^docker build/),
  ])
  const root = join(confab.data, 'root')
  const machine = { environment: { CONFAB_ROOT: root, CONFAB_DATA: '/var/lib/confab' } }
  expect(await run(confab, install, machine)).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(join(root, 'var/lib/confab/confab.toml'), 'utf8')).toContain(
    '"https://chat.example.com"',
  )

  await using first = await served(confab, serve)
  expect(first.out).toMatch(/\/setup\//)
  expect(await run(confab, organization)).toMatchObject({ code: 0, err: '' })
  await first.stop()

  const [start, letter] = (mail ?? '').split(/\n(?=confab)/)
  const { host, port, authority } = post.settings()
  const ca = join(confab.data, 'ca.pem')
  writeFileSync(ca, authority ?? '')
  await using second = await served(confab, start, {
    environment: { CONFAB_SMTP_CA_FILE: ca, SECRET: mailPassword },
    instead: {
      'CONFAB_SMTP_PASSWORD=…': 'CONFAB_SMTP_PASSWORD="$SECRET"',
      'mail.example.com': `${host}:${port}`,
    },
  })
  expect(await run(confab, letter)).toMatchObject({ code: 0, err: '' })
  expect(post.received).toMatchObject([{ to: 'you@example.com', user: 'chat' }])
  await second.stop()
})

test('docs/install.md: it is laid out as it says', async () => {
  await using confab = new Confab([executable])
  copyFileSync(executable, join(confab.data, 'confab'))
  const [install] = blocks('docs/install.md')
  const environment = { CONFAB_ROOT: join(confab.data, 'root'), CONFAB_DATA: '/var/lib/confab' }
  expect(await run(confab, install, { environment })).toMatchObject({ code: 0, err: '' })
})

test('docs/https.md and docs/proxies.md: their servers start', async () => {
  await using confab = new Confab([executable])
  using files = await certificateFiles(['chat.example.com'])
  const [ordered, own] = blocks('docs/https.md')
  const [behind] = blocks('docs/proxies.md')
  // No authority is asked for a name that is not ours.
  const environment = {
    CONFAB_HTTPS_HOST: '127.0.0.1',
    CONFAB_HTTPS_PORT: '0',
    CONFAB_HTTP_PORT: '0',
    CONFAB_ACME_DIRECTORY: 'https://127.0.0.1:1/dir',
  }
  const ours = { '/etc/ssl/chat.pem': files.certificate, '/etc/ssl/private/chat.key': files.key }
  for (const [command, instead] of [[ordered], [own, ours]] as const) {
    await using server = await served(confab, command, { environment, instead: instead ?? {} })
    expect(server.out).toMatch(/ at https:\/\/chat\.example\.com/)
    await server.stop()
  }
  await using server = await served(confab, behind)
  await server.stop()
})

test('docs/moving.md: the organization is at the other server then', async () => {
  await using confab = new Confab([executable])
  await using other = new Confab([executable])
  const make = 'confab organization create --subdomain acme --name A --owner-email o@x.io --owner-name O'
  expect(await run(confab, make)).toMatchObject({ code: 0 })
  const { url } = await other.serve()
  await confab.serve()
  const [receive, move] = blocks('docs/moving.md')
  const received = await run(other, receive, { instead: { '/var/lib/confab': other.data } })
  expect(received).toMatchObject({ code: 0, err: '' })
  const token = /^\s*(\S{20,})\s*$/m.exec(received.out)?.[1] ?? ''
  const moved = await run(confab, move, {
    instead: { '/var/lib/confab': confab.data, '=…': `=${token}`, 'https://two.example.com': url },
  })
  expect(moved).toMatchObject({ code: 0 })
  const listed = await other.json(['organization', 'list'])
  expect(JSON.stringify(listed)).toContain('"acme"')
})

test('docs/monitoring.md: Prometheus takes its configuration', async () => {
  await using confab = new Confab([executable])
  const [configuration = ''] = blocks('docs/monitoring.md')
  const path = join(confab.data, 'prometheus.yml')
  // With a token, too.
  for (const text of [configuration, configuration.replace('# authorization', 'authorization')]) {
    writeFileSync(path, text.replace('/etc/prometheus/confab-token', path))
    const checked = Bun.spawnSync([promtool.executable, 'check', 'config', path], {
      env: { ...process.env, ...promtool.environment },
    })
    expect([checked.exitCode, checked.stderr.toString()]).toEqual([0, ''])
  }
})

test('each command and each option that they name is there', async () => {
  await using confab = new Confab([executable])
  const all = await everyHelp(confab)
  const options = new Set([...all.values()].flatMap((text) => text.match(/--[a-z][a-z0-9-]*/g) ?? []))
  // Of `bun run build`.
  options.add('--target')
  const problems: string[] = []
  for (const file of ['README.md', ...guides]) {
    const text = readFileSync(file, 'utf8')
    for (const words of commandsIn(text))
      for (const path of pathsOf(words, all)) {
        const known = all.get(path)
        if (known === undefined) problems.push(`${file}: confab ${path}`)
        // Those that make a server or save one take its settings, too, without a word in their help.
        for (const option of words.flatMap((word) => /^--[a-z0-9-]+/.exec(word) ?? []))
          if (!known?.includes(option) && !all.get('serve')?.includes(option))
            problems.push(`${file}: confab ${path} ${option}`)
      }
    for (const [, option = ''] of text.matchAll(/`(--[a-z][a-z0-9-]*)/g))
      if (!options.has(option)) problems.push(`${file}: ${option}`)
  }
  expect(problems).toEqual([])
})

/** What each command says of itself, by its words; the program's own by none. */
async function everyHelp(confab: Confab, path = ''): Promise<Map<string, string>> {
  const { out } = await confab.run([...path.split(' ').filter(Boolean), '--help'])
  const found = new Map([[path, out]])
  const listed = /\nCommands:\n(.*?)(\n\n|$)/s.exec(out)?.[1] ?? ''
  for (const [, name = ''] of listed.matchAll(/^ {2}([a-z][a-z-]*)/gm))
    if (name !== 'help')
      for (const [each, text] of await everyHelp(confab, `${path} ${name}`.trim())) found.set(each, text)
  return found
}

/** Commands as texts have them: in a line of a block, or between backticks. */
function commandsIn(text: string): string[][] {
  const spans = [...text.matchAll(/`confab\s([^`]*)`|^(?:\.\/|[A-Z_]+=\S+ )?confab (.*)$/gm)]
  return spans.map(([, inline, line]) => (inline ?? line ?? '').replace(/\|\s+/g, '|').split(/\s+/))
}

/** Which commands are meant: `user create|list` are two. */
function pathsOf(words: readonly string[], all: ReadonlyMap<string, string>): string[] {
  const [first = '', second = ''] = words
  if (!/^[a-z]/.test(first)) return ['']
  const isGroup = all.get(first)?.includes('\nCommands:') === true
  return isGroup && /^[a-z]/.test(second) ? second.split('|').map((each) => `${first} ${each}`) : [first]
}

/** The blocks of a guide, without their fences. */
function blocks(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^```\w*\n(.*?)\n```$/gms)].map(([, text = '']) => text)
}

async function run(confab: Confab, command: string | undefined, surroundings: Surroundings = {}) {
  const child = shell(confab, command, surroundings)
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { out, err, code }
}

/** Runs a command that serves, until it says where. */
async function served(confab: Confab, command: string | undefined, surroundings: Surroundings = {}) {
  const environment = { CONFAB_PORT: '0', ...surroundings.environment }
  const child = shell(confab, command?.replace('confab serve', 'exec confab serve'), {
    ...surroundings,
    environment,
  })
  const decoder = new TextDecoder()
  let out = ''
  for await (const piece of child.stdout) {
    out += decoder.decode(piece, { stream: true })
    if (/ at https?:.*\n\n/.test(out)) break
  }
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    expect([await child.exited, out]).toEqual([0, expect.stringContaining(' serves ')])
  }
  return {
    out,
    stop,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

function shell(confab: Confab, command: string | undefined, { environment, instead = {} }: Surroundings) {
  if (command === undefined) throw new Error('The guide has no such block any more')
  let text = command
  for (const [words, others] of Object.entries(instead)) {
    if (!text.includes(words)) throw new Error(`${command} does not say ${words}`)
    text = text.replaceAll(words, others)
  }
  return Bun.spawn(['sh', '-c', text], {
    cwd: confab.data,
    env: {
      PATH: `${dirname(executable)}:/usr/local/bin:/usr/bin:/bin`,
      CONFAB_DATA: confab.data,
      CONFAB_LOG_LEVEL: 'silent',
      ...environment,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function mailServer() {
  const server = await MailServer.start()
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.stop() })
}
