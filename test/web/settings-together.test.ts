// Two people who change the same thing at once, in dialogs that are open meanwhile: neither undoes what the other did, and nobody is left
// with a thing that is gone. And where the focus is when what had it has vanished.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addBot } from '../support/bots'
import { addChannel } from '../support/channels'
import type { Reply } from '../support/client'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

setDefaultTimeout(240_000)

const { server, owner, olga, ann, bob } = await scenario({ olga: 'owner', ann: 'member', bob: 'member' })
await addChannel(owner, 'garden')
await addChannel(owner, 'orchard')

type Parameters = Record<string, unknown>
const ids = new Map<string, string>()
async function make(name: string, path: string, parameters: Parameters): Promise<void> {
  const { body } = await olga.post(path, parameters)
  ids.set(name, String(body['id'] ?? body['saved_snippet_id'] ?? body['channel_folder_id']))
}
await make('Hello', '/saved_snippets', { title: 'Hello', content: 'All' })
await make('Outside', '/channel_folders/create', { name: 'Outside', description: 'Beds' })
await make('S[0-9]+', '/realm/filters', { pattern: 'S[0-9]+', url_template: 'https://s.example/' })
await make('Plant', '/realm/profile_fields', { name: 'Plant', field_type: 1, hint: 'Which' })
await olga.post('/default_stream_groups/create', {
  group_name: 'Beginners',
  description: 'New',
  stream_names: ['garden'],
})
const { body: registered } = await olga.post('/register')
ids.set('Beginners', String(Object(registered['realm_default_stream_groups'])[0].id))
const bot = await addBot(olga, { bot_type: 3, full_name: 'Weeder' })
ids.set('Weeder', String(bot.id))

/** A thing with two fields: one is changed here, in its dialog, the other one elsewhere meanwhile. */
interface Thing {
  page: string
  name: string
  /** The field that is changed here; what it says then. */
  here: readonly [label: string, words: string]
  /** The field that is changed elsewhere, as the call has it. */
  there: readonly [label: string, words: string, change: () => Promise<Reply>]
  remove?: () => Promise<Reply>
}

const path = (of: string, name: string): string => `${of}/${String(ids.get(name))}`
const things: readonly Thing[] = [
  {
    page: 'settings/snippets',
    name: 'Hello',
    here: ['Title', 'Good morning'],
    there: [
      'Text',
      'Everybody',
      () => olga.patch(path('/saved_snippets', 'Hello'), { content: 'Everybody' }),
    ],
    remove: () => olga.delete(path('/saved_snippets', 'Hello')),
  },
  {
    page: 'organization/channel-folders',
    name: 'Outside',
    here: ['Name', 'Outdoors'],
    there: [
      'Description',
      'Beds and paths',
      () => owner.patch(path('/channel_folders', 'Outside'), { description: 'Beds and paths' }),
    ],
  },
  {
    page: 'organization/linkifier-settings',
    name: 'S[0-9]+',
    here: ['Pattern', 'SOIL-[0-9]+'],
    there: [
      'Address',
      'https://soil.example/',
      () => owner.patch(path('/realm/filters', 'S[0-9]+'), { url_template: 'https://soil.example/' }),
    ],
    remove: () => owner.delete(path('/realm/filters', 'S[0-9]+')),
  },
  {
    page: 'organization/profile-field-settings',
    name: 'Plant',
    here: ['Name', 'Favourite plant'],
    there: [
      'Hint',
      'Only one',
      () => owner.patch(path('/realm/profile_fields', 'Plant'), { hint: 'Only one' }),
    ],
    remove: () => owner.delete(path('/realm/profile_fields', 'Plant')),
  },
  {
    page: 'organization/default-channels-list',
    name: 'Beginners',
    here: ['Name', 'Growers'],
    there: [
      'Description',
      'Whoever is new',
      () => owner.patch(path('/default_stream_groups', 'Beginners'), { new_description: 'Whoever is new' }),
    ],
    remove: () => owner.delete(path('/default_stream_groups', 'Beginners')),
  },
]

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/#${address}`)
  await page.locator('.page-title:focus').waitFor()
}

/** What a field of the dialog says, as soon as it does. */
async function says(page: Page, label: string, words: string): Promise<void> {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true })
  await until(async () => (await field.inputValue()) === words)
}

