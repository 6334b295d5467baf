// The API reference: a page for people, made of the OpenAPI document, that loads nothing from elsewhere.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { nouns } from '../src/api-reference/nouns'
import { restrictedCalls } from '../src/api-reference/who-may'
import { readTable } from './support/access/table'
import { documentedCalls } from './support/fuzz/document'
import { scenario } from './support/scenario'
import { becomes } from './support/waiting'
import { openWindow } from './support/windows'

// The page is large, and the machine may be busy.
setDefaultTimeout(240_000)

const { server } = await scenario({})

test('people find a call by its noun, and read what each parameter takes', async () => {
  const { page } = await openWindow(server, undefined, { at: '/api/docs' })
  await page.getByRole('button', { name: 'Open Group - Drafts and snippets' }).click()
  await page.getByRole('link', { name: 'Create a saved snippet' }).click()
  const call = page.getByRole('region', { name: 'Create a saved snippet' })
  await call.getByText('title').first().waitFor()
  await page.waitForURL((url) => url.hash === '#tag/drafts-and-snippets/POST/api/v1/saved_snippets')
})

test('on a phone and in the dark, too', async () => {
  const { page } = await openWindow(server, undefined, {
    at: '/api/docs',
    size: 'phone',
    colorScheme: 'dark',
  })
  await page.getByRole('heading', { name: 'Confab API' }).waitFor()
  await becomes(() => page.evaluate('document.documentElement.scrollWidth'), 360)
})

test('its script is kept for good, and has another name with other content', async () => {
  const html = await (await fetch(`${server.url}/api/docs`)).text()
  const [, script = ''] = /<script src="(\/api\/docs\/reference-[0-9a-f]{12}\.js)" defer>/.exec(html) ?? []
  const answer = await fetch(server.url + script)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  const others = await Promise.all(
    ['/api/docs/reference-000000000000.js', '/api/docs/x'].map((path) => fetch(server.url + path)),
  )
  expect(others.map(({ status }) => status)).toEqual([404, 404])
})

test('its document comes compressed to those who take that, and is the same', async () => {
  const [compressed, plain] = await Promise.all(
    ['gzip', 'identity'].map((encoding) =>
      fetch(`${server.url}/api/docs/json`, { headers: { 'accept-encoding': encoding } }),
    ),
  )
  expect(compressed?.headers.get('content-encoding')).toBe('gzip')
  expect(plain?.headers.get('content-encoding')).toBeNull()
  expect(await compressed?.text()).toBe((await plain?.text()) ?? '')
})

test('each call has a noun, and each noun has calls', async () => {
  const document: { paths: Record<string, Record<string, { tags: string[] }>> } = JSON.parse(
    await (await fetch(`${server.url}/api/docs/json`)).text(),
  )
  const used = Object.values(document.paths).flatMap((calls) => Object.values(calls).map(({ tags }) => tags))
  expect(used.filter(({ length }) => length !== 1)).toEqual([])
  expect(new Set(used.flat())).toEqual(new Set(nouns.map(({ name }) => name)))
})

test('each parameter says what it means', async () => {
  const silent = (await documentedCalls(server.url)).flatMap(({ method, path, inPath, parameters }) =>
    [...inPath, ...parameters]
      .filter(({ description = '' }) => description === '')
      .map(({ name }) => `${method} ${path} ${name}`),
  )
  expect(silent).toEqual([])
})

test('where not everybody may, it is said who', async () => {
  const table = readTable(await Bun.file(`${import.meta.dir}/access-table.txt`).text())
  const documented = new Set(
    (await documentedCalls(server.url)).map(({ method, path }) => `${method} ${path}`),
  )
  const restricted = new Set<string>()
  for (const [route, { cells }] of table) {
    const [method = '', path = '', about = ''] = route.split(' ')
    const call = `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
    // What is in a private channel is seen by those who are; phones are reached only where there is a gateway.
    const isElsewhere = about.startsWith('(private') || path.includes('/mobile_push/')
    if (documented.has(call) && cells['guest'] !== 'ok' && !isElsewhere) restricted.add(call)
  }
  expect([...restricted].filter((call) => !restrictedCalls.has(call))).toEqual([])
  // Which anybody may somewhere.
  restricted.add('POST /api/v1/messages')
  expect([...restrictedCalls].filter((call) => !restricted.has(call))).toEqual([])
})
