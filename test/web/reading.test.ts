// What reading does: when it marks as read, and that the reader's line stays when the connection starts anew.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { owner, server, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: 'member Bob Beta' })
const open = await addChannel(owner, 'open', [owner, ann, bob])
const at = (topic: string) => `/#narrow/channel/${open.id}-open/topic/${topic}`

/** By the values of `web_mark_read_on_scroll_policy`: where what is seen becomes read. */
const policies = [
  { policy: 1, words: 'everywhere', feed: true, conversation: true },
  { policy: 2, words: 'in conversations alone', feed: false, conversation: true },
  { policy: 3, words: 'nowhere', feed: false, conversation: false },
] as const

for (const { policy, words, ...marks } of policies)
  test(`what is seen becomes read ${words}, where the setting says so`, async () => {
    const topic = `policy-${policy}`
    await ann.post('/mark_all_as_read')
    await ann.patch('/settings', { web_mark_read_on_scroll_policy: policy })
    await sendToChannel(bob, open, `One ${policy}`, topic)
    const { page } = await openWindow(server, ann, { at: '/#feed' })
    const inbox = page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: /^Inbox/ })
    const count = async () => Number(/\d+/.exec(await inbox.ariaSnapshot())?.[0] ?? 0)
    const narrow = [['is', 'unread']]
    const unread = async () => {
      const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })
      return Array.isArray(body['messages']) ? body['messages'].length : -1
    }
    const seen = async (text: string, isRead: boolean, before: number) => {
      await page.getByRole('article').getByText(text, { exact: true }).waitFor()
      // What comes after it is seen, too, so what is done about the first one has been done.
      await sendToChannel(bob, open, `${text} more`, topic)
      await page.getByRole('article').getByText(`${text} more`).waitFor()
      if (isRead) await until(async () => (await unread()) === 0)
      await becomes(count, isRead ? 0 : before + 2)
      expect(await unread()).toBe(isRead ? 0 : before + 2)
      return isRead ? 0 : before + 2
    }
    const left = await seen(`One ${policy}`, marks.feed, 0)
    await page.goto(at(topic))
    await sendToChannel(bob, open, `Two ${policy}`, topic)
    await seen(`Two ${policy}`, marks.conversation, left)
  })

test('a queue that is gone is made anew: the line stays to the pixel, and what is written and where the cursor is, too', async () => {
  await ann.patch('/settings', { web_mark_read_on_scroll_policy: 1 })
  const ids: number[] = []
  for (let n = 0; n < 90; n++)
    ids.push(await sendToChannel(bob, open, `Line ${n}\n`.repeat((n % 3) + 1), 'queue'))
  await ann.post('/mark_all_as_read')
  const { page, expectProblem } = await openWindow(server, ann)
  expectProblem(/status of 400/)
  const queueOf = async () => {
    const { queue_id: queue } = await (
      await page.waitForResponse((answer) => answer.url().endsWith('/json/register'))
    ).json()
    return String(queue)
  }
  const first = queueOf()
  await page.goto(at('queue'))
  const box = page.getByPlaceholder('Message queue')
  await box.fill('Half a thou')
  const row = page.locator(`[data-message-id="${ids[60]}"]`)
  await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const top = (): Promise<number> => row.evaluate((element) => element.getBoundingClientRect().top)
  await page.getByRole('button', { name: 'Jump to the newest' }).waitFor()
  await box.press('End')
  // Once it stands still.
  await row.hover({ trial: true })
  const before = await top()

  const second = queueOf()
  expect((await ann.delete('/events', { queue_id: await first })).status).toBe(200)
  expect(await second).not.toBe(await first)
  await sendToChannel(bob, open, 'After the end', 'queue')
  await page.getByRole('button', { name: '1 new message' }).waitFor()
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
  await page.keyboard.type('ght')
  await becomes(() => box.inputValue(), 'Half a thought')
  await box.press('Control+Enter')
  await page.getByRole('article', { name: /^Ann/ }).getByText('Half a thought').waitFor()
})

