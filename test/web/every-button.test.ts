// Every button, form, list and dialog of the settings, when nothing can be sent: each says so, loses nothing and keeps the focus. They are
// found on the pages: a new one is tried as soon as it is there, and has to be listed here only if it sends nothing.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { addBot } from '../support/bots'
import { addChannel } from '../support/channels'
import { plain, png, red } from '../support/pictures'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'

setDefaultTimeout(480_000)

const { server, owner, olga, ann, bob } = await scenario({ olga: 'owner', ann: 'member', bob: 'member' })
const garden = await addChannel(owner, 'garden', [owner, olga, ann])
await addChannel(owner, 'orchard', [owner, olga])
await addChannel(owner, 'meadow', [owner])
const attic = await addChannel(owner, 'attic', [owner, olga])
const group = await made('/user_groups/create', { name: 'growers', description: '', members: [olga.id] })
const closed = await made('/user_groups/create', { name: 'retired', description: '', members: [olga.id] })
const picture = { name: 'sprout.png', mimeType: 'image/png', buffer: png(64, 64, plain(red)) }

/** @returns the ID of what was made */
async function made(path: string, parameters: Parameters<typeof owner.post>[1]): Promise<string> {
  const { status, body } = await owner.post(path, parameters)
  expect({ path, status }).toEqual({ path, status: 200 })
  return String(body['group_id'] ?? body['id'] ?? '')
}

const { body: registered } = await olga.post('/register')
const organization = String(registered['realm_name'])

// So that no list is empty: each line has its buttons.
await owner.delete(`/streams/${String(attic.id)}`)
await owner.post(`/user_groups/${closed}/deactivate`)
await olga.post('/users/me/alert_words', { alert_words: ['hail'] })
await olga.post(`/users/me/muted_users/${String(bob.id)}`)
await olga.post('/user_topics', { stream_id: garden.id, topic: 'roses', visibility_policy: 3 })
await olga.post('/users/me/subscriptions/properties', {
  subscription_data: [{ stream_id: garden.id, property: 'push_notifications', value: true }],
})
await olga.post('/saved_snippets', { title: 'Hello', content: 'All' })
await olga.upload('/user_uploads', new TextEncoder().encode('Seeds'), { name: 'seeds.txt' })
await olga.upload('/users/me/avatar', picture.buffer, { name: picture.name })
await owner.upload('/realm/icon', picture.buffer, { name: picture.name })
await owner.upload('/realm/emoji/sprout', picture.buffer, { name: picture.name })
await owner.post('/realm/domains', { domain: 'soil.example' })
await owner.post('/default_streams', { stream_id: garden.id })
for (const name of ['Plant', 'Tool']) await made('/realm/profile_fields', { name, field_type: 1 })
for (const name of ['Outside', 'Inside']) await made('/channel_folders/create', { name, description: '' })
for (const pattern of ['S[0-9]+', 'T[0-9]+'])
  await made('/realm/filters', { pattern, url_template: 'https://s.example/' })
await made('/realm/playgrounds', {
  name: 'Sandbox',
  pygments_language: 'Python',
  url_template: 'https://p.example/{code}',
})
await owner.post('/default_stream_groups/create', {
  group_name: 'Beginners',
  description: '',
  stream_names: ['orchard'],
})
await owner.post('/invites/multiuse')
await owner.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] })
await owner.post('/export/realm', { export_type: 1 })
await addBot(olga)
const endedBot = await addBot(olga)
await olga.delete(`/bots/${String(endedBot.id)}`)
const gone = await server.addPerson('Gone', 'member')
await owner.delete(`/users/${String(gone.id)}`)
await server.server.settled()

/** Views beside the pages that the navigation lists; some show more when something is chosen at their head. */
const further: readonly (readonly [address: string, choice?: string])[] = [
  ...['general', 'personal', 'subscribers', 'permissions'].map(
    (tab) => [`channels/${garden.id}/garden/${tab}`] as const,
  ),
  [`channels/${attic.id}/attic/general`],
  ['channels/available'],
  ...['general', 'members'].map((tab) => [`groups/${group}/growers/${tab}`] as const),
  [`groups/${closed}/retired/general`],
  ['organization/users', 'Deactivated'],
  ['organization/bots', 'Deactivated'],
]

