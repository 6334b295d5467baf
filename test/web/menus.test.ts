// Menus of messages, topics, channels and people: by the mouse, by keys and by a finger that stays; and the dialogs they open.
import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { item, items } from '../support/law/rules'
import { register } from '../support/law'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: 'member Bob Beta' })
const garden = await addChannel(owner, 'garden', [owner, ann, bob])
const at = (topic: string) => `/#narrow/channel/${garden.id}-garden/topic/${topic}`

/** A finger that stays where it is until something has come of it. */
async function pressLong(page: Page, on: Locator, until: Locator): Promise<void> {
  // Once it stands still and nothing lies above it.
  await on.hover({ trial: true })
  const box = await on.boundingBox()
  if (!box) throw new Error('Nothing to press')
  const touch = await page.context().newCDPSession(page)
  const point = { x: box.x + Math.min(40, box.width / 2), y: box.y + box.height / 2 }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await until.waitFor()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

const menuOf = (page: Page, name: string | RegExp) => page.getByRole('menu', { name })

async function topicChoice(topic: string): Promise<unknown> {
  const { user_topics: choices } = await register(ann)
  return items(choices).find((each) => each['topic_name'] === topic)?.['visibility_policy'] ?? 0
}

test('a topic is followed by the mouse, muted by keys, and as it was by a finger', async () => {
  await sendToChannel(bob, garden, 'They are out', 'tulips')
  const { page } = await openWindow(server, ann, { at: at('tulips') })
  const line = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^tulips/ })
  await line.click({ button: 'right' })
  await page.getByRole('menuitemradio', { name: 'Follow', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Followed' }).waitFor()
  expect(await topicChoice('tulips')).toBe(3)

  // By keys: the button behind the line, then a letter of the entry.
  await line.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await menuOf(page, 'Topic tulips').waitFor()
  await becomes(() => page.getByRole('menuitemradio', { checked: true }).allTextContents(), ['Follow'])
  expect(await findings(page, '[role=menu]')).toEqual([])
  const mute = page.getByRole('menuitemradio', { name: 'Mute' })
  for (const key of ['m', 'm', 'm']) {
    if (await mute.evaluate((entry) => entry.matches(':focus'))) break
    await page.keyboard.press(key)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Muted' }).waitFor()
  expect(await topicChoice('tulips')).toBe(1)
  const button = page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('button', { name: 'Topic tulips' })
  await becomes(() => button.evaluate((element) => element.matches(':focus')), true)

  const phone = await openWindow(server, ann, { at: at('tulips'), size: 'phone' })
  await phone.page.getByRole('button', { name: 'Show conversations' }).tap()
  const there = phone.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^tulips/ })
  await pressLong(phone.page, there, menuOf(phone.page, 'Topic tulips'))
  await phone.page.getByRole('menuitemradio', { name: 'As the channel' }).tap()
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('img', { name: 'Muted' })
    .waitFor({ state: 'detached' })
  expect(await topicChoice('tulips')).toBe(0)
})

test('what is read has its menu at the end of its heading, and above its messages among those of others', async () => {
  await sendToChannel(bob, garden, 'They are out', 'tulips')
  const { page } = await openWindow(server, ann, { at: at('tulips'), size: 'phone' })
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Topic tulips' }).tap()
  await menuOf(page, 'Topic tulips').waitFor()
  await becomes(() => page.locator('.menu kbd').filter({ visible: true }).count(), 0)
  await page.getByRole('menuitem', { name: 'Mark as resolved' }).tap()
  await main.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Resolved' }).waitFor()
  await main.getByRole('button', { name: 'Topic ✔ tulips' }).tap()
  await page.getByRole('menuitem', { name: 'Mark as not resolved' }).tap()
  await main
    .getByRole('heading', { level: 1 })
    .getByRole('img', { name: 'Resolved' })
    .waitFor({ state: 'detached' })

  await page.goto(`/#narrow/channel/${garden.id}-garden`)
  await main.getByRole('button', { name: 'Channel garden' }).tap()
  await menuOf(page, 'Channel garden').waitFor()
  await page.keyboard.press('Escape')
  await pressLong(page, main.getByRole('link', { name: /tulips/ }).last(), menuOf(page, 'Topic tulips'))
})

test('a channel is pinned, muted and left by its menu, and joined again', async () => {
  const shed = await addChannel(owner, 'shed', [owner, ann])
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  const side = page.getByRole('navigation', { name: 'Conversations' })
  const line = side.getByRole('link', { name: /^shed/ })
  const own = async () => {
    const { subscriptions } = await register(ann)
    return items(subscriptions).find((each) => each['stream_id'] === shed.id)
  }
  await line.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  await side.getByRole('heading', { name: 'Pinned channels' }).waitFor()
  expect((await own())?.['pin_to_top']).toBe(true)
  await side.getByRole('button', { name: 'Channel shed' }).press('Enter')
  await menuOf(page, 'Channel shed').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.locator(':focus', { hasText: 'Mute channel' }).waitFor()
  await page.keyboard.press('Enter')
  await side.getByRole('link', { name: /^shed ?, muted/ }).waitFor()
  expect((await own())?.['is_muted']).toBe(true)

  const phone = await openWindow(server, ann, { at: '/#inbox', size: 'phone' })
  await phone.page.getByRole('button', { name: 'Show conversations' }).tap()
  const there = phone.page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /^shed/ })
  await pressLong(phone.page, there, menuOf(phone.page, 'Channel shed'))
  await phone.page.getByRole('menuitem', { name: 'Leave channel' }).tap()
  await line.waitFor({ state: 'detached' })
  expect(await own()).toBeUndefined()
})

