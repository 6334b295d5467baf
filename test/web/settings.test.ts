// The personal settings in a browser: every page can be used by everybody, what is changed on one device shows on the other, and what
// is refused says why.
import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import type { Client } from '../support/client'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'guest' })
const hostile = '<img src=x onerror="document.title=1">'

const pages = [
  'profile',
  'account-and-privacy',
  'sessions',
  'privacy',
  'preferences',
  'notifications',
  'alert-words',
  'topics',
  'muted-users',
  'snippets',
  'uploaded-files',
]

beforeAll(async () => {
  for (const type of [1, 2, 4, 5, 6, 8])
    await owner.post('/realm/profile_fields', { name: `Field ${type}`, hint: hostile, field_type: type })
  const field_data = { a: { text: 'Tea', order: '1' }, b: { text: hostile, order: '2' } }
  await owner.post('/realm/profile_fields', { name: 'Drink', field_type: 3, field_data })
})

async function open(person: Client, page: string, options: Parameters<typeof openWindow>[2] = {}) {
  const window = await openWindow(server, person, { ...options, at: `/#settings/${page}` })
  await window.page.locator('.page-title').waitFor()
  return window
}

/** Waits until a field of the page has this in it. */
async function shows(page: Page, value: string): Promise<void> {
  const isShown = `[...document.querySelectorAll('input, textarea')].some((field) => field.value === ${JSON.stringify(value)})`
  await becomes(() => page.evaluate(isShown), true)
}

for (const [person, colorScheme, size] of [
  [ann, 'dark', 'phone'],
  [bob, 'light', 'tablet'],
] as const) {
  test(`each page can be used by everybody: ${colorScheme}, ${size}`, async () => {
    const { page } = await open(person, 'profile', { colorScheme, size })
    for (const name of pages) {
      await page.evaluate(`location.hash = '#settings/${name}'`)
      await page
        .locator(`.pages-list a[href="#settings/${name}"][aria-current=page]`)
        .waitFor({ state: 'attached' })
      await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
      expect({ name, findings: await findings(page, 'main') }).toEqual({ name, findings: [] })
    }
  })
}

test('on a phone there is first the list, then the page, and a way back', async () => {
  const { page } = await openWindow(server, ann, { size: 'phone', at: '/#settings' })
  await page.getByRole('link', { name: 'Preferences' }).click()
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  await becomes(() => page.getByRole('link', { name: 'Alert words' }).isVisible(), false)
  await page.getByRole('link', { name: 'Personal' }).last().click()
  await page.getByRole('link', { name: 'Alert words' }).waitFor()
})

test('a name that is changed here shows on the other device; one that is refused says why', async () => {
  const [here, there] = [await open(ann, 'profile'), await open(ann, 'profile')]
  const name = here.page.getByLabel('Name', { exact: true })
  await name.fill(`Ann ${hostile.slice(0, 60)}`)
  here.expectProblem(/400/)
  await name.press('Enter')
  await here.page.locator('.save-note.refused').waitFor()
  await name.fill('Ann of the Hills')
  await saves(here.page, () => name.press('Enter'))
  await shows(there.page, 'Ann of the Hills')
})

test('what is chosen in a list or by a switch is saved at once, on all devices', async () => {
  const [here, there] = [await open(ann, 'preferences'), await open(ann, 'preferences')]
  await saves(here.page, () => here.page.getByLabel('Enter sends').check())
  await there.page.locator('input[role=switch]:checked').first().waitFor()
  await becomes(() => there.page.getByLabel('Enter sends').isChecked(), true)
  await here.page.getByLabel('Theme').selectOption('Dark')
  await there.page.locator('html[data-theme=dark]').waitFor()
  await here.page.getByRole('radio', { name: 'Roomy' }).check()
  await becomes(() => there.page.evaluate('document.documentElement.style.fontSize'), '112.5%')
})

test('the page has its look before the server has answered', async () => {
  const { page } = await open(ann, 'preferences')
  await page.getByLabel('High contrast').check()
  await page.locator('html[data-contrast=more]').waitFor()
  await page.route('**/json/register', () => undefined)
  await page.reload()
  await page.locator('html[data-contrast=more]').waitFor()
})

test('the language changes at once, and stays', async () => {
  const { page } = await open(bob, 'preferences')
  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByRole('heading', { name: 'Vorlieben' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Vorlieben' }).waitFor()
  await becomes(() => page.locator('html').getAttribute('lang'), 'de')
  await page.getByLabel('Sprache').selectOption('English')
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
})

test('profile fields of every kind are filled in', async () => {
  const { page } = await open(ann, 'profile')
  await saves(page, () => page.getByLabel('Drink').selectOption(hostile))
  await page.getByLabel('Field 4').fill('2001-02-03')
  await page.getByLabel('Field 4').press('Enter')
  const people = page.getByRole('combobox', { name: 'Field 6' })
  await people.fill('bob')
  await page.getByRole('option', { name: /bob/i }).click()
  await page.locator('.chip', { hasText: /bob/i }).waitFor()
  await page.getByLabel('Field 1').fill('x')
  await page.getByLabel('Field 1').press('Enter')
  await becomes(async () => {
    const { body } = await owner.get(`/users/${ann.id}`, { include_custom_profile_fields: true })
    const said = JSON.stringify(body['user'])
    return ['"2001-02-03"', `"[${bob.id}]"`, '"b"', '"x"'].filter((value) => !said.includes(value))
  }, [])
  // Each that is saved has nothing to be saved any more.
  await becomes(() => page.getByRole('button', { name: 'Save' }).count(), 0)
})
