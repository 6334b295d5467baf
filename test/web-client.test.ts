// How the web client is served: its page to those who are logged in, under a policy that nothing foreign gets past; its files for good.
import { expect, test } from 'bun:test'
import { Browser } from './support/browser'
import { scenario } from './support/scenario'
import { password } from './support/server'

const { server, ann } = await scenario({ ann: 'member' })

async function loggedIn(): Promise<Browser> {
  const browser = new Browser(server.url)
  await browser.logIn(ann.email, password)
  return browser
}

test('who is not logged in is sent to the log-in, and back', async () => {
  const browser = new Browser(server.url)
  const sent = await browser.fetch('/')
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/login?next=%2F'])
  const form = await browser.open('/login?next=%2F')
  expect(await browser.submit(form, { email: ann.email, password })).toMatchObject({ path: '/', status: 200 })
})

test('the page runs and loads nothing but what the server itself serves', async () => {
  const { headers, html } = await (await loggedIn()).open('/')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/http|\*|unsafe-eval|script-src[^;]*unsafe/)
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(html).not.toMatch(/<script(?! type="module" src="\/web\/)|<style|\son\w+=|https?:/)
})

test('what the page names is there, for good, with its type; nothing else is', async () => {
  const browser = await loggedIn()
  const { html } = await browser.open('/')
  const paths = [...html.matchAll(/"(\/web\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThanOrEqual(3)
  for (const path of paths) {
    const { status, headers } = await new Browser(server.url).fetch(path)
    expect([path, status, headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=31536000, immutable',
    ])
    expect(headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/)
  }
  for (const name of ['nothing.js', '..%2fpackage.json', 'x'.repeat(5000)])
    expect((await browser.fetch(`/web/${name}`)).status).toBe(404)
})
