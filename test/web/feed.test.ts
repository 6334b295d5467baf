// Reading in the web client: a conversation that is live on both sides, where unread begins, and what goes down as it is read.
import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { addChannel } from '../support/channels'
import { sendToChannel } from '../support/messages'
import { goOffline } from '../support/offline'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

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
  // Screen readers say it.
  await anns.page.getByRole('log').getByText('Bob: Hello Ann').waitFor()
})

test('a feed opens at the first unread message, with a line above it, and what is seen becomes read', async () => {
  for (const n of [1, 2, 3]) await sendToChannel(bob, open, `Read ${n}`, 'unread')
  await ann.post('/mark_all_as_read')
  const first = await sendToChannel(bob, open, 'News 1', 'unread')
  await sendToChannel(bob, open, 'News 2', 'unread')
  const { page } = await openWindow(server, ann)
  await page.goto(`/#narrow/channel/${open.id}-open/topic/unread`)
  await page.getByRole('separator', { name: 'Unread' }).waitFor()
  const after = await page
    .getByRole('separator', { name: 'Unread' })
    .evaluate((line) => line.nextElementSibling?.getAttribute('data-message-id'))
  expect(after).toBe(String(first))
  await becomes(async () => {
    const { body } = await ann.get('/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [['is', 'unread']],
    })
    return body['messages']
  }, [])
})

test('older messages load above without moving what is read by a pixel, and the newest are one key away', async () => {
  const ids: number[] = []
  for (let n = 0; n < 160; n++)
    ids.push(await sendToChannel(bob, open, `Line ${n}\n`.repeat((n % 4) + 1), 'long'))
  await ann.post('/mark_all_as_read')
  const { page } = await openWindow(server, ann, { at: `/#narrow/channel/${open.id}-open/topic/long` })
  const feed = page.getByRole('region', { name: 'Messages' })
  const rowOf = (n: number): Locator => page.locator(`[data-message-id="${ids[n]}"]`)
  await rowOf(140).scrollIntoViewIfNeeded()
  const row = rowOf(122)
  await row.scrollIntoViewIfNeeded()
  const top = (): Promise<number> => row.evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  // The older ones are on their way by then, and come above it.
  await rowOf(105).waitFor({ state: 'attached' })
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
  await sendToChannel(bob, open, 'Just now', 'long')
  await page.getByRole('button', { name: '1 new message' }).waitFor()
  expect(Math.abs((await top()) - before)).toBeLessThan(1)
  await feed.focus()
  await page.keyboard.press('End')
  await feed.getByText('Just now').waitFor()
  await page.keyboard.press('Home')
  await page.getByText('This is the beginning of the conversation.').waitFor()
})

test('a link to a message opens it there without a reload, as do links in messages; others open elsewhere', async () => {
  const there = await sendToChannel(bob, open, 'You are here', 'target')
  await sendToChannel(
    bob,
    open,
    `#**open>target** and [it](/#narrow/channel/${open.id}-open/topic/target/near/${there}) and https://example.com/`,
    'links',
  )
  const { page } = await openWindow(server, ann, { at: `/#narrow/channel/${open.id}-open/topic/links` })
  await page.evaluate('window.isSame = true')
  const outside = page.getByRole('link', { name: 'https://example.com/' })
  expect([await outside.getAttribute('target'), await outside.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
  await page.getByRole('link', { name: '#open > target' }).click()
  await page.getByText('You are here').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'it', exact: true }).click()
  await page.locator(`[data-message-id="${there}"].flashing`).waitFor()
  await becomes(() => page.evaluate('window.isSame'), true)
})

test('the first view has its messages asked for once; a link that is pressed, too, and before it is let go', async () => {
  const there = await sendToChannel(bob, open, 'Already here', 'pressed')
  const address = `/#narrow/channel/${open.id}-open/topic/`
  await sendToChannel(bob, open, `See [over there](${address}pressed)`, 'pressing')
  const { page } = await openWindow(server, ann)
  const asked: string[] = []
  page.on('request', (request) => {
    const narrow = new URL(request.url()).searchParams.get('narrow')
    if (narrow !== null) asked.push(/"(press\w+)"/.exec(narrow)?.[1] ?? narrow)
  })
  await page.goto(`${address}pressing`)
  await page.getByRole('link', { name: 'over there' }).hover()
  expect(asked).toEqual(['pressing'])
  const answered = page.waitForResponse(/%22pressed%22/)
  await page.mouse.down()
  await answered
  expect(page.url()).toEndWith('pressing')
  await page.mouse.up()
  await page.locator(`[data-message-id="${there}"]`).waitFor()
  expect(asked).toEqual(['pressing', 'pressed'])
})

