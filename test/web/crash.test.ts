// The server is killed while somebody writes: the window goes on with what stood in it, and misses nothing.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { rmSync } from 'node:fs'
import { Client } from '../support/client'
import { Confab, createAcme, type ServerProcess } from '../support/confab'
import { password } from '../support/server'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const general = { type: 'channel', to: 'general', topic: 'lunch' }
const limits = ['--json', '--rate-limits', 'off']

/** A server with an owner and Bob, both in a channel. */
async function acmeWithBob(confab: Confab): Promise<{ server: ServerProcess; bob: Client }> {
  const founder = await confab.json(createAcme, `${password}\n`)
  const names = ['--email', 'bob@x.io', '--name', 'Bob', '--password-stdin']
  const made = await confab.json(['user', 'create', ...names], `${password}\n`)
  const server = await confab.serve(limits)
  const bob = new Client(server.url, Number(made['user_id']), 'bob@x.io', String(made['api_key']))
  await bob.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general' }],
    principals: [bob.id, Number(founder['user_id'])],
  })
  return { server, bob }
}

test('what was being written is still there, is sent, and what others wrote meanwhile is seen', async () => {
  await using confab = new Confab()
  const { server, bob } = await acmeWithBob(confab)
  expect((await bob.post('/messages', { ...general, content: 'Soup?' })).status).toBe(200)

  const { page, expectProblem } = await openWindow(server, { email: 'owner@x.io' }, { at: '/#feed' })
  expectProblem(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_CONNECTION_RESET/)
  await page.getByRole('article').getByText('Soup?').waitFor()
  await page.getByRole('link', { name: 'lunch' }).first().click()
  await page.getByRole('heading', { level: 1 }).getByText('lunch').waitFor()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.pressSequentially('I am ')
  server.kill('SIGKILL')
  await server.exited
  await box.pressSequentially('in.')
  await page.getByText('Connecting again').waitFor()

  await confab.serve([...limits, '--port', String(server.port)])
  await bob.post('/messages', { ...general, content: 'At noon.' })
  await page.getByRole('article').getByText('At noon.').waitFor()
  await page.getByText('Connecting again').waitFor({ state: 'detached' })
  await becomes(() => box.inputValue(), 'I am in.')
  await box.press('Control+Enter')
  // What is on its way looks like a message, too: only the one that has arrived has an ID.
  await page.locator('[data-message-id]').getByText('I am in.').waitFor()
  await becomes(() => page.locator('.pending-message').count(), 0)
  const { messages } = (await bob.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 })).body
  expect(JSON.stringify(messages).split('I am in.').length - 1).toBe(1)
}, 240_000)

test('where the server has lost its queues, what is being written goes on: text, cursor, focus, and what others wrote meanwhile', async () => {
  await using confab = new Confab()
  const { server, bob } = await acmeWithBob(confab)
  const { page, expectProblem } = await openWindow(server, { email: 'owner@x.io' }, { at: '/#feed' })
  expectProblem(/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_CONNECTION_RESET|status of 400/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await bob.post('/messages', { ...general, content: 'Soup?' })
  await page.getByRole('article').getByText('Soup?').waitFor()
  await page.getByRole('link', { name: 'lunch' }).first().click()
  await page.getByRole('heading', { level: 1 }).getByText('lunch').waitFor()
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await box.pressSequentially('Before  after')
  for (let step = 0; step < ' after'.length; step++) await page.keyboard.press('ArrowLeft')
  const queues: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/json/events') queues.push(String(searchParams.get('queue_id')))
  })
  server.kill('SIGKILL')
  await server.exited
  const journals = [...new Glob('**/events-*.journal').scanSync({ cwd: confab.data, absolute: true })]
  expect(journals.length).toBeGreaterThan(0)
  for (const journal of journals) rmSync(journal)
  await page.keyboard.type('one, ')
  await page.getByText('Connecting again').waitFor()

  await confab.serve([...limits, '--port', String(server.port)])
  await bob.post('/messages', { ...general, content: 'At noon.' })
  await page.getByRole('article').getByText('At noon.').waitFor()
  await page.getByText('Connecting again').waitFor({ state: 'detached' })
  await page.keyboard.type('two')
  await becomes(() => box.inputValue(), 'Before one, two after')
  await becomes(() => page.evaluate<string>('document.activeElement.className'), 'editor-field')
  // It is another queue, by which it goes on.
  await bob.post('/messages', { ...general, content: 'Or later.' })
  await page.getByRole('article').getByText('Or later.').waitFor()
  expect(new Set(queues).size).toBeGreaterThan(1)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article').getByText('Before one, two after').waitFor()
}, 240_000)

test('who logs out leaves nothing on the screen, and nothing to go back to', async () => {
  await using confab = new Confab()
  await confab.json(createAcme, `${password}\n`)
  const server = await confab.serve(limits)
  const { page, expectProblem } = await openWindow(server, { email: 'owner@x.io' }, { at: '/#inbox' })
  // How the other window learns that its session has ended.
  expectProblem(/status of 401/)
  await page.getByRole('navigation', { name: 'Conversations' }).getByText('Inbox').waitFor()
  const other = await page.context().newPage()
  await other.goto('/#feed')
  await other.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Acme' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  // The other window of this browser hears of it, too.
  await other.getByRole('heading', { name: 'Log in' }).waitFor()
}, 240_000)
