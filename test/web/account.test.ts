// One's account where the server sends mail: another address by the link of a mail, another key; and the keys and calls of bots.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { defaultRules } from '../../src/organization/rules'
import { botSeenBy } from '../support/bots'
import { Client } from '../support/client'
import { linkIn, MailServer } from '../support/mail-server'
import { scenario } from '../support/scenario'
import { password } from '../support/server'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

setDefaultTimeout(240_000)

const post = await MailServer.start()
afterAll(() => post.stop())
const rules = { ...defaultRules, publicUrl: 'https://chat.example.com', mail: post.settings() }
const { server, owner, ann, bea } = await scenario({ ann: 'member', bea: 'member' }, { rules })

async function mailTo(address: string) {
  await server.server.settled()
  const found = post.received.find(({ to }) => to === address)
  if (!found) throw new Error(`No mail has come to ${address}`)
  return found
}

/** The value of a field that may only be read. */
function valueOf(page: Page, name: string): Promise<string> {
  return page.getByRole('textbox', { name }).inputValue()
}

test('another address is taken by the link of a mail to it, and shows at once; a wrong one is refused', async () => {
  const { page, context, expectProblem } = await openWindow(server, bea, {
    at: '/#settings/account-and-privacy',
  })
  expectProblem(/400/)
  await page.getByRole('button', { name: 'Change e-mail address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New e-mail address').fill(ann.email)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  await dialog.getByLabel('New e-mail address').fill('bea@new.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('A mail is on its way to bea@new.example').waitFor()
  await becomes(() => page.getByText(bea.email, { exact: true }).count(), 1)

  const other = await context.newPage()
  await other.goto(linkIn(await mailTo('bea@new.example'), '/confirm-address/'))
  await other.getByRole('button').click()
  await other.getByRole('heading', { name: 'Your address is confirmed' }).waitFor()
  await page.locator('.plain-row').getByText('bea@new.example').waitFor()
  expect((await owner.get(`/users/${String(bea.id)}`)).body['user']).toMatchObject({
    delivery_email: 'bea@new.example',
  })
})

test('a new API key is the only one from then on', async () => {
  const cleo = await server.addPerson('Cleo')
  const { page, expectProblem } = await openWindow(server, cleo, { at: '/#settings/account-and-privacy' })
  expectProblem(/401|403/)
  await page.getByRole('button', { name: 'Get an API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your password').fill('wrong')
  await dialog.getByRole('button', { name: 'Get an API key' }).click()
  await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Get an API key' }).click()
  const first = new Client(server.url, cleo.id, cleo.email, await valueOf(page, 'API key'))
  expect((await first.get('/users/me')).status).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Get a new key instead of all others' }).click()
  await dialog.getByRole('button', { name: 'Get a new key instead of all others' }).click()
  await page.getByRole('textbox', { name: 'API key' }).waitFor()
  const second = new Client(server.url, cleo.id, cleo.email, await valueOf(page, 'API key'))
  expect((await second.get('/users/me')).status).toBe(200)
  expect((await first.get('/users/me')).status).toBe(401)
})

test('a bot that is called for messages: made, changed where others look, given another key', async () => {
  const [here, there] = [
    await openWindow(server, ann, { at: '/#organization/bots' }),
    await openWindow(server, ann, { at: '/#organization/bots' }),
  ]
  here.expectProblem(/400/)
  const dialog = here.page.getByRole('dialog')
  await here.page.getByRole('button', { name: 'New bot' }).click()
  await dialog.getByLabel('Kind').selectOption('Outgoing webhook')
  await dialog.getByLabel('Name').fill('Caller')
  await dialog.getByLabel('Address', { exact: true }).fill('caller')
  await dialog.getByLabel('Where messages are posted to').fill('ftp://hooks.example/')
  await dialog.getByRole('button', { name: 'Make bot' }).click()
  await dialog.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
  await dialog.getByLabel('Where messages are posted to').fill('https://hooks.example/a')
  await dialog.getByRole('button', { name: 'Make bot' }).click()
  const key = await valueOf(here.page, 'API key')
  expect(await valueOf(here.page, 'Token of its calls')).toMatch(/^\w{32}$/)
  await here.page.getByRole('button', { name: 'Done' }).click()

  await there.page.getByRole('button', { name: 'More for Caller' }).click()
  await there.page.getByRole('menuitem', { name: 'Edit bot' }).click()
  const editing = there.page.getByRole('dialog')
  await becomes(
    () => editing.getByLabel('Where messages are posted to').inputValue(),
    'https://hooks.example/a',
  )
  await editing.getByLabel('Name').fill('Ringer')
  await editing.getByLabel('Where messages are posted to').fill('https://hooks.example/b')
  await editing.getByLabel('Format').selectOption('Slack')
  await editing.getByRole('button', { name: 'Save' }).click()
  await here.page.getByRole('button', { name: 'More for Ringer' }).click()
  await here.page.getByRole('menuitem', { name: 'New API key' }).click()
  await dialog.getByRole('button', { name: 'New API key' }).click()
  const next = await valueOf(here.page, 'API key')
  expect(next).not.toBe(key)

  const { body } = await ann.get('/bots')
  const [bot] = Array.isArray(body['bots']) ? body['bots'] : []
  const { user_id, username } = Object(bot)
  const ringer = new Client(server.url, Number(user_id), String(username), next)
  expect((await ringer.get('/users/me')).status).toBe(200)
  expect(await botSeenBy(ann, ringer)).toMatchObject({
    full_name: 'Ringer',
    services: [{ base_url: 'https://hooks.example/b', interface: 2 }],
  })
})

test('what is to be copied is copied by plain HTTP, too, where pages have no clipboard', async () => {
  const { page } = await openWindow(server, ann)
  await page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  await page.goto('/#settings/account-and-privacy')
  await page.getByRole('button', { name: 'Get an API key' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Get an API key' }).click()
  const key = await valueOf(page, 'API key')
  await page.getByRole('button', { name: 'Copy: API key' }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.goto('/#settings/alert-words')
  // The page takes the focus once it is there.
  await page.locator('.page-title:focus').waitFor()
  const field = page.getByLabel('New alert word')
  await field.focus()
  await page.keyboard.press('Control+V')
  await becomes(() => field.inputValue(), key)
})
