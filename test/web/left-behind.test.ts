// What a page leaves behind that is loaded again, closed, or whose session ends: whoever wrote it finds it, once, and nobody else does.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { logIn } from '../support/chromium'
import type { Client } from '../support/client'
import { items } from '../support/law/rules'
import { scenario } from '../support/scenario'
import { password } from '../support/server'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const general = await addChannel(owner, 'general', [ann, bob])

const at = (topic: string) => `/#narrow/channel/${general.id}-general/topic/${topic}`
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const stored = '[...Object.entries(localStorage), ...Object.entries(sessionStorage)].join()'

async function write(who: Client, topic: string, content: string): Promise<number> {
  const { body } = await who.post('/messages', { type: 'channel', to: general.id, topic, content })
  return Number(body['id'])
}

/** What stands in a topic, oldest first. */
async function written(topic: string): Promise<string[]> {
  const { body } = await bob.get('/messages', {
    narrow: [{ operator: 'topic', operand: topic }],
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
  })
  return items(body.messages).map(({ content }) => String(content))
}

test('an edit that was begun is offered again after the page was loaded anew, and is forgotten once saved or thrown away', async () => {
  const id = await write(ann, 'edits', 'Soup at noon')
  await write(bob, 'edits', 'Fine')
  const { page, expectProblem } = await openWindow(server, ann, { at: at('edits') })
  const row = page.getByRole('article').filter({ hasText: 'Soup' })
  const edited = page.getByRole('textbox', { name: 'Edited message' })
  await row.hover()
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  await edited.fill('Soup at one')
  await page.reload()
  const left = page.getByRole('article').getByRole('note')
  await left.getByText('an edit that is not saved').waitFor()
  // The text of the message is what it was.
  await page.getByRole('article').getByText('Soup at noon').waitFor()
  expect(await findings(page, 'main')).toEqual([])
  await left.getByRole('button', { name: 'Go on editing' }).click()
  await becomes(() => edited.inputValue(), 'Soup at one')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('article').getByText('Soup at one').waitFor()
  // The event may be there before the answer, which ends the edit.
  await edited.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('article').getByText('Soup at one').waitFor()
  await becomes(() => left.count(), 0)
  expect(await page.evaluate<string>(stored)).not.toContain('edits-')
  expect((await written('edits'))[0]).toBe('Soup at one')

  // Thrown away, and of a message that is gone.
  const row2 = page.getByRole('article').filter({ hasText: 'Soup' })
  await row2.hover()
  await row2.getByRole('button', { name: 'Edit', exact: true }).click()
  await edited.fill('Soup at two')
  await page.reload()
  await left.getByRole('button', { name: 'Discard' }).click()
  await becomes(() => left.count(), 0)
  expect(await page.evaluate<string>(stored)).not.toContain('Soup')
  await row2.hover()
  await row2.getByRole('button', { name: 'Edit', exact: true }).click()
  await edited.fill('Soup at three')
  await page.goto('/health')
  await owner.delete(`/messages/${id}`)
  expectProblem(/status of 400/)
  await page.goto(`/${at('edits').slice(1)}`)
  await page.getByRole('article').getByText('Fine').waitFor()
  await until(async () => !(await page.evaluate<string>(stored)).includes('Soup'))
})

test('what was on its way when a page was closed comes back as not sent, and is never sent twice', async () => {
  await write(bob, 'closed', 'Well?')
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('closed') })
  expectProblem(/^console: Failed to load resource/)
  await page.getByText('Well?').waitFor()
  await page.route('**/json/**', (route) => route.abort('connectionfailed'))
  await message(page).fill('Once')
  await message(page).press('Control+Enter')
  await message(page).fill('Twice')
  // Whoever thinks for a moment has a draft of it by then, which goes though the server never heard of it.
  await until(async () => (await page.evaluate<string>(stored)).includes('Twice'))
  await message(page).press('Control+Enter')
  await page.getByText('waits for the connection').first().waitFor()
  await page.close()
  // The first had arrived, as it turns out, without an answer or an event that would have said so.
  await write(ann, 'closed', 'Once')

  const next = await context.newPage()
  await next.goto(at('closed'))
  const failed = next.locator('.pending-message')
  await failed.getByText('The page was closed before it had gone out.').first().waitFor()
  await becomes(() => failed.count(), 2)
  // One is found where it is, the other one goes now.
  await failed.filter({ hasText: 'Once' }).getByRole('button', { name: 'Try again' }).click()
  await failed.filter({ hasText: 'Twice' }).getByRole('button', { name: 'Try again' }).click()
  await becomes(() => failed.count(), 0)
  expect(await written('closed')).toEqual(['Well?', 'Once', 'Twice'])
  expect(await next.evaluate<string>(stored)).not.toContain('Twice')
  await becomes(() => message(next).inputValue(), '')
})

