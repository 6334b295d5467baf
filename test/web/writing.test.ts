// The compose box in a browser: completion, sending while the server is away, files over a bad connection, drafts on two devices.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { defaultRules } from '../../src/organization/rules'
import { findings } from '../support/axe'
import { addChannel, type ChannelRef } from '../support/channels'
import type { Client } from '../support/client'
import { CuttingProxy } from '../support/cutting-proxy'
import { items } from '../support/law/rules'
import { goOffline } from '../support/offline'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const largestUploadMib = 2
// As hostile as names may be.
const hostile = 'Eve <img src=x onerror=alert(1)'
const { server, owner, ann, bob, eve, anna } = await scenario(
  {
    ann: 'member',
    bob: 'member',
    eve: 'member',
    anna: 'member',
  },
  { rules: { ...defaultRules, maxFileUploadSizeMib: largestUploadMib } },
)
await owner.patch(`/users/${eve.id}`, { full_name: hostile })
await owner.patch(`/users/${anna.id}`, { full_name: 'Ann' })
const general = await addChannel(owner, 'general', [ann, bob])
await addChannel(owner, '<b onclick=alert(1)>garden</b>', [ann])

/** A box of one's own for a topic, wherever it is opened. */
async function writeTo(page: Page, channel: ChannelRef, topic: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('c')
  const channelField = page.getByRole('combobox', { name: 'Channel' })
  await channelField.fill(channel.name)
  await page.getByRole('option', { name: channel.name, exact: true }).click()
  await page.getByRole('combobox', { name: 'Topic' }).fill(topic)
  await message(page).focus()
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

/** The Markdown of the messages in a topic, the oldest first. */
async function written(by: Client, channel: ChannelRef, topic: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel', operand: channel.id },
    { operator: 'topic', operand: topic },
  ]
  const { body } = await by.get('/messages', {
    narrow,
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  })
  return items(body.messages).map(({ content }) => String(content))
}

async function drafts(by: Client): Promise<string[]> {
  const { body } = await by.get('/drafts')
  return items(body.drafts).map(({ content }) => String(content))
}

async function holds(page: Page, part: string): Promise<void> {
  await until(async () => (await message(page).inputValue()).includes(part))
}