test('a person’s card opens by mouse, keys and finger, and its menu mutes', async () => {
  await sendToChannel(bob, garden, 'Hello from Bob', 'people')
  const { page } = await openWindow(server, ann, { at: at('people') })
  const card = page.getByRole('dialog', { name: 'Bob Beta' })
  await page.getByRole('article').getByRole('button', { name: 'Bob Beta' }).click()
  await card.waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  const button = page.getByRole('navigation', { name: 'People' }).getByRole('button', { name: /Bob Beta/ })
  await button.press('Enter')
  await card.waitFor()
  await card.getByRole('button', { name: 'More' }).press('Enter')
  await menuOf(page, 'Bob Beta').waitFor()
  await page.getByRole('menuitem', { name: 'Mute Bob Beta' }).press('Enter')
  await page.getByRole('article').getByRole('button', { name: 'Bob Beta' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  // What they write stays folded away, unless somebody wants to read it.
  await becomes(() => page.getByText('Hello from Bob').count(), 0)
  await page.getByRole('article').getByRole('button', { name: 'Show it' }).click()
  await page.getByText('Hello from Bob').waitFor()
  expect((await ann.delete(`/users/me/muted_users/${bob.id}`)).status).toBe(200)

  const phone = await openWindow(server, ann, { at: at('people'), size: 'phone' })
  await phone.page.getByRole('article').getByRole('button', { name: 'Bob Beta' }).tap()
  await phone.page.getByRole('dialog', { name: 'Bob Beta' }).waitFor()
  expect(await findings(phone.page)).toEqual([])
})

test('a message has its menu under a finger that stays', async () => {
  await sendToChannel(bob, garden, 'Press me', 'fingers')
  const { page } = await openWindow(server, ann, { at: at('fingers'), size: 'phone' })
  const row = page.getByRole('article', { name: /^Bob/ })
  await pressLong(page, row, menuOf(page, 'Message'))
  expect(await findings(page, '[role=menu]')).toEqual([])
  await page.getByRole('menuitem', { name: /^Star/ }).tap()
  await menuOf(page, 'Message').waitFor({ state: 'detached' })
  const narrow = [['is', 'starred']]
  const starred = async () => {
    const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow })
    return items(body['messages']).map(({ content }) => content)
  }
  await page.getByRole('button', { name: 'Show conversations' }).tap()
  await page.getByRole('link', { name: 'Starred messages' }).tap()
  await page.getByRole('heading', { name: 'Starred messages', level: 1 }).waitFor()
  await page.getByRole('article').getByText('Press me').waitFor()
  expect(await starred()).toEqual(['<p>Press me</p>'])
})

test('a message is reported to the moderators, with what is wrong', async () => {
  const reports = await addChannel(owner, 'reports', [owner], { invite_only: true })
  expect((await owner.patch('/realm', { moderation_request_channel_id: reports.id })).status).toBe(200)
  await sendToChannel(bob, garden, 'Buy my weeds', 'reports')
  const { page } = await openWindow(server, ann, { at: at('reports') })
  const row = page.getByRole('article', { name: /^Bob/ })
  await row.press('i')
  await page.getByRole('menuitem', { name: 'Report message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report message' })
  await dialog.getByRole('radio', { name: 'Something else' }).check()
  expect(await findings(page)).toEqual([])
  // Whoever says “something else” says what.
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await dialog.getByRole('textbox', { name: 'What should they know?' }).fill('It is <b>poison</b>')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('The moderators have been told.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await owner.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['channel', reports.id]],
  })
  expect(String(item(items(body['messages'])[0])['content'])).toContain('It is &lt;b&gt;poison&lt;/b&gt;')
})

test('the history of a message shows what was taken out and put in, and where it was moved', async () => {
  const id = await sendToChannel(ann, garden, 'Cut the roses in March', 'history')
  await ann.patch(`/messages/${id}`, { content: 'Cut the roses in *April*' })
  await owner.patch(`/messages/${id}`, { topic: 'roses', send_notification_to_new_thread: false })
  const { page } = await openWindow(server, bob, { at: at('roses') })
  await page.getByRole('article').first().press('Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await dialog.getByText('Moved from “history” to “roses”').waitFor()
  await becomes(() => dialog.locator('.highlight_text_deleted').allTextContents(), ['March'])
  await becomes(() => dialog.locator('.highlight_text_inserted').allTextContents(), ['April'])
  await becomes(() => dialog.getByRole('heading', { name: 'Ann Amber' }).count(), 2)
  expect(await findings(page)).toEqual([])
})

test('who has read a message is listed, but not those who keep that to themselves', async () => {
  const id = await sendToChannel(ann, garden, 'Read this', 'receipts')
  await bob.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const { page } = await openWindow(server, ann, { at: at('receipts') })
  const row = page.getByRole('article').first()
  await row.press('Shift+V')
  const dialog = page.getByRole('dialog', { name: 'Who has read this' })
  await dialog.getByText('Read by 1 person').waitFor()
  await dialog.getByRole('listitem').getByText('Bob Beta').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await bob.patch('/settings', { send_read_receipts: false })).status).toBe(200)
  await row.press('Shift+V')
  await dialog.getByText('Nobody has read this yet', { exact: false }).waitFor()
})
