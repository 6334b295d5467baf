// Every page of the settings is live: what changes elsewhere, by another person, device or program, shows at once. And keys alone are
// enough for one.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { addBot } from '../support/bots'
import { addChannel } from '../support/channels'
import type { Reply } from '../support/client'
import { plain, png, red } from '../support/pictures'
import { saves } from '../support/saved-notes'
import { scenario } from '../support/scenario'
import { becomes, until } from '../support/waiting'
import { openWindow } from '../support/windows'

setDefaultTimeout(240_000)

const { server, owner, olga, ann, bob } = await scenario({ olga: 'owner', ann: 'member', bob: 'member' })
const garden = await addChannel(owner, 'garden', [owner, olga, ann])
const { body: made } = await owner.post('/user_groups/create', {
  name: 'growers',
  description: '',
  members: [],
})
const group = String(made['group_id'])
const bot = await addBot(olga)

/** A page, what happens elsewhere, and what whoever looks at the page sees of it. */
type Change = readonly [
  address: string,
  elsewhere: () => Promise<Reply>,
  isSeen: (page: Page) => Promise<boolean>,
]

const says =
  (words: string) =>
  async (page: Page): Promise<boolean> =>
    (await page.locator('.pages-page, .pages-list').getByText(words).count()) > 0
const has =
  (label: string, value: string) =>
  async (page: Page): Promise<boolean> =>
    (await page.getByLabel(label, { exact: true }).first().inputValue()) === value
const isOn =
  (label: string, isWanted = true) =>
  async (page: Page): Promise<boolean> =>
    (await page.getByLabel(label, { exact: true }).first().isChecked()) === isWanted

const personal: readonly Change[] = [
  ['settings/profile', () => ann.patch('/settings', { full_name: 'Ann Hill' }), has('Name', 'Ann Hill')],
  [
    'settings/privacy',
    () => ann.patch('/settings', { send_read_receipts: false }),
    isOn('Show what you have read', false),
  ],
  ['settings/preferences', () => ann.patch('/settings', { enter_sends: true }), isOn('Enter sends')],
  [
    'settings/notifications',
    () => ann.patch('/settings', { enable_stream_audible_notifications: true }),
    isOn('Channels: Sound'),
  ],
  ['settings/alert-words', () => ann.post('/users/me/alert_words', { alert_words: ['hail'] }), says('hail')],
  [
    'settings/topics',
    () => ann.post('/user_topics', { stream_id: garden.id, topic: 'roses', visibility_policy: 3 }),
    says('roses'),
  ],
  ['settings/muted-users', () => ann.post(`/users/me/muted_users/${String(bob.id)}`), says('Bob')],
  ['settings/snippets', () => ann.post('/saved_snippets', { title: 'Hello', content: 'All' }), says('Hello')],
  [
    'settings/uploaded-files',
    () => ann.upload('/user_uploads', new TextEncoder().encode('Seeds'), { name: 'seeds.txt' }),
    says('seeds.txt'),
  ],
  [
    'settings/sessions',
    async () => {
      await openWindow(server, ann)
      return ann.get('/users/me')
    },
    async (page) => (await page.getByRole('button', { name: /^Log out Chrome/ }).count()) === 1,
  ],
  // From here on she logs in with another address.
  [
    'settings/account-and-privacy',
    () => ann.patch('/settings', { email: 'hill@example.com' }),
    says('hill@example.com'),
  ],
]