test('people, channels, topics, emoji and commands are completed by keys alone; names are text, whatever they are', async () => {
  await bob.post('/messages', { type: 'channel', to: general.id, topic: 'lunch plans', content: 'Pasta?' })
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  await writeTo(page, general, 'completing')
  await page.keyboard.type('@bo')
  await page.getByRole('option', { name: 'Bob' }).waitFor()
  expect(await findings(page, '.compose')).toEqual([])
  await page.keyboard.press('Enter')
  await page.keyboard.type('@_ann')
  await page.getByRole('option', { name: 'Ann' }).nth(1).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('@eve')
  await page.getByRole('option', { name: hostile }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('#garden')
  await page.getByRole('option', { name: '<b onclick=alert(1)>garden</b>' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('#general>lun')
  await page.getByRole('option', { name: 'lunch plans' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type(':tad')
  await page.getByRole('option', { name: ':tada:' }).waitFor()
  await page.keyboard.press('Enter')
  const text = await message(page).inputValue()
  expect(text).toMatch(
    /^@\*\*Bob\*\* @_\*\*Ann\|\d+\*\* @\*\*Eve <img src=x onerror=alert\(1\)\*\* \[#<b onclick=alert\(1\)>garden<\/b>\]\(#narrow\/channel\/\d+\) #\*\*general>lunch plans\*\* :tada: $/,
  )
  await page.keyboard.press('Control+Enter')
  await until(async () => (await written(bob, general, 'completing')).length === 1)
  const { body } = await bob.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  const html = String(items(body.messages)[0]?.content)
  for (const sign of ['user-mention silent', 'class="stream-topic"', 'emoji-1f389'])
    expect(html).toContain(sign)
})

test('a message waits while the server is out of reach, and is then sent once, though its answer is lost', async () => {
  await bob.post('/messages', { type: 'channel', to: general.id, topic: 'offline', content: 'Hello?' })
  // The same words, said before, are no sign that those of now have arrived.
  await ann.post('/messages', { type: 'channel', to: general.id, topic: 'offline', content: 'Later' })
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/offline`,
  })
  expectProblem(/^console: Failed to load resource/)
  await page.getByText('Hello?').waitFor()
  let isCut = false
  let posts = 0
  // The first message arrives, its answer does not; then nothing gets through for a while.
  await context.route('**/json/**', async (route) => {
    const isMessage = route.request().method() === 'POST' && route.request().url().endsWith('/json/messages')
    if (isCut) return route.abort('connectionfailed')
    if (!isMessage || ++posts > 1) return route.fallback()
    isCut = true
    await route.fetch()
    return route.abort('connectionfailed')
  })
  await message(page).fill('Only once')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await written(bob, general, 'offline')).length === 3)
  await message(page).fill('Later')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('waits for the connection').first().waitFor()
  isCut = false
  await until(async () => (await written(bob, general, 'offline')).length === 4)
  await page.getByText('waits for the connection').first().waitFor({ state: 'detached' })
  expect(await written(bob, general, 'offline')).toEqual(['Hello?', 'Later', 'Only once', 'Later'])
})

test('a file arrives whole over a connection that breaks, and its link takes the place of what held it', async () => {
  // Whatever is larger than this needs several connections.
  const breaksAfter = 400_000
  await using proxy = await CuttingProxy.start(Number(new URL(server.url).port), () => ({ cut: breaksAfter }))
  const { page, expectProblem } = await openWindow({ url: proxy.url }, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/files`,
  })
  expectProblem(/^console: Failed to load resource/)
  await message(page).pressSequentially('Look: ')
  const content = Buffer.alloc(3 * breaksAfter, 'confab ')
  await Promise.all([
    page.getByRole('progressbar', { name: 'How far long [name].txt is' }).waitFor(),
    page
      .locator('.compose input[type=file]')
      .setInputFiles({ name: 'long [name].txt', mimeType: 'text/plain', buffer: content }),
  ])
  await holds(page, '/user_uploads/')
  expect(proxy.broken).toBeGreaterThanOrEqual(2)
  const text = await message(page).inputValue()
  const url = /^Look: \[long _name_\.txt\]\((\/user_uploads\/[^)]+)\)\n$/.exec(text)?.[1]
  const file = await page.request.get(String(url))
  expect((await file.body()).equals(content)).toBe(true)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await written(bob, general, 'files')).length === 1)
})

test('an upload is paused, goes on, and is given up with what stood for it in the text', async () => {
  const { page, context } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/pausing`,
  })
  const held = Promise.withResolvers<void>()
  await context.route('**/json/tus', async (route) => {
    await held.promise
    await route.fallback().catch(() => undefined)
  })
  await message(page).focus()
  const file = { mimeType: 'text/plain', buffer: Buffer.from('words') }
  await page.locator('.compose input[type=file]').setInputFiles([
    { ...file, name: 'one.txt' },
    { ...file, name: 'two.txt' },
  ])
  await holds(page, '[Uploading two.txt …]()')
  await page.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor()
  await page.getByRole('button', { name: 'Pause one.txt' }).click()
  await page.getByRole('button', { name: 'Cancel two.txt' }).click()
  held.resolve()
  await becomes(() => message(page).inputValue(), '[Uploading one.txt …]()\n')
  await page.getByRole('button', { name: 'Go on with one.txt' }).click()
  await holds(page, '/user_uploads/')
  expect(await message(page).inputValue()).not.toContain('two.txt')
  await message(page).fill('')
})

test('a file that is refused holds up no message; one that the server can take later is tried again', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/refused`,
  })
  expectProblem(/^console: Failed to load resource/)
  const files = page.locator('.compose input[type=file]')
  const shown = page.getByRole('list', { name: 'Files on their way' })
  await files.setInputFiles({ name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await shown.getByText('This file is empty.').waitFor()
  expect(await shown.getByRole('button', { name: /again/ }).count()).toBe(0)
  await message(page).fill('Without it')
  await message(page).press('Control+Enter')
  await page.getByRole('article').getByText('Without it').waitFor()
  await shown.waitFor({ state: 'detached' })

  await context.route('**/json/tus', (route) =>
    route.fulfill({ status: 404, json: { result: 'error', msg: 'Not now', code: 'BAD_REQUEST' } }),
  )
  await files.setInputFiles({ name: 'gone.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await shown.getByText('Not now').waitFor()
  await page.getByText('A file could not be uploaded: try it again, or remove it.').waitFor()
  expect(await shown.getByRole('button', { name: /again/ }).count()).toBe(0)
  await shown.getByRole('button', { name: 'Cancel gone.txt' }).click()
  await becomes(() => message(page).inputValue(), '')
  await context.unroute('**/json/tus')
})

test('what uploads files is loaded when it is needed, and again where that could not be done', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/loading`,
  })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await message(page).fill('See ')
  await goOffline({ page, context })
  await page
    .locator('.compose input[type=file]')
    .setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await page.getByRole('list', { name: 'Files on their way' }).getByText('waits for the connection').waitFor()
  await context.setOffline(false)
  await holds(page, '/user_uploads/')
  await message(page).fill('')
})

test('what is too large, or empty, is said to be so at once, and can be taken away', async () => {
  const { page } = await openWindow(server, owner, { at: '/#inbox' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('x')
  await message(page).focus()
  await page.locator('.compose input[type=file]').setInputFiles([
    { name: 'none.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(largestUploadMib * 1024 * 1024 + 1) },
  ])
  await page.getByText('This file is empty.').waitFor()
  await page.getByText('Files can have at most 2 MiB here.').waitFor()
  await becomes(() => message(page).inputValue(), '')
  await page.getByRole('button', { name: 'Cancel none.txt' }).click()
  await page.getByRole('button', { name: 'Cancel film.mp4' }).click()
  await page.getByText('This file is empty.').waitFor({ state: 'detached' })
})

test('a draft is there on the second device, and gone from both when it is sent', async () => {
  const [one, two] = [
    await openWindow(server, bob, { at: '/#inbox' }),
    await openWindow(server, bob, { at: '/#inbox', size: 'phone' }),
  ]
  const to = `/#narrow/channel/${general.id}-general/topic/drafts`
  await one.page.goto(to)
  await message(one.page).fill('Half a thou')
  await until(async () => (await drafts(bob)).includes('Half a thou'))
  await two.page.goto(to)
  await holds(two.page, 'Half a thou')
  await message(two.page).fill('A whole thought')
  await holds(one.page, 'A whole thought')
  await two.page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await written(ann, general, 'drafts')).includes('A whole thought'))
  await until(async () => (await message(one.page).inputValue()) === '')
  await becomes(() => drafts(bob), [])
})

