// `confab serve --demo`: what it prints works when pasted, and the organization shows what the server can do.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from './support/client'
import { Confab } from './support/confab'

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(30_000)

// Every step is a process of its own, and the machine may be busy.
setDefaultTimeout(30_000)

test('the server is healthy once the demo is there, not before', async () => {
  await using confab = new Confab()
  const taken = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = taken
  await taken.stop(true)
  const starting = confab.serve(['--demo', '--port', String(port)], /can log in at \S+\n/)
  let healthy: Response | undefined
  while (healthy?.ok !== true) {
    healthy = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    if (healthy && !healthy.ok) expect(await healthy.json()).toMatchObject({ code: 'SERVER_STARTING' })
  }
  expect(await healthy.json()).toMatchObject({ result: 'success', organizations: 1 })
  await starting
})

test('a first start makes a demo organization and prints how to use it; the next start keeps it', async () => {
  await using confab = new Confab()
  const first = await confab.serve(['--demo'], /can log in at \S+\n/)
  const [reading, sending] = first.out().match(/^ {2}curl .*$/gm) ?? []
  expect(await pasted(sending)).toMatchObject({ result: 'success', id: expect.any(Number) })
  const read = await pasted(reading)
  expect(read).toMatchObject({ result: 'success', found_newest: true })
  expect(JSON.stringify(read)).toContain('<p>Hello, <strong>world</strong>!</p>')

  const people = [...first.out().matchAll(/^ {2}(\S+@\S+) +([a-z0-9-]+) +(\w{32,})$/gm)]
  expect(people).toHaveLength(3)
  for (const [, email = '', password = '', apiKey = ''] of people) {
    const body = new URLSearchParams({ username: email, password })
    const login = await fetch(`${first.url}/api/v1/fetch_api_key`, { method: 'POST', body })
    expect(await login.json()).toMatchObject({ result: 'success', email })
    expect((await new Client(first.url, 0, email, apiKey).get('/users/me')).body['email']).toBe(email)
  }
  first.kill('SIGTERM')
  await first.exited

  const second = await confab.serve(['--demo'], /user key.*\n/)
  const [, email = '', , apiKey = ''] = people[0] ?? []
  const owner = new Client(second.url, 0, email, apiKey)
  const { messages } = (await owner.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 }))
    .body
  const html = JSON.stringify(messages)
  for (const sign of [
    'user-mention',
    'codehilite',
    'katex',
    'spoiler-block',
    '<table>',
    '<time',
    'stream-topic',
  ]) {
    expect(html).toContain(sign)
  }
  // Every mention, link and emoji was understood: none is left as it was typed.
  expect(html).not.toMatch(/[@#](\*\*|<strong>)/)
  expect(html.replaceAll(/>:\w+:<\/span>/g, '')).not.toMatch(/ :\w+:/)
})

/** Runs a line as a person's shell would, and reads the JSON it prints. */
async function pasted(line: string | undefined): Promise<unknown> {
  const shell = Bun.spawn(['bash', '-c', line ?? 'false'], { stdout: 'pipe' })
  return JSON.parse(await shell.stdout.text())
}
