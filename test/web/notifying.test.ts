// What tells of messages outside of the views: counts in the title, notifications that open the place, and the client without a network.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { items } from '../support/law/rules'
import { goOffline } from '../support/offline'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: 'member Bob Beta' })
const channel = await addChannel(owner, 'boats', [ann, bob])

/**
 * Nobody looks at the window, and notifications may be shown. This Chromium has nowhere to show them: what it is asked to
 * show is kept in the page.
 */
const awayFromWindow = `
document.hasFocus = () => false
Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
window.shown = []
const { prototype } = ServiceWorkerRegistration
prototype.showNotification = async (title, options) => {
  const notification = { title, ...options, close: () => (window.shown = window.shown.filter((each) => each !== notification)) }
  window.shown.push(notification)
}
prototype.getNotifications = async () => window.shown`

/** All messages that the browser has kept for later. */
const keptMessages = `(async () => {
  const answers = await (await caches.open('confab-1')).matchAll()
  return (await Promise.all(answers.map((answer) => answer.text()))).join()
})()`

function write(content: string, topic = 'oars') {
  return owner.post('/messages', { type: 'channel', to: channel.id, topic, content })
}

test('the title counts what is unread, and less of it once it is read', async () => {
  const { page } = await openWindow(server, ann, { at: '/', serviceWorkers: 'allow' })
  await until(async () => /^[^(]+ – /.test(await page.title()))
  await write('One')
  await write('Two')
  await until(async () => (await page.title()).startsWith('(2) '))
  // The icon is drawn after it.
  await becomes(
    () => page.evaluate('document.querySelector("link[rel=icon]").href.slice(0, 14)'),
    'data:image/png',
  )
  await ann.post('/mark_all_as_read')
  await until(async () => /^[^(]+ – /.test(await page.title()))
  await ann.patch('/settings', { desktop_icon_count_display: 3 })
  await write('Three')
  await owner.post('/messages', { type: 'direct', to: [ann.id], content: 'For you' })
  await until(async () => (await page.title()).startsWith('(1) '))
})

test('a direct message is told of on the desktop, with its place, and taken back when it is read elsewhere', async () => {
  const { page, context, expectProblem } = await openWindow(server, bob, { serviceWorkers: 'allow' })
  // A window of tests is no place for pushes.
  expectProblem(/incognito mode/)
  await context.addInitScript(awayFromWindow)
  await page.goto('/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  await write('Not for everybody')
  const sent = await owner.post('/messages', { type: 'direct', to: [bob.id], content: 'For **you**, Bob' })
  const notifications = () =>
    page.evaluate<unknown[]>(
      'window.shown.map(({ title, body, tag, data }) => [title, body, tag, data.place])',
    )
  await until(async () => (await notifications()).length > 0)
  const id = Number(sent.body['id'])
  expect(await notifications()).toEqual([
    [
      'Olive Owner',
      'For you, Bob',
      `message-${id}`,
      expect.stringMatching(new RegExp(`^#narrow/dm/.*/near/${id}$`)),
    ],
  ])
  await bob.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  await until(async () => (await notifications()).length === 0)

  // What it says can be kept off the screen.
  await bob.patch('/settings', { pm_content_in_desktop_notifications: false })
  await owner.post('/messages', { type: 'direct', to: [bob.id], content: 'A secret' })
  await until(async () => (await notifications()).length > 0)
  expect(JSON.stringify(await notifications())).not.toContain('secret')
})

test('the client opens without a network, with what was last seen; once logged out, nothing of it is left', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, { at: '/', serviceWorkers: 'allow' })
  await page.getByText('boats').first().waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  await page.reload()
  await page.getByText('boats').first().waitFor()
  // What lazily loaded parts of the client have kept goes, too, though they are not loaded when somebody logs out.
  await page.evaluate(`localStorage.setItem('recent-emoji', '["octopus"]')`)
  expectProblem(/console: /)
  await goOffline({ page, context })
  await page.reload()
  await page.getByText('boats').first().waitFor()
  await page.locator('.connection-bar').waitFor()
  await context.setOffline(false)
  await page.locator('.connection-bar').waitFor({ state: 'detached' })
  const kept = 'caches.keys()'
  await becomes(() => page.evaluate<unknown>(kept), ['confab-1'])
  await page.getByRole('button', { name: 'Test organization' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await becomes(() => page.evaluate<unknown>(kept), [])
  await becomes(() => page.evaluate<unknown>('indexedDB.databases()'), [])
  // How it looked is all that stays, whatever was used before.
  const stored = '[...Object.keys(localStorage), ...Object.keys(sessionStorage)]'
  await becomes(() => page.evaluate<unknown>(stored), ['appearance'])
  // Nor does it open without a network any more.
  await context.setOffline(true)
  expect(
    await page.goto('/').then(
      () => 'open',
      () => 'closed',
    ),
  ).toBe('closed')
  await becomes(() => page.getByText('boats').count(), 0)
})

test('nothing is kept of somebody whose session is ended elsewhere', async () => {
  const at = `/#narrow/channel/${channel.id}-boats/topic/locks`
  const { page, expectProblem } = await openWindow(server, bob, { at, serviceWorkers: 'allow' })
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  await page.reload()
  await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor()
  const { body } = await bob.get('/users/me/sessions')
  // What has just come is about to be kept.
  await write('All of them are open', 'locks')
  await page.getByRole('article').getByText('All of them are open').waitFor()
  expectProblem(/status of 401/)
  for (const { id } of items(body['sessions'])) await bob.delete(`/users/me/sessions/${String(id)}`)
  await page.getByRole('dialog', { name: 'You are logged out' }).waitFor()
  await becomes(() => page.evaluate<unknown>('caches.keys()'), [])
})

test('who was away when somebody wrote is asked once whether this browser may tell them', async () => {
  const { page, context } = await openWindow(server, ann, { serviceWorkers: 'allow' })
  await context.addInitScript(`
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => (permission = 'denied')
    document.hasFocus = () => false`)
  await page.goto('/')
  await page.getByText('boats').first().waitFor()
  const bar = page.getByRole('region', { name: 'Notifications' })
  await becomes(() => bar.count(), 0)
  await owner.post('/messages', { type: 'direct', to: [ann.id], content: 'Are you there?' })
  await bar.getByRole('button', { name: 'Not now' }).waitFor()
  expect(await findings(page)).toEqual([])
  await bar.getByRole('button', { name: 'Allow notifications' }).click()
  await bar.waitFor({ state: 'detached' })
  await becomes(() => page.evaluate<unknown>('Notification.permission'), 'denied')
  // Who has answered is not asked again.
  await page.reload()
  await owner.post('/messages', { type: 'direct', to: [ann.id], content: 'Hello?' })
  await until(async () => /^\(\d+\) /.test(await page.title()))
  await becomes(() => bar.count(), 0)
})

test('what was read last opens without a network, as it was seen, and takes no writing for sent', async () => {
  const at = `/#narrow/channel/${channel.id}-boats/topic/harbour`
  await write('Moored at noon', 'harbour')
  const { page, context, expectProblem } = await openWindow(server, bob, { at, serviceWorkers: 'allow' })
  await page.getByRole('article').getByText('Moored at noon').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  await page.reload()
  await page.getByRole('article').getByText('Moored at noon').waitFor()
  // It comes while the conversation is open, so that no call has brought it.
  await write('Gone by one', 'harbour')
  await page.getByRole('article').getByText('Gone by one').waitFor()
  await page.goto('/#inbox')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await until(async () => (await page.evaluate<string>(keptMessages)).includes('Gone by one'))
  expectProblem(/console: /)
  await goOffline({ page, context })
  await page.goto(at)
  await page.reload()
  await page.getByRole('article').getByText('Moored at noon').waitFor()
  await page.getByRole('article').getByText('Gone by one').waitFor()
  await page.getByText('You are offline.', { exact: false }).waitFor()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('Waiting for the tide')
  await box.press('Control+Enter')
  await page.getByText('Waiting for the tide').waitFor()
  const sent = page.waitForResponse((answer) => answer.url().endsWith('/json/messages') && answer.ok())
  await context.setOffline(false)
  await sent
  await page.getByRole('article', { name: /^Bob/ }).getByText('Waiting for the tide').waitFor()
  const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  expect(body['messages']).toMatchObject([{ sender_id: bob.id, content: '<p>Waiting for the tide</p>' }])
})

test('a push shows what it tells of, a click on it opens the place, and one that takes it back closes it', async () => {
  const { page, context } = await openWindow(server, ann, { at: '/', serviceWorkers: 'allow' })
  await page.evaluate('navigator.serviceWorker.ready.then(() => 1)')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(`
    self.shown = []
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      self.shown.push({ title, ...options, close: () => (self.shown = []) })
    }
    ServiceWorkerRegistration.prototype.getNotifications = async () => self.shown`)
  const shown = () =>
    worker.evaluate<unknown[]>(
      'self.shown.map(({ title, body, tag, data }) => [title, body, tag, data.place])',
    )
  const push = (data: object) =>
    worker.evaluate(
      `self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(data))} }))`,
    )
  const id = Number((await write('Who rows?', 'a b')).body['id'])
  const message = {
    type: 'message',
    realm_name: 'Test organization',
    message_id: id,
    sender_full_name: 'Olive <Owner>',
    content: 'Who rows?',
    recipient_type: 'channel',
    channel_id: channel.id,
    channel_name: 'boats',
    topic: 'a b',
  }
  await push(message)
  await until(async () => (await shown()).length > 0)
  const place = `#narrow/channel/${channel.id}-boats/topic/a.20b/near/${id}`
  expect(await shown()).toEqual([['Olive <Owner> (#boats > a b)', 'Who rows?', `message-${id}`, place]])
  // Another page of the server's, opened last, is none that could show it.
  const other = await context.newPage()
  await other.goto('/manifest.webmanifest')
  await worker.evaluate(`
    const click = new Event('notificationclick')
    click.notification = self.shown[0]
    click.waitUntil = () => undefined
    self.dispatchEvent(click)`)
  await page.waitForURL((url) => url.hash.endsWith(`/near/${id}`))
  expect(await shown()).toEqual([])
  await push(message)
  await until(async () => (await shown()).length > 0)
  await push({ type: 'remove', message_ids: [id] })
  await until(async () => (await shown()).length === 0)
})

test('it can be installed', async () => {
  const { page } = await openWindow(server, ann, { at: '/', serviceWorkers: 'allow' })
  const manifest = await page.request.get('/manifest.webmanifest')
  const { name, icons } = await manifest.json()
  expect(name).toBe('Test organization')
  for (const { src, sizes } of icons) {
    const picture = await page.request.get(src)
    expect([picture.status(), picture.headers()['content-type'], sizes]).toEqual([200, 'image/png', sizes])
  }
})