test('what the server refuses stays, with its reason, to be tried again, edited or thrown away', async () => {
  const nobody = { direct_members: [], direct_subgroups: [] }
  const group = { name: 'quiet', description: '', members: [owner.id], can_mention_group: nobody }
  const { body } = await owner.post('/user_groups/create', group)
  await bob.post('/messages', { type: 'channel', to: general.id, topic: 'refused', content: 'Well?' })
  const { page, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${general.id}-general/topic/refused`,
  })
  expectProblem(/^console: Failed to load resource.*400/)
  await page.getByText('Well?').waitFor()
  await message(page).fill('Hey @*quiet*')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'Not sent.' })
  await failed.getByText('not allowed to mention').waitFor()
  expect(await findings(page, 'main')).toEqual([])
  // As it was, it is refused again; edited, it goes.
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed.waitFor()
  await page.getByRole('article').getByRole('button', { name: 'Edit' }).click()
  await becomes(() => message(page).inputValue(), 'Hey @*quiet*')
  await failed.waitFor({ state: 'detached' })
  await owner.patch(`/user_groups/${String(body.group_id)}`, {
    can_mention_group: { new: { direct_members: [ann.id], direct_subgroups: [] } },
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await until(async () => (await written(bob, general, 'refused')).includes('Hey @*quiet*'))
})
