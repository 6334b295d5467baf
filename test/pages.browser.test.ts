// The server's own pages in a real browser: the first minutes, the place that is kept through a log-in, and whether all can use them.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { found } from '../src/administration/founding'
import { setDeactivated } from '../src/administration/settings'
import { setupKey } from '../src/first-organization/key'
import { storeSetting } from '../src/organization/settings'
import { startServer, type RunningServer } from '../src/server'
import { findings } from './support/axe'
import { plain, png, red } from './support/pictures'
import { password, TestServer } from './support/server'
import { becomes, until } from './support/waiting'
import { openWindow, type WindowOptions } from './support/windows'

// A browser takes its time to start.
setDefaultTimeout(240_000)

let server: TestServer
/** A second one, on which several organizations come to be. */
let other: RunningServer
let folder: string

beforeAll(async () => {
  server = await TestServer.start()
  folder = mkdtempSync(join(tmpdir(), 'confab-test-'))
  other = await startServer({ ...server.settings, dataFolder: folder, port: 0 })
})
afterAll(async () => {
  await server.stop()
  await other.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Looks and screens that all pages have to do well at. */
const looks: readonly WindowOptions[] = [
  { colorScheme: 'light', size: 'desktop' },
  { colorScheme: 'dark', size: 'phone', locale: 'de-DE' },
]

/** What is wrong with a page as it stands: what axe finds, and what is wider than the narrowest phone. */
async function wrongWith(page: Page): Promise<string[]> {
  const found = await findings(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const root = 'document.documentElement'
  await becomes(() => page.evaluate(`${root}.clientWidth`), 320)
  const width = await page.evaluate<number>(`${root}.scrollWidth`)
  if (size) await page.setViewportSize(size)
  return width > 320 ? [...found, `it is ${width} px wide`] : found
}

test('the first minutes: from the link of the console into one’s own organization, and in again', async () => {
  const { page, context } = await openWindow(other, undefined, { at: `/setup/${setupKey(folder)}` })
  expect(await wrongWith(page)).toEqual([])
  await page.getByLabel('Name of the organization').fill('Lake Rowing Club')
  await page.getByLabel('Your name').fill('Olive Owner')
  await page.getByLabel('E-mail address').fill('olive@example.com')
  await page.getByLabel('Password').fill('a good password')
  await page.getByLabel('team').uncheck()
  await page.getByLabel('Further channels').fill('Boats')
  await page.getByRole('button', { name: 'Make the organization' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const inside = await context.request.get('/json/users/me/subscriptions')
  expect(await inside.json()).toMatchObject({ subscriptions: [{ name: 'general' }, { name: 'Boats' }] })

  // Somebody else comes too late, and logs in where they were led to.
  const late = await openWindow(other)
  late.expectProblem(/410/)
  await late.page.goto('/setup/x')
  await late.page.getByRole('link', { name: 'Log in' }).click()
  await late.page.getByLabel('E-mail address').fill('olive@example.com')
  await late.page.getByLabel('Password').fill('wrong')
  late.expectProblem(/401/)
  await late.page.keyboard.press('Enter')
  await late.page.getByRole('alert').waitFor()
  expect(await wrongWith(late.page)).toEqual([])
  await late.page.getByLabel('Password').fill('a good password')
  await late.page.keyboard.press('Enter')
  await late.page.waitForURL((url) => url.pathname === '/')
})

test('who opens a place in the client is there after the log-in, with a wrong password in between, too', async () => {
  const { page, expectProblem } = await openWindow(server)
  const place = '#narrow/is/starred'
  await page.goto(`/${place}`)
  await page.waitForURL((url) => url.pathname === '/login' && url.hash === place)
  await page.getByLabel('E-mail address').fill('owner@example.com')
  await page.getByLabel('Password').fill('wrong')
  expectProblem(/401/)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/' && url.hash === place)

  // So does an address that somebody wrote down, with the place in the parameter.
  const other = await openWindow(server)
  await other.page.goto(`/login?next=${encodeURIComponent(`/?x=1${place}`)}`)
  await other.page.getByLabel('E-mail address').fill('owner@example.com')
  await other.page.getByLabel('Password').fill(password)
  await other.page.keyboard.press('Enter')
  await other.page.waitForURL(({ pathname, search, hash }) => pathname + search + hash === `/?x=1${place}`)
})

test.each(looks)('everybody can use the pages of an organization: %o', async (look) => {
  const { organization } = server
  const invitation = await server.owner.post('/invites/multiuse', {})
  const person = await server.addPerson(`Pia ${look.colorScheme}`)
  const reset = await server.owner.post(`/users/${person.id}/password_reset`)
  const gone = await server.addPerson(`Gone ${look.colorScheme}`)
  await server.owner.delete(`/users/${gone.id}`)
  await organization.write((tx) => storeSetting(tx, 'invite_required', false))
  const { page, expectProblem } = await openWindow(server, undefined, look)
  const pathOf = (url: unknown): string => new URL(String(url)).pathname

  const wrong: Record<string, string[]> = {}
  for (const path of [
    '/login',
    '/register',
    pathOf(invitation.body['invite_link']),
    '/reset-password',
    pathOf(reset.body['reset_url']),
    '/join/x',
    '/reset-password/x',
    '/demo/x',
    '/unsubscribe/digest/x',
  ]) {
    await page.goto(path)
    wrong[path] = await wrongWith(page)
  }
  // The deactivated have a page, too; so has a closed organization.
  await page.goto('/login')
  await page.locator('[name=email]').fill(gone.email)
  await page.locator('[name=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(gone.email).waitFor()
  wrong['deactivated'] = await wrongWith(page)
  await setDeactivated(organization, true)
  await page.goto('/')
  wrong['closed'] = await wrongWith(page)
  await setDeactivated(organization, false)
  expectProblem(/status of 4/)
  expect(Object.entries(wrong).filter(([, found]) => found.length > 0)).toEqual([])
})

test.each(looks)('everybody can use the pages of a server with several organizations: %o', async (look) => {
  for (const subdomain of ['acme', 'beta']) {
    if (other.organizations.has(subdomain)) continue
    await other.organizations.create(subdomain, async (draft) => {
      await found(draft, { name: subdomain, owner: { email: 'o@x.io', fullName: 'Olive Owner', password } })
    })
  }
  const root = other.organizations.get('')
  if (root) await other.organizations.remove(root)
  const url = `http://localhost:${other.port}`
  const { page, expectProblem } = await openWindow({ url }, undefined, look)
  await page.goto(`${url}/#narrow/is/dm`)
  expect(await wrongWith(page)).toEqual([])
  await page.locator('[name=address]').fill('gamma')
  await page.keyboard.press('Enter')
  await page.locator('.error').waitFor()
  expect(await wrongWith(page)).toEqual([])
  await page.locator('[name=address]').fill('acme')
  await page.keyboard.press('Enter')
  // The neighbour is no part of this window’s own server.
  await page.waitForURL((there) => there.host === `acme.localhost:${other.port}`)
  await until(async () => (await page.title()).includes('acme'))
  await page.goto(`http://nobody.localhost:${other.port}/`)
  expect(await wrongWith(page)).toEqual([])
  expectProblem(/elsewhere: http:\/\/acme/)
  expectProblem(/elsewhere: http:\/\/nobody/)
  expectProblem(/status of 40/)
})

test('who logs in sees the icon that the organization has uploaded, and the first letter of its name where it has none', async () => {
  const { page } = await openWindow(server, undefined, { at: '/login' })
  const sign = page.locator('header .sign')
  expect(await sign.textContent()).toBe('T')
  await server.owner.upload('/realm/icon', png(64, 64, plain(red)))
  await page.reload()
  await becomes(() => page.evaluate(`document.querySelector('header img.sign')?.naturalWidth`), 256)
  expect(await wrongWith(page)).toEqual([])
  await server.owner.delete('/realm/icon')
  await page.reload()
  expect(await sign.textContent()).toBe('T')
})