/** What sends nothing, by its page and name: it shows something. */
const local = [
  /^settings\/uploaded-files: Largest first$/,
  /^settings\/notifications: Play the sound$/,
  /^settings\/notifications: Add a channel …$/,
  /^organization\/invitations: Show link$/,
  /^organization\/bots: API key$/,
  /^channels\/\d+\/\w+\/general: Show address$/,
]

/** What is tried: all that can be pressed or chosen, beside the rows of `every-control.test.ts`. */
const things = [
  '.pages-page button:not([aria-hidden]):enabled',
  '.split-tools button',
  '.split-line button',
  '.pages-page .list-line select:enabled',
  '.pages-page .list-line [type=checkbox]:enabled',
  '.pages-page > select:enabled',
  '.pages-page .setting-section > select:enabled',
  '.pages-page input[role=combobox]',
  '.pages-page input[type=color]',
  '.pages-page .picture-row input[type=file]:enabled',
].join(', ')

/** An element in the browser. */
interface Thing {
  tagName: string
  type?: string
  labels?: Iterable<{ textContent: string }>
  textContent: string
  getAttribute(name: string): string | null
}
const namesOf = (all: readonly Thing[]): string[] =>
  all.map((each) => {
    const label = [...(each.labels ?? [])].map(({ textContent }) => textContent).join(' ')
    return each.getAttribute('aria-label') ?? (label || each.textContent.trim())
  })
const kindOf = (thing: Thing): string | undefined =>
  thing.getAttribute('role') ?? (thing.tagName === 'SELECT' ? 'select' : thing.type)

async function goTo(page: Page, [address, choice]: (typeof further)[number]): Promise<void> {
  // From elsewhere: what was said there is not said any more. Problems are, until they are closed.
  await page.goto('/#drafts')
  const problems = page.locator('.toast.problem')
  while ((await problems.count()) > 0) await problems.first().getByRole('button', { name: 'Close' }).click()
  await page.goto(`/#${address}`)
  await page.locator('.pages').waitFor()
  await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
  if (choice !== undefined) await page.locator('.list-tools select').selectOption(choice)
}

/** Whether it is, soon. */
async function isSeen(something: Locator): Promise<boolean> {
  return something
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    )
}

/** What has come of something: whichever of these is seen. */
async function outcomeOf(page: Page): Promise<'menu' | 'dialog' | 'refused' | 'nothing'> {
  if (!(await isSeen(page.locator('.menu, dialog[open], .save-note.refused, .toast.problem'))))
    return 'nothing'
  if (await page.locator('.menu').isVisible()) return 'menu'
  return (await page.locator('dialog[open]').count()) > 0 ? 'dialog' : 'refused'
}

const fields = 'input:not([type=checkbox], [type=radio], [role=combobox], [readonly]), textarea'
const valuesOf = (all: readonly { value?: string }[]): (string | undefined)[] => all.map(({ value }) => value)

/** Fills in what can be, with something else than there is. */
async function fillIn(form: Locator): Promise<void> {
  for (const field of await form.locator(fields).all()) {
    const type = await field.getAttribute('type')
    if (type === 'file') await field.setInputFiles(picture)
    else if (type === 'email') await field.fill('other@example.com')
    else if (type === 'password') await field.fill('long enough for all')
    else if (type === 'url') await field.fill('https://elsewhere.example/')
    else if (!(await field.isDisabled())) await field.fill(`${await field.inputValue()}1`)
  }
}

