// Channels, groups and bots in a browser: made, changed and ended, by whom that is permitted; hostile names are shown as what they are.
import { expect, test } from 'bun:test'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import type { Client } from '../support/client'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { becomes } from '../support/waiting'
import { openWindow } from '../support/windows'

const { server, owner, ann, gus } = await scenario({ ann: 'member', gus: 'guest' })
const hostile = '<img src=x onerror=alert(1)>'
const { id: garden } = await addChannel(owner, 'garden', [owner, ann, gus])
await addChannel(owner, hostile)
const { body: made } = await owner.post('/user_groups/create', {
  name: `g ${hostile}`,
  description: hostile,
  members: [owner.id, ann.id],
})
const group = Number(made['group_id'])

async function open(person: Client, at: string, options: Parameters<typeof openWindow>[2] = {}) {
  const window = await openWindow(server, person, { ...options, at: `/#${at}` })
  await window.page.locator('.pages').waitFor()
  return window
}

async function subscriberIds(channelId: number): Promise<unknown> {
  const { body } = await owner.get(`/streams/${channelId}/members`)
  return body['subscribers']
}

for (const [person, colorScheme, size] of [
  [ann, 'dark', 'phone'],
  [gus, 'light', 'tablet'],
] as const) {
  test(`each page can be used by everybody: ${colorScheme}, ${size}`, async () => {
    const { page } = await open(person, 'channels/all', { colorScheme, size })
    const places = [
      'channels/subscribed',
      ...['general', 'personal', 'subscribers', 'permissions'].map(
        (tab) => `channels/${garden}/garden/${tab}`,
      ),
      'groups/all',
      ...['general', 'members'].map((tab) => `groups/${group}/g/${tab}`),
      'channels/new',
    ]
    for (const place of places) {
      await page.goto(`/#${place}`)
      const title = place.startsWith('groups') ? 'Groups' : 'Channels'
      await page.getByRole('heading', { level: 1, name: title, includeHidden: true }).waitFor()
      if (place.includes(`/${garden}/`) || place.includes(`/${group}/`))
        await page.locator('.pages-page .page-title').waitFor()
      await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
      const within = place === 'channels/new' && person !== gus ? 'dialog' : 'main'
      await page.locator(within).waitFor()
      expect({ place, findings: await findings(page, within) }).toEqual({ place, findings: [] })
    }
  })
}

test('a channel is made, renamed, made private and archived, and shows so to others at once', async () => {
  const [here, there] = [await open(owner, 'channels/all'), await open(ann, 'channels/all')]
  await here.page.getByRole('main').getByRole('button', { name: 'New channel' }).click()
  const dialog = here.page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('orchard')
  await dialog.getByRole('button', { name: 'Create channel' }).click()
  await here.page.getByRole('heading', { name: 'orchard' }).waitFor()
  await there.page.getByRole('link', { name: /^orchard/ }).waitFor()
  await here.page.getByLabel('Name', { exact: true }).fill('orchards')
  await here.page.getByRole('button', { name: 'Save' }).click()
  await there.page.getByRole('link', { name: /^orchards/ }).waitFor()
  await saves(here.page, () => here.page.getByLabel('Who sees it').selectOption('Private, from joining on'))
  await there.page.getByRole('link', { name: /^orchards/ }).waitFor({ state: 'detached' })
  await here.page.getByRole('button', { name: 'Archive channel' }).click()
  await here.page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click()
  await here.page.getByText('This channel is archived').first().waitFor()
  await here.page.getByRole('button', { name: 'Bring the channel back' }).click()
  await here.page.getByText('This channel is archived').first().waitFor({ state: 'detached' })
})

