// Finding one's way in the web client: the left side, the inbox, recent conversations, the switcher, the search, addresses.
import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { addChannel, subscribe } from '../support/channels'
import type { Client } from '../support/client'
import { items } from '../support/law/rules'
import { sendDirectly } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann, bob } = await scenario({ ann: 'member Ann Lee', bob: 'member Bob Miller' })
const folder = await owner.post('/channel_folders/create', { name: 'Product', description: '' })
const design = await addChannel(owner, 'design', [owner, ann, bob], {
  folder_id: folder.body['channel_folder_id'],
})
const general = await addChannel(owner, 'general', [owner, ann, bob])

const say = (from: Client, topic: string, content = 'Hello', to = design.id) =>
  from.post('/messages', { type: 'stream', to, topic, content })
const side = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' })
const hash = (page: Page): Promise<string> => page.evaluate('location.hash')

test('what somebody reads on one device is no longer unread on the other, and comes back with a step back', async () => {
  const first = await openWindow(server, ann, { at: '/#inbox' })
  const second = await openWindow(server, ann, { at: '/#recent' })
  await say(bob, 'logo')
  await say(bob, 'logo', `Look, @**Ann Lee|${ann.id}**`)
  await sendDirectly(bob, [ann])
  for (const { page } of [first, second]) {
    await side(page).getByRole('link', { name: 'Inbox 3 unread' }).waitFor()
    await side(page)
      .getByRole('link', { name: /design.*1 mention.*2 unread/ })
      .waitFor()
    await side(page)
      .getByRole('link', { name: /Bob Miller.*1 unread/ })
      .waitFor()
  }
  const inbox = first.page.getByRole('main')
  await inbox.getByRole('button', { name: 'Mark design as read' }).click()
  await side(second.page).getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
  await side(second.page).getByRole('link', { name: 'design', exact: true }).waitFor()
  await becomes(() => inbox.getByRole('link', { name: /logo/ }).count(), 0)
  await first.page.getByRole('button', { name: 'Undo' }).click()
  await side(second.page).getByRole('link', { name: 'Inbox 3 unread' }).waitFor()
  await first.page.getByRole('button', { name: 'Mark all as read' }).click()
  await first.page.getByRole('heading', { name: 'You have read everything.' }).waitFor()
  await side(second.page).getByRole('link', { name: 'Inbox', exact: true }).waitFor()
})

test('the inbox shows direct conversations, then channels by folder; filters and folds', async () => {
  await say(bob, 'plans')
  await say(bob, 'lunch', 'Pizza?', general.id)
  await sendDirectly(bob, [ann])
  await ann.post('/user_topics', { stream_id: design.id, topic: 'plans', visibility_policy: 3 })
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  const main = page.getByRole('main')
  await main.getByRole('link', { name: /plans/ }).waitFor()
  const headings = await main.getByRole('heading').allTextContents()
  expect(headings).toEqual(['Inbox', 'Direct messages', 'Product', 'design', 'Other channels', 'general'])
  await main.getByRole('button', { name: 'Followed topics' }).click()
  await main.getByRole('link', { name: /plans/ }).waitFor()
  await becomes(() => main.getByRole('link', { name: /lunch|Bob/ }).count(), 0)
  await main.getByRole('button', { name: 'Mentions' }).click()
  await becomes(() => main.getByRole('link', { name: /plans/ }).count(), 0)
  await main.getByRole('button', { name: 'All unread' }).click()
  await main.getByRole('button', { name: 'Fold design' }).click()
  await becomes(() => main.getByRole('link', { name: /plans/ }).count(), 0)
  await page.reload()
  await main.getByRole('link', { name: /lunch/ }).waitFor()
  await becomes(() => main.getByRole('link', { name: /plans/ }).count(), 0)
  await main.getByRole('button', { name: 'Unfold design' }).click()
  await main.getByRole('link', { name: /plans/ }).click()
  await page.waitForURL(/#narrow\/channel\/\d+-design\/topic\/plans$/)
  await side(page).locator('[aria-current=page]', { hasText: 'plans' }).waitFor()
})

test('muted topics and channels count for nothing, and what is new in a new channel shows at once', async () => {
  const noise = await addChannel(owner, 'noise', [owner, bob])
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  await side(page)
    .getByRole('link', { name: /general/ })
    .waitFor()
  await subscribe(owner, noise, [ann])
  await say(bob, 'bzz', 'Bzzz', noise.id)
  await side(page)
    .getByRole('link', { name: /noise.*1 unread/ })
    .waitFor()
  await ann.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: noise.id, property: 'is_muted', value: true }],
  })
  await side(page).getByRole('link', { name: 'noise , muted' }).waitFor()
  await side(page).getByRole('searchbox', { name: 'Filter conversations' }).fill('NOI')
  await side(page)
    .getByRole('link', { name: /general/ })
    .waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(/#narrow\/channel\/\d+-noise/)
})