test('two people vote in a poll and see it at once; a to-do list is worked through', async () => {
  await sendToChannel(owner, open, '/poll Lunch?\nPizza\nSoup', 'widgets')
  await sendToChannel(owner, open, '/todo Shopping\nMilk: two', 'widgets')
  const at = `/#narrow/channel/${open.id}-open/topic/widgets`
  const [anns, bobs] = [await openWindow(server, ann, { at }), await openWindow(server, bob, { at })]
  await anns.page.getByRole('button', { name: 'Soup: 0 votes' }).click()
  await bobs.page.getByRole('button', { name: 'Soup: 1 vote' }).click()
  await anns.page.getByRole('button', { name: 'Soup: 2 votes', pressed: true }).waitFor()
  await bobs.page.getByRole('textbox', { name: 'Add an option' }).fill('Salad')
  await bobs.page.keyboard.press('Enter')
  await anns.page.getByRole('button', { name: 'Salad: 0 votes' }).waitFor()
  await anns.page.getByRole('checkbox', { name: 'Milk: two' }).click()
  await bobs.page.getByRole('checkbox', { name: 'Milk: two', checked: true }).waitFor()
})

test('what comes while the network is gone is there when it is back', async () => {
  await sendToChannel(bob, open, 'Before', 'offline')
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${open.id}-open/topic/offline`,
  })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.getByText('Before').waitFor()
  await goOffline({ page, context })
  await sendToChannel(bob, open, 'Meanwhile', 'offline')
  await context.setOffline(false)
  await page.getByRole('article', { name: /^Bob/ }).getByText('Meanwhile').waitFor()
})

test('what could not be loaded without a network is loaded when it is back, and nobody has to ask for it', async () => {
  await sendToChannel(bob, open, 'Here all the time', 'kept')
  await sendToChannel(bob, open, 'Where it begins', 'away')
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${open.id}-open/topic/away`,
  })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.getByRole('article').first().waitFor()
  await goOffline({ page, context })
  await page.goto(`/#narrow/channel/${open.id}-open/topic/kept`)
  await page.getByText('The messages could not be loaded.').waitFor()
  // That the server is out of reach is said once.
  expect(await page.locator('.toast').count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('article').getByText('Here all the time').waitFor()
})

test('views and dialogs that can’t be loaded without a network say so, and can be when it is back', async () => {
  await sendToChannel(bob, open, 'Where it begins', 'away')
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${open.id}-open/topic/away`,
  })
  expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await page.getByRole('article').first().waitFor()
  await goOffline({ page, context })
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  await page.getByRole('status').getByText('The server could not be reached.').waitFor()
  await page.goto('/#settings/alert-words')
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Alert words' }).first().waitFor()
  await page.goto(`/#narrow/channel/${open.id}-open/topic/away`)
  await page.getByRole('button', { name: 'Poll', exact: true }).click()
  await page.getByRole('dialog', { name: 'Poll' }).waitFor()
})

test('a search misses nothing that came while the server could not be asked', async () => {
  const { page, context, expectProblem } = await openWindow(server, ann, {
    at: `/#narrow/channel/${open.id}-open/search/harvest`,
  })
  expectProblem(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  await page.getByText('No messages fit this search.').waitFor()
  await context.route(/\/json\/messages\?/, (route) => route.abort())
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/json/messages'))
  await sendToChannel(bob, open, 'The harvest is in', 'kept')
  await asked
  await context.unroute(/\/json\/messages\?/)
  await goOffline({ page, context })
  await context.setOffline(false)
  await page.getByRole('article').getByText('The harvest is in').waitFor()
})
