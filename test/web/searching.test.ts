// Searches that are open: their terms in the heading, and where the words are marked. Links that lead to what is not to be seen.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { owner, server, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: 'member Bob Beta' })
const open = await addChannel(owner, 'open', [owner, ann, bob])
const at = (topic: string, rest = '') => `/#narrow/channel/${open.id}-open/topic/${topic}${rest}`

test('the terms of a search stand in its heading: one is taken away, one is typed anew', async () => {
  await sendToChannel(bob, open, 'Bananas for Monday', 'Fruit bananas')
  await sendToChannel(ann, open, 'No bananas here', 'Fruit bananas')
  const { page } = await openWindow(server, ann, {
    at: `/#narrow/sender/${bob.id}-Bob/search/bananas`,
  })
  const terms = page.getByRole('group', { name: 'Search terms' })
  await terms.getByRole('button', { name: 'sender:"Bob Beta"', exact: true }).waitFor()
  // Where the word is: in what was said, and in the topic.
  await page.getByRole('article').locator('.highlight', { hasText: 'Bananas' }).waitFor()
  await page.getByRole('heading', { level: 2 }).locator('.highlight', { hasText: 'bananas' }).waitFor()
  await becomes(() => page.getByRole('article').count(), 1)
  expect(await findings(page, 'main')).toEqual([])

  await terms.getByRole('button', { name: 'Remove: sent by Bob Beta' }).click()
  await page.waitForURL((url) => url.hash === '#narrow/search/bananas')
  await page.getByRole('article').getByText('No bananas here').waitFor()

  await terms.getByRole('button', { name: 'bananas', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Search messages' })
  await becomes(() => field.inputValue(), 'bananas')
  await field.fill('monday')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.hash === '#narrow/search/monday')
  await page.getByRole('article').getByText('Bananas for').waitFor()
  await terms.getByRole('button', { name: 'Remove: with “monday”' }).click()
  await page.getByRole('heading', { name: 'Combined feed', level: 1 }).waitFor()
})

test('a search that finds nothing offers to be changed', async () => {
  const { page } = await openWindow(server, ann, { at: '/#narrow/has/reaction/search/nowhere' })
  await page.getByRole('main').getByText('No messages fit this search.').waitFor()
  await page
    .getByRole('main')
    .locator('.empty-state')
    .getByRole('button', { name: 'Change the search' })
    .click()
  await page.getByRole('combobox', { name: 'Search messages' }).waitFor()
})

test('links to what is gone, or not to be seen, say so when they are followed', async () => {
  const secret = await addChannel(owner, 'secret', [owner])
  const gone = await sendToChannel(owner, open, 'Not for long', 'here')
  await sendToChannel(owner, open, 'Still there', 'here')
  await sendToChannel(
    owner,
    open,
    `[message](${at('here', `/near/${gone}`)}) [topic](${at('nothing.20yet')}) [channel](/#narrow/channel/${secret.id + 1000}-secret/topic/x)`,
    'links',
  )
  expect((await owner.delete(`/messages/${gone}`)).status).toBe(200)
  const { page, expectProblem } = await openWindow(server, ann, { at: at('links') })
  expectProblem(/status of 400/)
  await page.getByRole('link', { name: 'message', exact: true }).click()
  const note = page.getByRole('status').filter({ hasText: 'has been deleted' })
  await note.waitFor()
  await page.getByRole('article').getByText('Still there').waitFor()
  expect(await findings(page, 'main')).toEqual([])
  await note.getByRole('button', { name: 'Close' }).click()
  await note.waitFor({ state: 'detached' })

  await page.goto(at('links'))
  await page.getByRole('link', { name: 'topic', exact: true }).click()
  await page.getByRole('main').getByText('what it meant was moved', { exact: false }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'channel', exact: true }).click()
  await page.getByRole('main').getByText('does not exist, or is not yours to see', { exact: false }).waitFor()
  // Nor is there anything to write to.
  await becomes(() => page.getByRole('main').getByRole('textbox').count(), 0)
})

test('whoever marks as unread is told that reading is paused, and goes on when they like', async () => {
  const first = await sendToChannel(bob, open, 'One', 'pause')
  await sendToChannel(bob, open, 'Two', 'pause')
  const { page } = await openWindow(server, ann, { at: at('pause') })
  const unread = async (): Promise<number> => {
    const narrow = [
      ['channel', open.id],
      ['topic', 'pause'],
      ['is', 'unread'],
    ]
    const { body } = await ann.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow })
    return Array.isArray(body['messages']) ? body['messages'].length : -1
  }
  await becomes(unread, 0)
  await page.locator(`[data-message-id="${first}"]`).focus()
  await page.keyboard.press('Shift+U')
  const note = page.getByRole('status').filter({ hasText: 'stays unread for now' })
  await note.waitFor()
  // What comes now is not read by being seen, either.
  await sendToChannel(bob, open, 'Three', 'pause')
  await page.getByRole('article').getByText('Three').waitFor()
  await becomes(unread, 3)
  await note.getByRole('button', { name: 'Mark as read again' }).click()
  await note.waitFor({ state: 'detached' })
  await becomes(unread, 0)
})