test('recent conversations are in order while people talk, and can be filtered', async () => {
  await say(bob, 'older')
  await say(ann, 'newer')
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  const rows = page.getByRole('main').locator('tbody tr')
  await rows.nth(1).getByRole('link', { name: 'older' }).waitFor()
  await rows.nth(0).getByRole('link', { name: 'newer' }).waitFor()
  await say(bob, 'older', 'And now?')
  await rows.nth(0).getByRole('link', { name: 'older' }).waitFor()
  await page.getByRole('button', { name: 'Participated' }).click()
  await rows.nth(0).getByRole('link', { name: 'newer' }).waitFor()
  await becomes(() => rows.getByRole('link', { name: 'older' }).count(), 0)
  await page.getByRole('button', { name: 'Participated' }).click()
  await page.getByRole('button', { name: 'Direct messages', exact: true }).last().click()
  await rows.nth(0).getByRole('link', { name: 'Bob Miller' }).waitFor()
  await becomes(() => rows.getByRole('link', { name: 'older' }).count(), 0)
})

test('the left side is filtered by people, channels and topics, and says where nothing fits', async () => {
  await say(bob, 'Crème brûlée', 'With vanilla', general.id)
  await sendDirectly(bob, [ann])
  const { page } = await openWindow(server, ann, { at: '/#inbox' })
  await page
    .getByRole('main')
    .getByRole('link', { name: /brûlée/ })
    .waitFor()
  const rows = side(page).getByRole('link')
  await page.keyboard.press('q')
  await page.keyboard.type('creme')
  await side(page)
    .getByRole('link', { name: /brûlée/ })
    .waitFor()
  await side(page)
    .getByRole('link', { name: /^design/ })
    .waitFor({ state: 'detached' })
  await side(page)
    .getByRole('link', { name: /^general/ })
    .waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('miller')
  await side(page)
    .getByRole('link', { name: /Bob Miller/ })
    .waitFor()
  await side(page)
    .getByRole('link', { name: /brûlée/ })
    .waitFor({ state: 'detached' })
  await page.keyboard.type(' and nobody else')
  await side(page).getByText('Nothing fits this.').waitFor()
  await becomes(() => rows.allTextContents(), ['Browse channels'])
  await page.keyboard.press('Escape')
  await side(page)
    .getByRole('link', { name: /^design/ })
    .waitFor()
})

