// Every control of the settings, with what can go wrong: each says why it was not saved, and shows what is true.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { addChannel } from '../support/channels'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'

setDefaultTimeout(480_000)

const { server, owner, adam, oona } = await scenario({ adam: 'administrator', oona: 'owner' })
const { id: garden } = await addChannel(owner, 'garden', [owner, adam, oona])
const { body } = await owner.post('/user_groups/create', { name: 'growers', description: '', members: [] })
const group = String(body['group_id'])
await owner.post('/realm/profile_fields', { name: 'Plant', field_type: 1 })
await owner.post('/channel_folders/create', { name: 'Outside', description: '' })
await addChannel(owner, 'cellar', [adam, oona], { invite_only: true })

const personal = ['profile', 'privacy', 'preferences', 'notifications'].map((page) => `settings/${page}`)
const administered = [
  ...[
    'organization-profile',
    'organization-settings',
    'organization-permissions',
    'moderation',
    'auth-methods',
    'organization-level-user-defaults',
  ].map((page) => `organization/${page}`),
  ...['general', 'permissions'].map((tab) => `channels/${String(garden)}/garden/${tab}`),
  `groups/${group}/growers/general`,
]

async function goTo(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`/#${address}`)
  await page.locator('.page-title').waitFor()
  await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
}

/** Rows of a page that this person can change something in. */
async function rowsOf(page: Page): Promise<Locator[]> {
  return page
    .locator('.pages-page .setting-row:has(:is(input, select, textarea):enabled), .ways tbody tr')
    .all()
}

/** Changes the first control of a row to something else. @returns whether there was one that this can change */
async function change(row: Locator): Promise<boolean> {
  const first = (selector: string): Locator => row.locator(selector).first()
  const field = first('textarea:enabled, input:is([type=text], [type=url]):enabled')
  if (await first('[type=checkbox]:enabled').isVisible()) await first('[type=checkbox]:enabled').click()
  else if (await first('[type=radio]:enabled').isVisible()) await first('[type=radio]:not(:checked)').click()
  else if (await first('select:enabled').isVisible()) return chooseAnother(first('select:enabled'))
  else if (await field.isVisible()) await say(row, field, 'Other words')
  else if (await first('[type=number]:enabled').isVisible()) await say(row, first('[type=number]'), '17')
  else return false
  return true
}

/** Values that lead on to a further field, or that are there to be replaced. */
const leadingOn = new Set(['other', 'outright'])

/** @returns whether there is another one */
async function chooseAnother(select: Locator): Promise<boolean> {
  const now = await select.inputValue()
  for (const option of await select.locator('option').all()) {
    const value = (await option.getAttribute('value')) ?? ''
    if (value !== now && !leadingOn.has(value)) {
      await select.selectOption(value)
      return true
    }
  }
  return false
}

async function say(row: Locator, field: Locator, words: string): Promise<void> {
  await field.fill(words)
  const save = row.getByRole('button', { name: 'Save' })
  if (await save.isVisible()) await save.click()
  else await field.press('Enter')
}

/** What the page says of each row that was changed: rows that say nothing are named. */
async function silentHere(page: Page, address: string): Promise<string[]> {
  const silent: string[] = []
  for (const row of await rowsOf(page)) {
    if (!(await change(row))) continue
    const note = row.locator('.save-note.refused').first()
    const said = await note.waitFor().then(
      () => note.textContent(),
      () => '',
    )
    if (said === '') silent.push(`${address}: ${(await row.innerText()).split('\n')[0] ?? ''}`)
  }
  return silent
}

test('without a connection, every control says that it was not saved, and takes it back', async () => {
  const { page, expectProblem } = await openWindow(server, oona)
  expectProblem(/ERR_FAILED/)
  await page.route('**/json/**', (route) =>
    /register|events|presence/.test(route.request().url()) || route.request().method() === 'GET'
      ? route.continue()
      : route.abort(),
  )
  const silent: string[] = []
  for (const address of [...personal, ...administered]) {
    await goTo(page, address)
    silent.push(...(await silentHere(page, address)))
  }
  expect(silent).toEqual([])
})

test('who is no administrator any more, and has not been told yet, is told by every control', async () => {
  const { page, expectProblem } = await openWindow(server, adam)
  expectProblem(/40\d/)
  await page.route('**/json/events?*', () => undefined)
  const silent: string[] = []
  for (const address of administered) {
    await owner.patch(`/users/${String(adam.id)}`, { role: 200 })
    await goTo(page, address)
    await owner.patch(`/users/${String(adam.id)}`, { role: 400 })
    silent.push(...(await silentHere(page, address)))
  }
  expect(silent).toEqual([])
})

test('what is far too long or out of bounds is refused by every field, and what was there stays', async () => {
  const { page, expectProblem } = await openWindow(server, oona)
  expectProblem(/400/)
  const { body: before } = await oona.post('/register')
  const accepting: string[] = []
  for (const address of ['settings/profile', ...administered]) {
    await goTo(page, address)
    // Browsers let nobody type more than that; the server has to say so, too.
    await page.evaluate(
      `document.querySelectorAll('[maxlength]').forEach((field) => { field.maxLength = 99_999 })`,
    )
    for (const row of await rowsOf(page)) {
      const number = row.locator('[type=number]:enabled')
      const field = row.locator('textarea:enabled, input:is([type=text], [type=url]):enabled:not([role])')
      if (await number.isVisible()) await say(row, number, '99999999')
      else if (await field.isVisible()) await say(row, field, 'x'.repeat(20_000))
      else continue
      await row.locator('.save-note.refused, :invalid').first().waitFor()
    }
  }
  const { body: after } = await oona.post('/register')
  for (const [name, value] of Object.entries(before))
    if (/^realm_|^streams|_setting/.test(name) && !Bun.deepEquals(after[name], value)) accepting.push(name)
  expect(accepting).toEqual([])
})