test('what changes elsewhere shows in an open dialog, and is not undone by saving it', async () => {
  const { page } = await openWindow(server, olga, { at: '/#inbox' })
  for (const { page: address, name, here, there, remove } of things) {
    await open(page, address)
    await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(here[0], { exact: true }).fill(here[1])
    expect(await there[2]()).toMatchObject({ status: 200 })
    await says(page, there[0], there[1])
    await says(page, here[0], here[1])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    // Both are true now.
    const edit = page.getByRole('button', { name: `Edit ${here[1]}`, exact: true })
    await edit.click()
    await says(page, there[0], there[1])
    if (remove) {
      await dialog.getByLabel(here[0], { exact: true }).fill('More words')
      expect(await remove()).toMatchObject({ status: 200 })
      await dialog.getByText('This was deleted elsewhere meanwhile.').waitFor()
      await says(page, here[0], 'More words')
      await becomes(() => dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

test('a person and a bot that somebody else changes meanwhile keep both changes', async () => {
  const { page } = await openWindow(server, olga, { at: '/#inbox' })
  await open(page, 'organization/users')
  await page.getByRole('button', { name: 'More for Ann' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail address').fill('hill@example.com')
  await ann.patch('/settings', { full_name: 'Ann Hill' })
  await says(page, 'Name', 'Ann Hill')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('hill@example.com').waitFor()
  await page.getByRole('button', { name: 'More for Ann Hill' }).waitFor()

  await open(page, 'organization/bots')
  await page.getByRole('button', { name: 'More for Weeder' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog.getByLabel('Where messages are posted to').fill('https://weeds.example/')
  await owner.patch(`/bots/${String(bot.id)}`, { full_name: 'Hoe' })
  await says(page, 'Name', 'Hoe')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { body } = await olga.post('/register', { fetch_event_types: ['realm_bot'] })
  expect(body['realm_bots']).toMatchObject([
    { full_name: 'Hoe', services: [{ base_url: 'https://weeds.example/' }] },
  ])
})

test('the focus goes on where somebody works: after saving, removing, moving and choosing by keys', async () => {
  for (const word of ['hail', 'frost', 'thaw'])
    await bob.post('/users/me/alert_words', { alert_words: [word] })
  for (const name of ['One', 'Two', 'Three']) await owner.post('/realm/playgrounds', playground(name))
  const { page } = await openWindow(server, bob, { at: '/#inbox' })
  const focused = (): Promise<string> =>
    page.evaluate<string>(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.tagName`,
    )
  const press = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await open(page, 'settings/profile')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('!')
  await saves(page, () => press('Save'))
  await becomes(focused, 'Name')

  await open(page, 'settings/alert-words')
  const isGone = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' })
  await press('Remove hail')
  await isGone('Remove hail')
  await becomes(focused, 'Remove thaw')
  await press('Remove thaw')
  await isGone('Remove thaw')
  await becomes(focused, 'Remove frost')
  await press('Remove frost')
  await isGone('Remove frost')
  await becomes(focused, 'BUTTON')

  // By a dialog, whose opener goes with the line.
  const { page: olgas } = await openWindow(server, olga, { at: '/#inbox' })
  await open(olgas, 'organization/playground-settings')
  await olgas.getByRole('button', { name: 'Remove Two' }).focus()
  await olgas.keyboard.press('Enter')
  await olgas.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus()
  await olgas.keyboard.press('Enter')
  await olgas.getByRole('button', { name: 'Remove Two' }).waitFor({ state: 'detached' })
  await olgas.locator('button[aria-label^="Remove"]:focus').waitFor()
  // Whoever has put the pointer elsewhere is left there.
  await olgas.locator('.page-title').click()
  await olgas.locator('.pages-page > .hint').click()
  await owner.delete(`/realm/playgrounds/${await playgroundId('One')}`)
  await olgas.getByRole('button', { name: 'Remove One' }).waitFor({ state: 'detached' })
  expect(await olgas.locator('button:focus').count()).toBe(0)
  // What is moved stays at hand.
  await owner.post('/channel_folders/create', { name: 'Inside', description: '' })
  await owner.post('/channel_folders/create', { name: 'Above', description: '' })
  await open(olgas, 'organization/channel-folders')
  await olgas.getByRole('button', { name: 'Edit Above' }).waitFor()
  const first = olgas.locator('.setting-list li').first()
  const name = String(await first.locator('.list-title').textContent())
  await olgas.getByRole('button', { name: `Move ${name} down`, exact: true }).focus()
  await olgas.keyboard.press('Enter')
  await olgas.locator('.setting-list li:nth-child(2)').getByText(name, { exact: true }).waitFor()
  await olgas
    .getByRole('button', { name: `Move ${name} down`, exact: true })
    .and(olgas.locator(':focus'))
    .waitFor()
})

function playground(name: string): Parameters {
  return { name, pygments_language: 'Python', url_template: 'https://p.example/{code}' }
}

async function playgroundId(name: string): Promise<string> {
  const { body } = await owner.post('/register')
  const all: unknown = body['realm_playgrounds']
  const found = Array.isArray(all) ? all.find((each: unknown) => Object(each)['name'] === name) : undefined
  return String(Object(found)['id'])
}

test('whoever is no administrator any more sees at once that nothing can be changed; an open dialog is told', async () => {
  const adam = await server.addPerson('Adam', 'administrator')
  const { page, expectProblem } = await openWindow(server, adam, { at: '/#inbox' })
  expectProblem(/400/)
  await open(page, 'organization/channel-folders')
  await page.getByRole('button', { name: 'New folder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Cellar')
  await owner.patch(`/users/${String(adam.id)}`, { role: 400 })
  await page.locator('.pages-page').getByText('Only administrators can change this.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').filter({ hasText: 'administrator' }).waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Cellar')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // The button that had opened it is gone, too: the focus is in the page all the same.
  await becomes(() => page.evaluate<boolean>(`document.activeElement !== document.body`), true)
  await becomes(() => page.getByRole('button', { name: 'New folder' }).count(), 0)
})