test('the switcher leads anywhere by keys alone', async () => {
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  await side(page)
    .getByRole('link', { name: /design/ })
    .waitFor()
  const go = async (typed: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go to a conversation or view' }).waitFor()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
  }
  await go('bob')
  await page.waitForURL(new RegExp(`#narrow/dm/${bob.id}-Bob-Miller$`))
  await go('starr')
  await page.waitForURL(/#narrow\/is\/starred$/)
  await side(page).locator('[aria-current=page]', { hasText: 'Starred' }).waitFor()
  await go('desgn')
  await page.waitForURL(/#narrow\/channel\/\d+-design/)
  await side(page).locator('.holds-current', { hasText: 'design' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Starred messages' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await go('words that nobody is called by')
  await page.waitForURL(/#narrow\/search\/words\.20that/)
})

test('a search is typed with suggestions, becomes an address, and is offered again', async () => {
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  await side(page)
    .getByRole('link', { name: /design/ })
    .waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search messages' })
  await field.pressSequentially('from:bo')
  await page.getByRole('option', { name: /sender:"Bob Miller"/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove: sent by Bob Miller' }).waitFor()
  await field.pressSequentially('-is:st')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Remove: not: starred messages' }).waitFor()
  await field.pressSequentially('channel:"design" "big logo"')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#narrow\/sender\//)
  await becomes(
    () => hash(page),
    `#narrow/sender/${bob.id}-Bob-Miller/-is/starred/channel/${design.id}-design/search/.22big.20logo.22`,
  )
  // It begins with what is open, whose words can be typed on; a backspace takes up the last pill.
  await page.keyboard.press('/')
  await field.waitFor()
  await becomes(() => field.inputValue(), '"big logo"')
  await field.fill('')
  await page.keyboard.press('Backspace')
  await becomes(() => field.inputValue(), 'channel:design')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.goto('/#recent')
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /big logo/ }).click()
  await page.waitForURL(/#narrow\/sender\/.*big/)
})

test('nothing is searched for by what does not exist', async () => {
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  await side(page)
    .getByRole('link', { name: /design/ })
    .waitFor()
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search messages' }).fill('is:nice')
  await page.getByText('Nothing is known by this: is:nice').waitFor()
  await page.keyboard.press('Enter')
  expect(await hash(page)).toBe('#recent')
})

test('old addresses, names instead of IDs and other spellings lead to the same conversation; back and forward work', async () => {
  const { body } = await say(bob, 'plans')
  await sendDirectly(bob, [ann])
  const { page } = await openWindow(server, ann, { at: '/#narrow/stream/design/subject/plans' })
  const current = side(page).locator('[aria-current=page]')
  await current.filter({ hasText: 'plans' }).waitFor()
  await page.goto(`/#narrow/channel/${design.id}-was-called-otherwise/topic/PLANS/near/${String(body['id'])}`)
  await current.filter({ hasText: 'plans' }).waitFor()
  await page.goto(`/#narrow/pm-with/${bob.id}-somebody`)
  await current.filter({ hasText: 'Bob Miller' }).waitFor()
  await page.goto('/#recent_topics')
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await becomes(() => hash(page), '#recent')
  await page.goBack()
  await current.filter({ hasText: 'Bob Miller' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await page.goto('/#topics/channel/99999-nowhere')
  await page.getByText('There is no such channel').waitFor()
})

test('the client starts with the home view that is set, and Escape leads back to it if that is wanted', async () => {
  await bob.patch('/settings', { web_home_view: 'recent_topics' })
  const { page } = await openWindow(server, bob, { at: '/' })
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await page.keyboard.press('Shift+I')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  await bob.patch('/settings', { web_escape_navigates_to_home_view: false })
  // What is seen of the next change tells that this one has come, too.
  await bob.patch('/settings', { color_scheme: 2 })
  await page.locator('html[data-theme=dark]').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('heading', { name: 'No drafts.' }).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByText('Next unread topic').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  expect(await hash(page)).toBe('#drafts')
})

test('keys lead to the next unread topic and direct conversation, and from channel to channel', async () => {
  await ann.post('/mark_all_as_read')
  await say(bob, 'first')
  await say(bob, 'second', 'Hello', general.id)
  await sendDirectly(bob, [ann])
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  await side(page).getByRole('link', { name: 'Inbox 3 unread' }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/design\/topic\/first$/)
  await side(page).locator('[aria-current=page]', { hasText: 'first' }).waitFor()
  await page.keyboard.press('p')
  await page.waitForURL(/#narrow\/dm\//)
  await page.goto(`/#narrow/channel/${design.id}-design`)
  await side(page).locator('[aria-current=page]', { hasText: 'design' }).waitFor()
  await page.keyboard.press('Shift+D')
  await page.waitForURL(new RegExp(`#narrow/channel/${general.id}-general`))
  await side(page).locator('.holds-current', { hasText: 'general' }).waitFor()
  await page.keyboard.press('Shift+A')
  await page.waitForURL(new RegExp(`#narrow/channel/${design.id}-design`))
})

test('where somebody is about to go by a key is fetched before they do', async () => {
  await ann.post('/mark_all_as_read')
  const topics = ['one', 'two', 'three']
  for (const topic of topics) await say(bob, `ahead ${topic}`)
  const { page } = await openWindow(server, ann, { at: '/#recent' })
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const narrow = new URL(request.url()).searchParams.get('narrow') ?? ''
    const topic = topics.find((each) => narrow.includes(`"ahead ${each}"`))
    if (request.method() === 'GET' && topic !== undefined) asked.set(topic, (asked.get(topic) ?? 0) + 1)
  })
  await side(page).getByRole('link', { name: 'Inbox 3 unread' }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/topic\/ahead/)
  // Whoever pressed it once may well do so again.
  await becomes(async () => asked.size, 2)
  const [first, next] = [...asked.keys()]
  await page
    .getByRole('heading', { name: `ahead ${first}` })
    .first()
    .waitFor()
  await page.keyboard.press('n')
  await page
    .getByRole('heading', { name: `ahead ${next}` })
    .first()
    .waitFor()
  expect([asked.get(String(first)), asked.get(String(next))]).toEqual([1, 1])

  // What Enter in the switcher leads to.
  await page.goto('/#recent')
  await page.reload()
  await page.getByRole('heading', { name: 'Recent conversations' }).waitFor()
  asked.clear()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to a conversation or view' }).fill('ahead two')
  await becomes(async () => asked.get('two'), 1)
  expect(await hash(page)).toBe('#recent')
  await page.keyboard.press('Enter')
  await page.waitForURL(/ahead.20two/)
  await page.getByRole('heading', { name: 'ahead two' }).first().waitFor()
  expect(asked.get('two')).toBe(1)
})

test('drafts and scheduled messages are listed, changed, sent and deleted; reminders lead to their message', async () => {
  const soon = Math.floor(Date.now() / 1000) + 90_000
  await ann.post('/drafts', {
    drafts: [{ type: 'stream', to: [design.id], topic: 'plans', content: 'Half a thought', timestamp: 1 }],
  })
  await ann.post('/scheduled_messages', {
    type: 'channel',
    to: general.id,
    topic: 'lunch',
    content: 'Who comes along?',
    scheduled_delivery_timestamp: soon,
  })
  const message = await say(bob, 'plans', 'Remember this')
  await ann.post('/reminders', { message_id: message.body['id'], scheduled_delivery_timestamp: soon })
  const { page } = await openWindow(server, ann, { at: '/#drafts' })
  const main = page.getByRole('main')
  await main.getByText('Half a thought').waitFor()
  await main.getByRole('button', { name: 'Delete draft' }).click()
  await page.getByRole('heading', { name: 'No drafts.' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await main.getByText('Half a thought').waitFor()

  await page.goto('/#scheduled')
  await main.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Who comes to lunch?')
  await page.getByRole('button', { name: 'Save' }).click()
  await main.getByText('Who comes to lunch?').waitFor()
  await main.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('heading', { name: 'Nothing is scheduled.' }).waitFor()
  await becomes(async () => {
    const { body } = await bob.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: JSON.stringify([{ operator: 'sender', operand: ann.id }]),
    })
    return items(body['messages']).map(({ content, subject }) => [content, subject])
  }, [['Who comes to lunch?', 'lunch']])

  await page.goto('/#reminders')
  // What it says is shown as the server renders it, and not as it was written.
  await main.getByRole('link', { name: 'a message' }).waitFor()
  const link = main.getByRole('link', { name: 'Go to the message' })
  expect(await link.getAttribute('href')).toContain(`/near/${String(message.body['id'])}`)
  await main.getByRole('button', { name: 'Delete reminder' }).click()
  await page.getByRole('heading', { name: 'No reminders.' }).waitFor()
})
