// People in the web client: who is there, who they are, how they are, and those whom one does not want to read.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, ann, bob, dora } = await scenario({
  ann: 'member Ann Amber',
  bob: 'guest Bob Beta',
  cleo: 'member Cleo Clay',
  dora: 'member Dora Dell',
})
const people = { name: 'People' }
await owner.patch(`/users/${dora.id}`, { full_name: '&lt;Bold&gt;' })

test('who comes, and what they say of themselves, is seen at once', async () => {
  const { page } = await openWindow(server, ann, { at: '/' })
  const list = page.getByRole('navigation', people)
  const bobsRow = list.getByRole('listitem').filter({ hasText: 'Bob Beta' })
  await bobsRow.waitFor()
  await becomes(() => bobsRow.locator('.presence').count(), 0)
  await bob.post('/users/me/presence', { status: 'active', new_user_input: true })
  await bobsRow.locator('.presence.active').waitFor()
  await bob.post('/users/me/status', { status_text: 'In the <i>garden</i>', emoji_name: 'palm_tree' })
  await bobsRow.getByText('In the <i>garden</i>').waitFor()
  await bobsRow.getByText('🌴').waitFor()
  await bob.post('/users/me/status', { status_text: '', emoji_name: '' })
  await bobsRow.getByText('🌴').waitFor({ state: 'detached' })
})

test('people are found by a part of their name; a name is text', async () => {
  const { page } = await openWindow(server, ann, { at: '/' })
  const list = page.getByRole('navigation', people)
  await list.getByText('Olive Owner').waitFor()
  await list.getByRole('searchbox').fill('bold')
  await list.getByText('Olive Owner').waitFor({ state: 'detached' })
  await becomes(() => list.getByRole('listitem').count(), 1)
  await list.getByRole('link').getByText('&lt;Bold&gt;', { exact: true }).waitFor()
  await list.getByRole('searchbox').fill('nobody at all')
  await list.getByText('Nobody is called so.').waitFor()
})

test('a card tells who somebody is; Escape gives the focus back', async () => {
  const { page } = await openWindow(server, ann, { at: '/' })
  const button = page.getByRole('button', { name: 'About Bob Beta' })
  await button.press('Enter')
  const card = page.getByRole('dialog', { name: 'Bob Beta' })
  await card.getByText('Guest').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await becomes(() => page.evaluate('document.activeElement.getAttribute("aria-label")'), 'About Bob Beta')
})

test('a profile shows what is filled in, and links only to the web', async () => {
  const field = await owner.post('/realm/profile_fields', { name: 'Site', field_type: 5 })
  const id = Number(field.body['id'])
  await bob.patch('/users/me/profile_data', { data: [{ id, value: 'https://bob.example/' }] })
  const { page } = await openWindow(server, ann, { at: '/' })
  await page.getByRole('button', { name: 'About Bob Beta' }).click()
  await page.getByRole('button', { name: 'Profile' }).click()
  const profile = page.getByRole('dialog', { name: 'Profile' })
  const link = profile.getByRole('link', { name: 'https://bob.example/' })
  await becomes(() => link.getAttribute('rel'), 'noopener noreferrer')
  expect(await findings(page)).toEqual([])
})

test('one’s own status is set, seen by others, and cleared', async () => {
  const [anns, bobs] = [
    await openWindow(server, ann, { at: '/' }),
    await openWindow(server, bob, { at: '/' }),
  ]
  await anns.page.getByRole('button', { name: 'About Ann' }).click()
  await anns.page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await anns.page.getByRole('menuitem', { name: 'Set your status' }).click()
  const dialog = anns.page.getByRole('dialog', { name: 'Set your status' })
  await dialog.getByRole('button', { name: 'On vacation' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await bobs.page.getByRole('navigation', people).getByText('On vacation').waitFor()
})

test('the dialog of one’s own status follows what is changed on another device, and sends only what was changed in it', async () => {
  const statusOf = async () => (await ann.get(`/users/${ann.id}/status`)).body['status']
  await ann.post('/users/me/status', { status_text: 'Out', emoji_name: 'palm_tree' })
  const { page } = await openWindow(server, ann, { at: '/' })
  await page.getByRole('button', { name: 'About Ann' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Set your status' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set your status' })
  const words = dialog.getByRole('textbox', { name: 'Status' })
  expect(await words.inputValue()).toBe('Out')
  await ann.post('/users/me/status', { status_text: 'Back at four' })
  await becomes(() => words.inputValue(), 'Back at four')
  // Both at once: the words here, the emoji there.
  await words.fill('Back at five')
  await ann.post('/users/me/status', { emoji_name: 'bus' })
  await dialog.getByRole('button', { name: 'Choose an emoji' }).getByText('🚌').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await statusOf()).toMatchObject({ status_text: 'Back at five', emoji_name: 'bus' })
})

test('who is muted is gone from the list, and comes back', async () => {
  const { page } = await openWindow(server, ann, { at: '/' })
  const list = page.getByRole('navigation', people)
  await page.getByRole('button', { name: 'About Cleo Clay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mute Cleo Clay' }).click()
  await list.getByText('Cleo Clay').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByText('Cleo Clay').waitFor()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`everybody can use the list of people: ${colorScheme}`, async () => {
    const { page } = await openWindow(server, ann, { colorScheme, at: '/' })
    await page.getByText('Bob Beta').waitFor()
    expect(await findings(page)).toEqual([])
  })
