// What owners and administrators do on further pages of the organization: where new people start, its pictures, accounts elsewhere, the
// log of what was done, and its end.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { auditActionNames, kindOf } from '../../src/audit-log/catalogue'
import english from '../../src/web/texts/en.json'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { plain, png, red } from '../support/pictures'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { TestServer } from '../support/server'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

setDefaultTimeout(240_000)

const { server, owner, adam, ann } = await scenario({ adam: 'administrator', ann: 'member' })
const garden = await addChannel(owner, 'garden')
const orchard = await addChannel(owner, 'orchard')
await addChannel(owner, 'cellar', [], { invite_only: true })

async function open(person: Client, page: string, on: Pick<TestServer, 'url'> = server) {
  const window = await openWindow(on, person, { at: `/#organization/${page}` })
  await window.page.locator('.page-title').waitFor()
  return window
}

/** Chooses something that a chooser's field of this name proposes. */
async function choose(page: Page, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
}

test('groups of channels for new people are made, changed and removed, and others see it at once', async () => {
  const [here, there] = [
    await open(owner, 'default-channels-list'),
    await open(adam, 'default-channels-list'),
  ]
  await here.page.getByRole('button', { name: 'New group' }).click()
  const dialog = here.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Beginners')
  await dialog.getByLabel('Description').fill('Whoever likes <b>soil</b>')
  // Private channels are not offered: nobody may join them by themselves.
  await dialog.getByRole('combobox', { name: 'Channels' }).fill('cellar')
  await becomes(() => here.page.getByRole('listbox').getByRole('option', { name: 'cellar' }).count(), 0)
  await choose(here.page, 'Channels', 'garden')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await there.page.getByText('Whoever likes <b>soil</b> · garden').waitFor()

  await there.page.getByRole('button', { name: 'Edit Beginners' }).click()
  await there.page.getByLabel('Name').fill('Growers')
  await choose(there.page, 'Channels', 'orchard')
  await there.page.getByRole('button', { name: 'Remove garden' }).click()
  await there.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await here.page.getByText('Whoever likes <b>soil</b> · orchard').waitFor()
  const { body } = await ann.post('/register')
  expect(body['realm_default_stream_groups']).toMatchObject([{ name: 'Growers', streams: [orchard.id] }])

  await here.page.getByRole('button', { name: 'Remove Growers' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await there.page.getByText('No groups: new people start').waitFor()
})

test('what the server has against a group is said in its dialog, and what was typed stays', async () => {
  await owner.post('/default_stream_groups/create', {
    group_name: 'Taken',
    description: '',
    stream_names: [],
  })
  const { page, expectProblem } = await open(owner, 'default-channels-list')
  expectProblem(/400/)
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('taken')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'already exists' }).waitFor()
  await becomes(() => page.getByRole('dialog').getByLabel('Name').inputValue(), 'taken')
})

test('members see where new people start, and why they can’t change it', async () => {
  const { page } = await open(ann, 'default-channels-list')
  await page.getByText('Only administrators can change this.').waitFor()
  await becomes(() => page.getByRole('button', { name: 'New group' }).count(), 0)
})

test('the icon and both logos are replaced and taken away; what is no picture is refused', async () => {
  const [here, there] = [await open(owner, 'organization-profile'), await open(adam, 'organization-profile')]
  here.expectProblem(/400/)
  const picture = { name: 'sign.png', mimeType: 'image/png', buffer: png(200, 200, plain(red)) }
  for (const label of ['Icon', 'Logo', 'Logo on dark ground']) {
    const row = here.page.locator('.setting-row', { has: here.page.getByLabel(label, { exact: true }) })
    const field = row.getByLabel(label, { exact: true })
    await field.setInputFiles({ ...picture, name: 'sign.txt', buffer: Buffer.from('No picture') })
    await row.locator('.save-note.refused').waitFor()
    await field.setInputFiles(picture)
    await row.getByRole('button', { name: 'Remove picture' }).waitFor()
    const other = there.page.locator('.setting-row', { has: there.page.getByLabel(label, { exact: true }) })
    await other.getByRole('button', { name: 'Remove picture' }).click()
    await row.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' })
  }
})