/** Uses it as people do. */
async function use(page: Page, thing: Locator): Promise<void> {
  const kind = await thing.evaluate(kindOf)
  if (kind === 'select') {
    const now = await thing.inputValue()
    const values = await thing
      .locator('option')
      .evaluateAll((all) => all.map((each) => each.getAttribute('value')))
    await thing.selectOption(values.find((each) => each !== now) ?? now)
  } else if (kind === 'file') await thing.setInputFiles(picture)
  else if (kind === 'color') await thing.fill('#123456')
  else if (kind === 'combobox') {
    await thing.click()
    await page.locator('.suggestions:not([hidden]) [role=option]').last().click()
    // What is chosen is sent at once, or by a button that comes then.
    const add = page.getByRole('button', { name: /^Add \d/ })
    await add.or(page.locator('.save-note.refused')).first().waitFor()
    if (await add.isVisible()) await add.click()
  } else {
    if (kind === 'submit') await fillIn(thing.locator('xpath=ancestor::form'))
    await thing.click()
  }
}

/** What is wrong with a dialog whose answer does not come: it has to say so, keep what was said, and give the focus back. */
async function wrongIn(page: Page): Promise<string[]> {
  const dialog = page.locator('dialog[open]')
  const toBeTyped = dialog.getByLabel(`Type ${organization} to confirm`)
  if (await toBeTyped.isVisible()) await toBeTyped.fill(organization)
  else await fillIn(dialog.locator('form'))
  const before = await dialog.locator('form').locator(fields).evaluateAll(valuesOf)
  await dialog.locator('footer button').last().click()
  const isSaid = await isSeen(dialog.locator('.form-problem:not(:empty)'))
  if (!isSaid) return ['its dialog does not say what is wrong']
  const after = await dialog.locator('form').locator(fields).evaluateAll(valuesOf)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return Bun.deepEquals(before, after) ? [] : ['its dialog forgets what was said']
}

/** @returns what is wrong with the thing: nothing is */
async function wrongWith(page: Page, address: string, thing: Locator): Promise<string[]> {
  await use(page, thing)
  const outcome = await outcomeOf(page)
  if (outcome === 'nothing') return ['nothing is said']
  if (outcome === 'dialog') return wrongIn(page)
  if (outcome === 'refused') return []
  const wrong: string[] = []
  const items = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  for (const item of items) {
    if (isLocal(address, item)) continue
    await thing.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    const next = await outcomeOf(page)
    const found = next === 'dialog' ? await wrongIn(page) : next === 'refused' ? [] : ['nothing is said']
    wrong.push(...found.map((each) => `${item}: ${each}`))
  }
  return wrong
}

const met = new Set<RegExp>()
/** Whether it is listed as such. */
function isLocal(address: string, name: string): boolean {
  const found = local.find((pattern) => pattern.test(`${address}: ${name}`))
  if (found) met.add(found)
  return found !== undefined
}

test('where nothing can be sent, every button, form, list and dialog says so and keeps what was said', async () => {
  await openWindow(server, olga)
  const { page, expectProblem } = await openWindow(server, olga, { at: '/#settings/profile' })
  expectProblem(/ERR_FAILED/)
  const pages: string[] = []
  for (const base of ['settings', 'organization']) {
    await page.goto(`/#${base}/`)
    const links = page.locator(`.pages-list li a[href^="#${base}/"]`)
    await links.first().waitFor()
    for (const link of await links.all()) pages.push(String(await link.getAttribute('href')).slice(1))
  }
  expect(pages.length).toBeGreaterThan(25)
  await page.route('**/json/**', (route) =>
    /register|events|presence/.test(route.request().url()) || route.request().method() === 'GET'
      ? route.continue()
      : route.abort(),
  )
  const wrong: string[] = []
  let tried = 0
  for (const view of [...pages.map((address) => [address] as const), ...further]) {
    await goTo(page, view)
    const names = await page.locator(things).evaluateAll(namesOf)
    for (const [index, name] of names.entries()) {
      // One of many lines stands for all of them.
      if (isLocal(view[0], name) || names.indexOf(name) < index) continue
      await goTo(page, view)
      const thing = page.locator(things).nth(index)
      const found = await wrongWith(page, view[0], thing)
      if (!(await isSeen(page.locator(':focus')))) found.push('the focus is lost')
      wrong.push(...found.map((each) => `${view.join(' ')}: ${name}: ${each}`))
      tried++
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(80)
  expect(local.filter((pattern) => !met.has(pattern))).toEqual([])
})