test('what waits in a window is sent by that window alone, however many others are open, until it is closed', async () => {
  await write(bob, 'windows', 'Well?')
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('windows') })
  expectProblem(/^console: Failed to load resource/)
  await page.getByText('Well?').waitFor()
  await page.route('**/json/**', (route) => route.abort('connectionfailed'))
  await message(page).fill('From here')
  await message(page).press('Control+Enter')
  await page.getByText('waits for the connection').waitFor()
  const other = await context.newPage()
  await other.goto(at('windows'))
  await other.getByText('Well?').waitFor()
  await page.unroute('**/json/**')
  await other.getByRole('article').getByText('From here').waitFor()
  await becomes(() => other.locator('.pending-message').count(), 0)
  await becomes(() => page.locator('.pending-message').count(), 0)
  expect(await written('windows')).toEqual(['Well?', 'From here'])

  // Once it is closed, the other one has what it has left.
  await page.route('**/json/**', (route) => route.abort('connectionfailed'))
  await message(page).fill('Left behind')
  await message(page).press('Control+Enter')
  await page.getByText('waits for the connection').waitFor()
  await page.close()
  await other.getByText('The page was closed before it had gone out.').waitFor()
  await other.getByRole('button', { name: 'Try again' }).click()
  await becomes(() => other.locator('.pending-message').count(), 0)
  expect(await written('windows')).toEqual(['Well?', 'From here', 'Left behind'])
})

/** Ends all of somebody's sessions, as they can from another device. */
async function endSessions(person: Client): Promise<void> {
  const { body } = await person.get('/users/me/sessions')
  for (const { id } of items(body['sessions'])) await person.delete(`/users/me/sessions/${String(id)}`)
}

test('a session that was ended elsewhere: the window says so, and what was being written is there after the next log-in', async () => {
  await ann.patch('/settings', { enable_drafts_synchronization: false })
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('ended') })
  expectProblem(/status of 401/)
  await message(page).fill('My secret plan')
  await endSessions(ann)
  await write(bob, 'ended', 'Anybody there?')
  const dialog = page.getByRole('dialog', { name: 'You are logged out' })
  await dialog.waitFor()
  expect(await findings(page)).toEqual([])
  // Nothing of what was there is to be seen.
  await becomes(() => page.getByRole('article').count(), 0)
  await becomes(() => message(page).count(), 0)
  await dialog.getByRole('button', { name: 'Log in again' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await logIn(context, ann.email, password)
  await page.goto(at('ended'))
  await becomes(() => message(page).inputValue(), 'My secret plan')

  // Somebody else who logs in here gets nothing of it, in a page or in what the browser keeps; it is gone for good.
  await endSessions(ann)
  await write(bob, 'ended', 'Hello?')
  await dialog.waitFor()
  await logIn(context, bob.email, password)
  await page.reload()
  await page.getByRole('article').getByText('Hello?').waitFor()
  await becomes(() => message(page).inputValue(), '')
  await until(async () => !(await page.evaluate<string>(stored)).includes('secret'))
  expect(await page.evaluate<string>(stored)).not.toContain('My secret')
  await bob.get('/drafts').then(({ body }) => expect(body['drafts']).toEqual([]))
})

test('whoever removes from the browser what was kept finds nothing of it after the next log-in', async () => {
  await ann.patch('/settings', { enable_drafts_synchronization: false })
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('removed') })
  expectProblem(/status of 401/)
  await write(bob, 'removed', 'Hello?')
  await message(page).fill('My other plan')
  await endSessions(ann)
  await page.getByRole('button', { name: 'Discard it' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  expect(await page.evaluate<string>(stored)).not.toContain('plan')
  await logIn(context, ann.email, password)
  await page.goto(at('removed'))
  await page.getByRole('article').getByText('Hello?').waitFor()
  await becomes(() => message(page).inputValue(), '')
})

test('another person who logs in beside an open page does not get what was being written in it', async () => {
  await ann.patch('/settings', { enable_drafts_synchronization: true })
  const { page, context, expectProblem } = await openWindow(server, ann, { at: at('beside') })
  expectProblem(/status of 40[01]/)
  await message(page).fill('For nobody else')
  await endSessions(ann)
  await logIn(context, bob.email, password)
  const own = await context.newPage()
  await own.goto(at('beside'))
  await becomes(() => message(own).inputValue(), '')
  // The other one becomes Bob's, too.
  await becomes(() => message(page).inputValue(), '')
  expect(await own.evaluate<string>(stored)).not.toContain('nobody')
  expect((await bob.get('/drafts')).body['drafts']).toEqual([])
})
