// What people do on the pages of their settings, one after the other: account, sessions, notifications, words, topics, snippets, files.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { plain, png, red } from '../support/pictures'
import { items } from '../support/law/rules'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { password } from '../support/server'
import { becomes } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const renamed = await owner.patch(`/users/${bob.id}`, { full_name: 'Bob &Bold&' })
expect(renamed.status).toBe(200)
const garden = await addChannel(owner, 'garden', [ann, bob])

async function open(person: Client, page: string) {
  const window = await openWindow(server, person, { at: `/#settings/${page}` })
  await window.page.locator('.page-title').waitFor()
  return window
}

test('a picture is uploaded and taken away', async () => {
  const { page } = await open(ann, 'profile')
  const picture = { name: 'me.png', mimeType: 'image/png', buffer: png(200, 200, plain(red)) }
  await page.getByLabel('Picture').setInputFiles(picture)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await page.getByRole('button', { name: 'Remove picture' }).waitFor({ state: 'detached' })
})

test('what is no picture is refused beside the control', async () => {
  const { page, expectProblem } = await open(ann, 'profile')
  expectProblem(/400/)
  const text = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('No picture') }
  await page.getByLabel('Picture').setInputFiles(text)
  await page.locator('.save-note.refused').waitFor()
})

test('a session is ended from another one', async () => {
  const [there, here] = [await open(bob, 'sessions'), await open(bob, 'sessions')]
  there.expectProblem(/401/)
  const sessions = here.page.getByRole('list', { name: 'Devices and sessions' }).getByRole('listitem')
  await sessions.nth(1).waitFor()
  await here.page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: 'Log out everywhere else' }).click()
  await sessions.nth(1).waitFor({ state: 'detached' })
  await there.page.getByRole('dialog', { name: 'You are logged out' }).waitFor()
})

test('the password changes for who knows the old one', async () => {
  const { page, expectProblem } = await open(bob, 'account-and-privacy')
  expectProblem(/400/)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog')
  const change = dialog.getByRole('button', { name: 'Change password' })
  await dialog.getByLabel('New password').fill('short')
  await dialog.getByText('Too short').waitFor()
  await dialog.getByLabel('New password').fill('a much longer password')
  await dialog.getByText('Strong', { exact: true }).waitFor()
  await dialog.getByLabel('Current password').fill('not this one')
  await change.click()
  await dialog.getByText('The old password is wrong').waitFor()
  await dialog.getByLabel('Current password').fill(password)
  await change.click()
  await page.getByText('Your password is changed.').waitFor()
})

test('who has the password gets an API key, which works', async () => {
  const { page } = await open(ann, 'account-and-privacy')
  await page.getByRole('button', { name: 'Get an API key' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Get an API key' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  const authorization = `Basic ${Buffer.from(`${ann.email}:${key}`).toString('base64')}`
  const answer = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })
  expect(await answer.json()).toMatchObject({ user_id: ann.id })
})

test('notifications are chosen for all channels, and for one', async () => {
  const [here, there] = [await open(ann, 'notifications'), await open(ann, 'notifications')]
  await here.page.getByLabel('Channels: Sound').check()
  await there.page.getByRole('checkbox', { name: 'Channels: Sound', checked: true }).waitFor()
  await here.page.getByLabel('Add a channel …').selectOption('garden')
  // It begins as all channels are, once that is known here, too.
  await here.page.getByRole('checkbox', { name: 'garden: Sound', checked: true }).waitFor()
  await here.page.getByLabel('garden: Sound').uncheck()
  await there.page.getByRole('rowheader', { name: /^garden/ }).waitFor()
  await here.page.getByRole('button', { name: 'garden: as all channels' }).click()
  await there.page.getByRole('rowheader', { name: /^garden/ }).waitFor({ state: 'detached' })
  // It is as all channels are, whatever these come to be.
  const { subscriptions } = (await ann.get('/users/me/subscriptions')).body
  expect(items(subscriptions).map((each) => each['audible_notifications'])).toEqual([null])
})