test('a field for accounts elsewhere is made, filled in, and leads there', async () => {
  const { page } = await open(owner, 'profile-field-settings')
  const make = async (account: string, name: string, address?: string): Promise<void> => {
    await page.getByRole('button', { name: 'New field' }).click()
    await page.getByLabel('Kind').selectOption('Account elsewhere')
    await page.getByLabel('Account at').selectOption(account)
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(name)
    if (address !== undefined) await page.getByLabel('Address of an account').fill(address)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await make('GitHub', 'GitHub')
  await make('Elsewhere', 'Forge', 'https://forge.example/u/%(username)s')

  const anns = await openWindow(server, ann, { at: '/#settings/profile' })
  for (const name of ['GitHub', 'Forge']) {
    await anns.page.getByLabel(name).fill('ann-of-hills')
    await saves(anns.page, () => anns.page.getByLabel(name).press('Enter'))
  }
  await page.getByRole('button', { name: 'About Ann' }).click()
  await page.getByRole('button', { name: 'Profile' }).click()
  for (const address of ['https://github.com/ann-of-hills', 'https://forge.example/u/ann-of-hills'])
    await page.locator(`a[href="${address}"]`).waitFor()
})

test('the log skips nothing that comes while older entries are shown', async () => {
  for (const days of Array.from({ length: 105 }, (_, index) => index + 10))
    await owner.patch('/realm', { waiting_period_threshold: days })
  const { page } = await open(owner, 'audit-log')
  const older = page.getByRole('button', { name: 'Older entries' })
  await older.click()
  // There are no more of them once they are there.
  await older.waitFor({ state: 'detached' })
  // What is not shown at once is counted.
  const more = page.getByRole('button', { name: /^Show \d+ more/ })
  await more.waitFor()
  const count = Number(/\d+/.exec(await more.innerText())?.[0])
  await owner.patch('/realm', { waiting_period_threshold: 3 })
  await page.getByRole('button', { name: new RegExp(`^Show ${String(count + 1)} more`) }).waitFor()
})

test('the log calls the organization’s pictures by their names, in the reader’s language', async () => {
  const reply = await owner.upload('/realm/logo', png(64, 64, plain(red)), { name: 'logo.png', night: false })
  expect(reply.body).toMatchObject({ result: 'success' })
  await owner.patch('/settings', { default_language: 'de' })
  const { page } = await open(owner, 'audit-log')
  await page.getByRole('listitem').filter({ hasText: 'Bild geändert Logo' }).first().waitFor()
  await owner.patch('/settings', { default_language: 'en' })
})

test('the log says in words what was done, to what, and what changed', async () => {
  await owner.patch(`/users/${ann.id}`, { role: 300 })
  await owner.patch('/realm', { waiting_period_threshold: 3 })
  await owner.patch(`/streams/${garden.id}`, { description: 'Beds and paths' })
  const principals = [adam.id, ann.id]
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }], principals })
  const { page } = await open(owner, 'audit-log')
  const entry = (words: string) => page.getByRole('listitem').filter({ hasText: words }).first()
  await entry('Role changed Ann').getByText('Changes').click()
  await entry('Role changed Ann').getByText('Member → Moderator').waitFor()
  await entry('Settings changed').getByText('Changes').click()
  await entry('Channel changed garden').getByText('Changes').click()
  await entry('Channel changed garden').getByText('Beds and paths').waitFor()
  await entry('People subscribed to a channel garden: Adam, Ann').waitFor()
  await page.getByLabel('About what').selectOption('Channels')
  await entry('Role changed').waitFor({ state: 'detached' })
  await entry('Channel changed garden').waitFor()
})

test('every action and kind of thing that the log knows has its words', () => {
  const actions = auditActionNames.map((action) => action.replace('.', '_'))
  expect(Object.keys(english.audit)).toEqual(expect.arrayContaining(actions))
  expect(Object.keys(english.auditKind)).toEqual(expect.arrayContaining(auditActionNames.map(kindOf)))
})

test('an owner closes the organization, with its name typed; everybody is out, and told what has happened', async () => {
  const other = await TestServer.start()
  try {
    const adam = await other.addPerson('Adam', 'administrator')
    const [owners, adams] = [
      await open(other.owner, 'organization-profile', other),
      await open(adam, 'organization-profile', other),
    ]
    for (const { expectProblem } of [owners, adams]) expectProblem(/40\d/)
    await becomes(() => adams.page.getByRole('button', { name: 'Close the organization' }).count(), 0)
    await owners.page.getByRole('button', { name: 'Close the organization' }).click()
    const dialog = owners.page.getByRole('dialog')
    const close = dialog.getByRole('button', { name: 'Close the organization' })
    await dialog.getByLabel('Type Test organization').fill('test')
    await becomes(() => close.isDisabled(), true)
    await dialog.getByLabel('Type Test organization').fill('Test organization')
    await close.click()
    for (const { page } of [owners, adams])
      await page.getByRole('heading', { name: 'This organization is closed' }).waitFor()
  } finally {
    await other.stop()
  }
})