test('who sends while they read far up is led to where their message stands; what others send leads nobody', async () => {
  const ids: number[] = []
  for (let n = 0; n < 60; n++) ids.push(await sendToChannel(bob, open, `Line ${n}`, 'long'))
  await ann.post('/mark_all_as_read')
  // So far up that the end is not known yet, and then as far as the wheel takes one.
  const { page } = await openWindow(server, ann, { at: `${at('long')}/near/${ids[0]}` })
  const feed = page.getByRole('region', { name: 'Messages' })
  const isSeen = async (words: string): Promise<boolean> => {
    const [row, box] = await Promise.all([
      page.getByRole('article', { name: /^Ann/ }).getByText(words, { exact: true }).boundingBox(),
      feed.boundingBox(),
    ])
    return row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height
  }
  const box = page.getByPlaceholder('Message long')
  for (const words of ['From the very beginning', 'From a bit above']) {
    const up = page.getByRole('button', { name: 'Jump to the newest' })
    if (words.includes('bit'))
      await feed.evaluate((element) => element.scrollBy(0, -2 * element.clientHeight))
    await up.waitFor()
    await sendToChannel(bob, open, `Meanwhile, ${words}`, 'long')
    await page.getByRole('button', { name: '1 new message' }).waitFor()
    await box.fill(words)
    await box.press('Control+Enter')
    await page.getByRole('article', { name: /^Ann/ }).getByText(words, { exact: true }).waitFor()
    await becomes(() => isSeen(words), true)
    await page.getByRole('button', { name: 'new message' }).waitFor({ state: 'detached' })
    await up.waitFor({ state: 'detached' })
  }
})

test('starred messages, mentions and reactions to one’s own come and go while the view is open', async () => {
  const own = await sendToChannel(ann, open, 'Who likes it?', 'views')
  const other = await sendToChannel(bob, open, 'Mark this', 'views')
  const here = (await openWindow(server, ann, { at: '/#narrow/is/starred' })).page
  const there = (await openWindow(server, bob, { at: at('views') })).page
  const shown = (text: string) => here.getByRole('article').getByText(text)
  await here.getByText('Nothing here').waitFor()
  // Starred on another device.
  await ann.post('/messages/flags', { messages: [other], op: 'add', flag: 'starred' })
  await shown('Mark this').waitFor()
  await here.getByRole('article').first().press('Control+s')
  await shown('Mark this').waitFor({ state: 'detached' })

  await here.goto('/#narrow/is/mentioned')
  const box = there.getByRole('textbox', { name: 'Message', exact: true })
  await box.fill('@**Ann Amber** look')
  await box.press('Control+Enter')
  await shown('look').waitFor()
  const said = there.locator('[data-message-id]', { hasText: 'look' })
  await said.press('e')
  const edited = there.getByRole('textbox', { name: 'Edited message' })
  await edited.fill('Never mind')
  await edited.press('Control+Enter')
  await shown('look').waitFor({ state: 'detached' })

  await here.goto(`/#narrow/has/reaction/sender/me`)
  await here.getByRole('heading', { name: 'Reactions to your messages', level: 1 }).waitFor()
  const mine = there.locator(`[data-message-id="${own}"]`)
  await mine.hover()
  await mine.getByRole('button', { name: 'React with thumbs up' }).click()
  await shown('Who likes it?').waitFor()
  await here.getByRole('group', { name: 'Reactions' }).getByText('Bob Beta').waitFor()
  await there.getByRole('group', { name: 'Reactions' }).getByRole('button', { pressed: true }).click()
  await shown('Who likes it?').waitFor({ state: 'detached' })
})

test('the heading of what is read stays at the upper edge, on the way up and down; headings far from it do not', async () => {
  for (let n = 0; n < 30; n++)
    await sendToChannel(bob, open, `Line\n`.repeat(4), `heading ${Math.floor(n / 3)}`)
  await ann.post('/mark_all_as_read')
  const { page } = await openWindow(server, ann, { at: '/#feed' })
  await page.locator('.conversation-heading').getByText('heading 9').waitFor()
  // What stands at the edge, whose messages are below it, and how many could stand there.
  const atEdge = `(() => {
    const { x, y, width } = document.querySelector('.feed').getBoundingClientRect()
    const heading = document.elementFromPoint(x + width / 2, y + 8)?.closest('.conversation-heading')
    const row = [...document.querySelectorAll('.feed article')].find((row) => row.getBoundingClientRect().bottom > y + 40)
    let own = row
    while (own && !own.matches('.conversation-heading')) own = own.previousElementSibling
    return heading !== undefined && heading === own && document.querySelectorAll('[data-sticks]').length <= 6
  })()`
  const scroll = (by: number) =>
    page.evaluate(`document.querySelector('.feed').scrollBy({ top: ${by}, behavior: 'instant' })`)
  for (const by of [-150, -430, -610, 300, 350]) {
    await scroll(by)
    await until(async () => await page.evaluate<boolean>(atEdge))
  }
})