const ofOwners: readonly Change[] = [
  [
    'organization/organization-profile',
    () => owner.patch('/realm', { description: 'Soil and sun' }),
    has('Description', 'Soil and sun'),
  ],
  [
    'organization/organization-settings',
    () => owner.patch('/realm', { enable_read_receipts: false }),
    isOn('Show who has read a message', false),
  ],
  [
    'organization/organization-permissions',
    () => owner.patch('/realm', { can_invite_users_group: { new: Number(group) } }),
    says('growers'),
  ],
  [
    'organization/moderation',
    async () => {
      const cellar = await addChannel(owner, 'cellar', [olga], { invite_only: true })
      return owner.patch('/realm', { moderation_request_channel_id: cellar.id })
    },
    async (page) => (await page.locator('.pages-page option:checked').textContent()) === 'cellar',
  ],
  [
    'organization/audit-log',
    () => owner.patch(`/users/${String(bob.id)}`, { role: 300 }),
    says('Role changed'),
  ],
  [
    'organization/users',
    () => owner.patch(`/users/${String(bob.id)}`, { full_name: 'Bobby' }),
    says('Bobby'),
  ],
  ['organization/invitations', () => owner.post('/invites/multiuse'), says('Invitation link')],
  [
    'organization/auth-methods',
    () => owner.post('/realm/domains', { domain: 'soil.example' }),
    says('soil.example'),
  ],
  [
    'organization/organization-level-user-defaults',
    () => owner.patch('/realm/user_settings_defaults', { enter_sends: true }),
    isOn('Enter sends'),
  ],
  [
    'organization/default-channels-list',
    () => owner.post('/default_streams', { stream_id: garden.id }),
    async (page) => (await page.getByRole('button', { name: 'Remove garden' }).count()) === 1,
  ],
  [
    'organization/profile-field-settings',
    () => owner.post('/realm/profile_fields', { name: 'Favourite soil', field_type: 1 }),
    says('Favourite soil'),
  ],
  ['organization/bots', () => olga.patch(`/bots/${String(bot.id)}`, { full_name: 'Weeder' }), says('Weeder')],
  [
    'organization/channel-folders',
    () => owner.post('/channel_folders/create', { name: 'Outside', description: '' }),
    says('Outside'),
  ],
  [
    'organization/emoji-settings',
    () => owner.upload('/realm/emoji/sprout', png(64, 64, plain(red)), { name: 'sprout.png' }),
    says(':sprout:'),
  ],
  [
    'organization/linkifier-settings',
    () => owner.post('/realm/filters', { pattern: 'S[0-9]+', url_template: 'https://s.example/' }),
    says('S[0-9]+'),
  ],
  [
    'organization/playground-settings',
    () =>
      owner.post('/realm/playgrounds', {
        name: 'Sandbox',
        pygments_language: 'Python',
        url_template: 'https://p.example/{code}',
      }),
    says('Sandbox'),
  ],
  [
    `channels/${String(garden.id)}/garden/general`,
    () => owner.patch(`/streams/${String(garden.id)}`, { description: 'Beds' }),
    has('Description', 'Beds'),
  ],
  [
    `channels/${String(garden.id)}/garden/subscribers`,
    () =>
      owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }], principals: [bob.id] }),
    says('Bobby'),
  ],
  [
    `channels/${String(garden.id)}/garden/permissions`,
    () => owner.patch(`/streams/${String(garden.id)}`, { can_send_message_group: { new: Number(group) } }),
    says('growers'),
  ],
  [
    `groups/${group}/growers/general`,
    () => owner.patch(`/user_groups/${group}`, { description: 'Who grows' }),
    has('Description', 'Who grows'),
  ],
  [
    `groups/${group}/growers/members`,
    () => owner.post(`/user_groups/${group}/members`, { add: [ann.id] }),
    async (page) => (await page.getByRole('button', { name: /^Remove Ann/ }).count()) === 1,
  ],
]

for (const [who, changes] of [
  ['ann', personal],
  ['olga', ofOwners],
] as const) {
  test(`what ${who} looks at changes as soon as it changes elsewhere, on every page`, async () => {
    const person = { ann, olga }[who]
    const { page } = await openWindow(server, person, { at: '/#settings' })
    for (const [address, elsewhere, isSeen] of changes) {
      await page.goto(`/#${address}`)
      await page.locator('.page-title').waitFor()
      await page.locator('.pages-page:has(.skeleton)').waitFor({ state: 'detached' })
      const reply = await elsewhere()
      expect({ address, status: reply.status }).toEqual({ address, status: 200 })
      await seen(address, () => isSeen(page))
    }
  })
}

/** @throws with the page's address, if it is not seen in time */
async function seen(address: string, holds: () => Promise<boolean>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It is not seen on ${address}`)), 60_000)
  await Promise.race([until(holds), late.promise]).finally(() => clearTimeout(timer))
}

test('keys alone are enough: to a page, through its controls, and out of them without a change', async () => {
  const { page } = await openWindow(server, bob, { at: '/#settings/preferences' })
  const list = page.getByRole('navigation', { name: 'Personal' })
  await list.getByRole('link', { name: 'Privacy' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('.page-title:focus', { hasText: 'Privacy' }).waitFor()
  // The focus goes on from the heading: a switch, and the list after it.
  await page.keyboard.press('Tab')
  const first = page.getByRole('switch').first()
  const before = await first.isChecked()
  await saves(page, () => page.keyboard.press('Space'))
  await becomes(() => first.isChecked(), !before)
  await page.getByLabel('Who sees your e-mail address').focus()
  await page.keyboard.type('Nob')
  await page.keyboard.press('Tab')
  await until(async () => {
    const { body } = await bob.post('/register')
    return Object(body['user_settings'])['email_address_visibility'] === 4
  })

  await page.goto('/#settings/profile')
  const name = page.getByLabel('Name', { exact: true })
  const known = await name.inputValue()
  await page.locator('.page-title:focus').waitFor()
  await name.focus()
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await becomes(() => name.inputValue(), known)
  await becomes(() => page.evaluate('document.activeElement.tagName'), 'INPUT')
  await page.keyboard.type('!')
  await page.keyboard.press('Tab')
  await becomes(() => page.evaluate('document.activeElement.textContent'), 'Save')
  await saves(page, () => page.keyboard.press('Space'))
  // A dialog takes the focus, keeps it, and gives it back.
  await page.goto('/#settings/account-and-privacy')
  const opener = page.getByRole('button', { name: 'Change password' })
  // The page takes the focus once it is there.
  await page.locator('.page-title:focus').waitFor()
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (let times = 0; times < 12; times++) {
    await page.keyboard.press('Tab')
    // The browser's own buttons come after the last one; nothing of the page below does.
    expect(
      await page.evaluate(
        `document.activeElement === document.body || !!document.activeElement.closest('dialog')`,
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await page.locator('button:focus', { hasText: 'Change password' }).waitFor()
  // Who goes back leaves the dialog, too.
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
