// The organization's settings in a browser: every page can be used by everybody, owners and administrators change what is theirs, others see
// why they can't, and what changes shows everywhere at once.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import type { Client } from '../support/client'
import { plain, png, red } from '../support/pictures'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { openWindow } from '../support/windows'
import { becomes } from '../support/waiting'

const { server, owner, adam, ann, gus } = await scenario({
  adam: 'administrator',
  ann: 'member',
  gus: 'guest',
})
const hostile = '<img src=x onerror=alert(1)>'
await owner.patch(`/users/${gus.id}`, { full_name: `Gus ${hostile.replaceAll('>', '')}`.slice(0, 40) })
await owner.post('/realm/filters', { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://t.example/{id}' })
await owner.post('/realm/filters', { pattern: 'U(?P<id>[0-9]+)', url_template: 'https://u.example/{id}' })
await owner.post('/realm/playgrounds', {
  name: hostile,
  pygments_language: 'Python',
  url_template: 'https://p.example/{code}',
})
await owner.post('/realm/profile_fields', { name: hostile, hint: hostile, field_type: 1 })
await owner.post('/invites', { invitee_emails: 'new@confab.example', stream_ids: [] })

async function open(person: Client, page: string, options: Parameters<typeof openWindow>[2] = {}) {
  const window = await openWindow(server, person, { ...options, at: `/#organization/${page}` })
  await window.page.locator('.page-title').waitFor()
  return window
}

async function names(page: Page): Promise<string[]> {
  const links = await page.locator('.pages-list li a').all()
  const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
  return hrefs.flatMap((href) => (href?.startsWith('#organization/') ? [href.slice(1)] : []))
}

for (const [person, colorScheme, size] of [
  [ann, 'dark', 'phone'],
  [gus, 'light', 'tablet'],
] as const) {
  test(`each page can be used by everybody: ${colorScheme}, ${size}`, async () => {
    const { page } = await open(person, 'users', { colorScheme, size })
    const pages = await names(page)
    expect(pages.length).toBeGreaterThan(13)
    for (const name of pages) {
      await page.evaluate(`location.hash = '#${name}'`)
      await page.locator(`.pages-list a[href="#${name}"][aria-current=page]`).waitFor({ state: 'attached' })
      await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
      expect({ name, findings: await findings(page, 'main') }).toEqual({ name, findings: [] })
    }
  })
}

test('a permission is given to a group, then to people outright, and everybody sees it at once', async () => {
  const [here, there] = [
    await open(owner, 'organization-permissions'),
    await open(ann, 'organization-permissions'),
  ]
  const picker = (page: Page) => page.getByLabel('Invite people', { exact: true })
  await saves(here.page, () => picker(here.page).selectOption('Moderators'))
  const isShown = `[...document.querySelectorAll('select')].some((each) => each.selectedOptions[0]?.text === 'Moderators')`
  await becomes(() => there.page.evaluate(isShown), true)
  await becomes(() => picker(there.page).isDisabled(), true)
  await there.page.getByText('Only owners can change this.').first().waitFor()
  await picker(here.page).selectOption('Some people and groups …')
  const who = here.page.getByRole('combobox', { name: 'Invite people: who' })
  await who.fill('Ann')
  await here.page.getByRole('option', { name: /^Ann/ }).click()
  await there.page.locator('.chip', { hasText: 'Ann' }).waitFor()
  const { body } = await ann.post('/register')
  expect(body['realm_can_invite_users_group']).toMatchObject({ direct_member_ids: [ann.id] })
})

test('guests, who are not told the default channels, read that, and not that there are none', async () => {
  const { page } = await open(gus, 'default-channels-list')
  await page.getByText('Guests aren’t told which channels these are.').waitFor()
  const { page: anns } = await open(ann, 'default-channels-list')
  await anns.getByText('No default channels.').waitFor()
})

test('what the server refuses is said beside the control', async () => {
  const { page, expectProblem } = await open(owner, 'organization-profile')
  expectProblem(/400/)
  await page.getByLabel('Name', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.save-note.refused').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Confabulation')
  await saves(page, () => page.getByRole('button', { name: 'Save' }).click())
  await becomes(() => page.evaluate(`document.title.includes('Confabulation')`), true)
})

test('an administrator gives roles, and deactivates and brings back', async () => {
  const { page } = await open(adam, 'users')
  const roles = page.getByLabel('Role of Ann').locator('option')
  await becomes(() => roles.allTextContents(), ['Administrator', 'Moderator', 'Member', 'Guest'])
  await saves(page, () => page.getByLabel('Role of Ann').selectOption('Moderator'))
  await page.getByRole('button', { name: 'More for Ann' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('Which people').selectOption('Deactivated')
  await page.getByRole('button', { name: 'More for Ann' }).click()
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Nobody.').waitFor()
  const { body } = await owner.get(`/users/${ann.id}`)
  expect(body['user']).toMatchObject({ is_active: true, role: 300 })
})

test('invitations are made and revoked, and show at once where others look', async () => {
  const [here, there] = [await open(owner, 'invitations'), await open(adam, 'invitations')]
  await here.page.getByRole('button', { name: 'Make a link' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click()
  const link = await here.page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
  expect(link).toContain('/join/')
  await here.page.getByRole('button', { name: 'Done' }).click()
  await there.page.getByText('Invitation link').first().waitFor()
  await there.page.getByRole('button', { name: 'Revoke: Invitation link' }).click()
  await there.page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click()
  await here.page.getByText('Invitation link').waitFor({ state: 'detached' })
})

test('who invites is offered what they may give: no role above their own, no channels where they add nobody', async () => {
  const { body } = await owner.post('/register')
  const groups: readonly unknown[] = Array.isArray(body['realm_user_groups']) ? body['realm_user_groups'] : []
  const idOf = (name: string): unknown => Object(groups.find((group) => Object(group)['name'] === name))['id']
  await owner.patch('/realm', {
    can_invite_users_group: { new: idOf('role:members') },
    can_add_subscribers_group: { new: idOf('role:administrators') },
  })
  const { page } = await open(await server.addPerson('Nia', 'member'), 'invitations')
  await page.getByRole('button', { name: 'Invite by e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await becomes(
    () => dialog.getByLabel('They join as').locator('option').allTextContents(),
    ['Member', 'Guest'],
  )
  await becomes(() => dialog.getByText('Into channels').count(), 0)
  await dialog.getByLabel('E-mail addresses').fill('new@example.com')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'new@example.com' }).waitFor()
})

test('linkifiers change places', async () => {
  const { page } = await open(owner, 'linkifier-settings')
  await saves(page, () => page.getByRole('button', { name: 'T(?P<id>[0-9]+) down' }).click())
  await page.locator('.setting-list li').first().getByText(/^U/).waitFor()
})

test('emoji are added and removed', async () => {
  const { page } = await open(ann, 'emoji-settings')
  const picture = { name: 'Party Hat.png', mimeType: 'image/png', buffer: png(64, 64, plain(red)) }
  await page.getByLabel('Picture').setInputFiles(picture)
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText(':party_hat:', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove :party_hat:' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(':party_hat:', { exact: true }).waitFor({ state: 'detached' })
})
