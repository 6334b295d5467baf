// Reading in the web client: a conversation that is live on both sides, where unread begins, and what goes down as it is read.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'

const { owner, server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])

test('two people in one conversation see at once what the other writes', async () => {
  await sendToChannel(owner, open, 'Welcome', 'live')
  const at = `/#narrow/channel/${open.id}-open/topic/live`
  const [anns, bobs] = [await openWindow(server, ann, { at }), await openWindow(server, bob, { at })]
  await bobs.page.getByText('Welcome').waitFor()
  await anns.page.getByRole('textbox', { name: 'Message' }).fill('Hello Bob')
  await anns.page.keyboard.press('Control+Enter')
  await bobs.page.getByRole('article', { name: /^Ann/ }).getByText('Hello Bob').waitFor()
  await bobs.page.getByRole('textbox', { name: 'Message' }).fill('Hello **Ann**')
  await bobs.page.keyboard.press('Control+Enter')
  await anns.page.getByRole('article', { name: /^Bob/ }).locator('strong', { hasText: 'Ann' }).waitFor()
})

test('a feed opens at the first unread message, with a line above it, and what is seen becomes read', async () => {
  for (const n of [1, 2, 3]) await sendToChannel(bob, open, `Read ${n}`, 'unread')
  await ann.post('/mark_all_as_read')
  const first = await sendToChannel(bob, open, 'News 1', 'unread')
  await sendToChannel(bob, open, 'News 2', 'unread')
  const { page } = await openWindow(server, ann)
  const told = page.waitForResponse((answer) => answer.url().endsWith('/json/messages/flags'))
  await page.goto(`/#narrow/channel/${open.id}-open/topic/unread`)
  await page.getByRole('separator', { name: 'Unread' }).waitFor()
  const after = await page
    .getByRole('separator', { name: 'Unread' })
    .evaluate((line) => line.nextElementSibling?.getAttribute('data-message-id'))
  expect(after).toBe(String(first))
  await told
  const { body } = await ann.get('/messages', {
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [['is', 'unread']],
  })
  expect(body['messages']).toEqual([])
})