test('what is chosen stays to be seen while it is on its way, whatever else changes, and is taken back where it was refused', async () => {
  const { page, expectProblem } = await open(ann, 'notifications')
  expectProblem(/ERR_FAILED/)
  const held = Promise.withResolvers<void>()
  await page.route('**/json/settings', async (route) => {
    await held.promise
    await route.abort()
  })
  const box = page.getByLabel('Channels: Phone')
  const before = await box.isChecked()
  await box.setChecked(!before)
  const elsewhere = page.getByLabel('Channels: E-mail')
  const now = await elsewhere.isChecked()
  await ann.patch('/settings', { enable_stream_email_notifications: !now })
  await becomes(() => elsewhere.isChecked(), !now)
  expect(await box.isChecked()).toBe(!before)
  held.resolve()
  await page.locator('.save-note.refused').waitFor()
  await becomes(() => box.isChecked(), before)
})

test('alert words, muted people, topics and snippets come and go on all devices', async () => {
  const [here, there] = [await open(ann, 'alert-words'), await open(ann, 'alert-words')]
  await here.page.getByLabel('New alert word').fill('<i>thunder</i>')
  await here.page.getByRole('button', { name: 'Add' }).click()
  await there.page.getByRole('button', { name: 'Remove <i>thunder</i>' }).click()
  await here.page.getByText('No alert words yet.').waitFor()

  for (const { page } of [here, there]) await page.goto('/#settings/muted-users')
  await here.page.getByRole('combobox', { name: 'Mute somebody' }).fill('bob')
  await here.page.getByRole('option', { name: /Bob &Bold/ }).click()
  await there.page.getByRole('button', { name: 'Unmute Bob &Bold&' }).click()
  await here.page.getByText('Nobody is muted.').waitFor()

  for (const { page } of [here, there]) await page.goto('/#settings/topics')
  await ann.post('/user_topics', { stream_id: garden.id, topic: 'roses', visibility_policy: 3 })
  await here.page.getByLabel('roses').selectOption('As its channel')
  await there.page.getByText('No topics are different').waitFor()

  for (const { page } of [here, there]) await page.goto('/#settings/snippets')
  await here.page.getByRole('button', { name: 'New snippet' }).click()
  await here.page.getByLabel('Title').fill('Greeting')
  await here.page.getByLabel('Text').fill('Hello all')
  await here.page.getByRole('button', { name: 'Save' }).click()
  await there.page.getByRole('button', { name: 'Remove Greeting' }).click()
  await there.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await here.page.getByText('No snippets yet.').waitFor()
})

test('files are listed and deleted', async () => {
  const { page } = await open(ann, 'uploaded-files')
  await page.getByText('No files.').waitFor()
  await ann.upload('/user_uploads', new TextEncoder().encode('Seeds'), { name: 'seeds.txt' })
  await page.getByRole('button', { name: 'Remove seeds.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No files.').waitFor()
})

test('who leaves is out', async () => {
  const cleo = await server.addPerson('Cleo', 'member')
  const { page } = await openWindow(server, cleo)
  // Its polls get no answer: that the last one was refused would be told on the console, or not, as it happens.
  await page.route('**/json/events?*', () => undefined)
  await page.goto('/#settings/account-and-privacy')
  await page.getByRole('button', { name: 'Deactivate account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate account' }).click()
  await page.waitForURL(/\/login/)
  const { body } = await owner.get(`/users/${cleo.id}`)
  expect(body['user']).toMatchObject({ is_active: false })
})

test('the settings are reached by links of other clients, and by keys alone', async () => {
  const { page } = await openWindow(server, ann, { at: '/#settings/preferences' })
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  const link = page.getByRole('navigation', { name: 'Personal' }).getByRole('link', { name: 'Alert words' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.locator('.page-title:focus', { hasText: 'Alert words' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type('storm')
  await saves(page, () => page.keyboard.press('Enter'))
  await page.getByRole('button', { name: 'Remove storm' }).waitFor()
})