test('people are added to a channel and taken out; who may not, has no button for it', async () => {
  const bea = await server.addPerson('Bea', 'member')
  const { page } = await open(owner, `channels/${garden}/garden/subscribers`)
  await page.getByRole('combobox', { name: 'Add subscribers' }).fill('Bea')
  await page.getByRole('option', { name: /^Bea/ }).click()
  await page.getByRole('button', { name: 'Add 1 person' }).click()
  // Whoever is chosen to be added can be taken back, too.
  const subscribers = page.getByRole('list', { name: 'Subscribers' })
  await subscribers.getByRole('button', { name: 'Remove Bea' }).waitFor()
  expect(await subscriberIds(garden)).toContain(bea.id)
  const guests = await open(gus, `channels/${garden}/garden/subscribers`)
  await guests.page.getByText('You may not subscribe others here.').waitFor()
  await becomes(() => guests.page.getByRole('button', { name: 'Remove Bea' }).count(), 0)
  await guests.page.getByText('Bea', { exact: true }).first().waitFor()
  await subscribers.getByRole('button', { name: 'Remove Bea' }).click()
  const guestsList = guests.page.getByRole('list', { name: 'Subscribers' })
  await guestsList.getByText('Bea', { exact: true }).waitFor({ state: 'detached' })
  expect(await subscriberIds(garden)).not.toContain(bea.id)
})

test('what somebody chooses for a channel is on all devices', async () => {
  const at = `channels/${garden}/garden/personal`
  const [here, there] = [await open(ann, at), await open(ann, at)]
  await saves(here.page, () => here.page.getByLabel('Pin to the top').check())
  await here.page.getByLabel('Sound').check()
  // Mentions of all are told of from the start.
  await becomes(() => there.page.locator('input[role=switch]:checked').count(), 3)
  const { body } = await ann.get('/users/me/subscriptions')
  expect(body['subscriptions']).toContainEqual(
    expect.objectContaining({ name: 'garden', pin_to_top: true, audible_notifications: true }),
  )
})

test('a permission in a channel is changed by who administers it alone', async () => {
  const at = `channels/${garden}/garden/permissions`
  const [owners, anns] = [await open(owner, at), await open(ann, at)]
  await becomes(() => anns.page.getByLabel('Write', { exact: true }).isDisabled(), true)
  await saves(owners.page, () =>
    owners.page.getByLabel('Write', { exact: true }).selectOption('Administrators'),
  )
  const { body } = await ann.post('/messages', { type: 'channel', to: garden, topic: 't', content: 'No' })
  expect(body['result']).toBe('error')
  await owner.patch(`/streams/${garden}`, {
    can_send_message_group: { new: { direct_member_ids: [ann.id], direct_subgroup_ids: [] } },
  })
  await owners.page.locator('.chip', { hasText: 'Ann' }).waitFor()
})

test('a group is left, joined again and ended', async () => {
  const { page } = await open(ann, `groups/${group}/g/members`)
  const own = page.getByRole('list', { name: 'Members' }).getByText('Ann', { exact: true })
  await own.waitFor()
  await page.getByRole('button', { name: 'Leave' }).click()
  await own.waitFor({ state: 'detached' })
  await becomes(() => page.getByRole('button', { name: 'Join' }).count(), 0)
  const owners = await open(owner, `groups/${group}/g/general`)
  await owners.page.getByLabel('Join', { exact: true }).selectOption('Members')
  await page.getByRole('button', { name: 'Join' }).click()
  await own.waitFor()
  await owners.page.getByRole('button', { name: 'Deactivate group' }).click()
  await owners.page.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
  await page.getByText('This group is deactivated.').waitFor()
})

test('a bot is made, shows its key to whose it is, and is deactivated', async () => {
  const { page } = await open(ann, 'organization/bots')
  await page.getByRole('button', { name: 'New bot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Gardener')
  await dialog.getByLabel('Address').fill('gardener')
  await dialog.getByRole('button', { name: 'Make bot' }).click()
  const key = await page.getByRole('textbox', { name: 'API key' }).inputValue()
  expect(key).toMatch(/^\w{32}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'More for Gardener' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('No bots.').waitFor()
})

test('folders are made, moved and given to channels', async () => {
  const { page } = await open(owner, 'organization/channel-folders')
  for (const name of ['Plants', 'Tools']) {
    await page.getByRole('button', { name: 'New folder' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill(name)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor()
  }
  await saves(page, () => page.getByRole('button', { name: 'Move Plants down' }).click())
  await page.locator('.setting-list li').first().getByText('Tools', { exact: true }).waitFor()
  await page.goto(`/#channels/${garden}/garden/general`)
  await saves(page, () => page.getByLabel('Folder').selectOption('Plants'))
  const { body } = await owner.get(`/streams/${garden}`)
  expect(body['stream']).toMatchObject({ folder_id: expect.any(Number) })
})
