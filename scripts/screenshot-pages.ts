// All pages: what `bun run screenshots` takes pictures of, and what `test/every-page.test.ts` looks at. A new page is a line here.
import type { Page } from 'playwright-core'
import type { cast } from '../src/demo/cast'
import type { Links, Site } from './screenshot-sites'

export interface Screenshot {
  /** Of its files: `log-in.dark.phone.png`. */
  name: string
  /** On which site; the demo, if not said. */
  site?: Site
  path: string | ((links: Links) => string)
  /** Who of the demo's people looks; nobody who is logged in, if undefined. */
  person?: (typeof cast)[number]['name']
  /** What is waited for and done before: until the page shows what it is about, such as an open menu. */
  prepare?: (page: Page, links: Links) => Promise<unknown>
  /** All of the page, as far as it can be scrolled; else what is seen at once. */
  whole?: boolean
}

/** Once it shows what the server has, and not only its frame. */
export async function shown(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  const content = page.locator('main').locator('article, li, table, section, .empty-state, .list-empty')
  await content.filter({ visible: true }).first().waitFor()
}

/** A view of the web client, as Priya sees it, who has read everything as soon as she has seen it. */
function view(name: string, address: string): Screenshot {
  return { name, path: `/#${address}`, person: 'Priya Raman', prepare: shown }
}

/** One with what waits for Mara, who opens no conversation: it goes on waiting. */
function waiting(name: string, address: string): Screenshot {
  return { ...view(name, address), person: 'Mara Lindqvist' }
}

/** A dialog that a button of a page opens, as Mara sees it. */
function dialog(name: string, address: string, button: string): Screenshot {
  return {
    name,
    path: `/#${address}`,
    person: 'Mara Lindqvist',
    prepare: async (page) => {
      await shown(page)
      await page.locator(`main ${button}`).first().click()
      await page.getByRole('dialog').waitFor()
    },
  }
}

/** Pages below an address, as Mara sees them, who owns the organization. */
function pages(base: string, names: readonly string[]): Screenshot[] {
  return names.map((page) => ({
    name: `${base}-${page.split('/').at(-1) ?? page}`,
    path: `/#${base}/${page}`,
    person: 'Mara Lindqvist',
    prepare: shown,
  }))
}

const settings = [
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

const organization = [
  'organization-profile',
  'organization-settings',
  'organization-permissions',
  'moderation',
  'data-exports-admin',
  'audit-log',
  'users',
  'invitations',
  'auth-methods',
  'organization-level-user-defaults',
  'default-channels-list',
  'profile-field-settings',
  'bots',
  'channel-folders',
  'emoji-settings',
  'linkifier-settings',
  'playground-settings',
]

export const screenshots: readonly Screenshot[] = [
  { name: 'first-organization', site: 'new', path: ({ setup }) => setup, whole: true },
  { name: 'new-server', site: 'new', path: '/', whole: true },
  { name: 'which-organization', site: 'several', path: '/', whole: true },
  { name: 'no-organization', site: 'missing', path: '/', whole: true },
  { name: 'closed-organization', site: 'closed', path: '/', whole: true },
  { name: 'log-in', path: '/login', whole: true },
  {
    name: 'deactivated-account',
    path: '/login',
    whole: true,
    prepare: async (page, { gone }) => {
      await page.locator('[name=email]').fill(gone.email)
      await page.locator('[name=password]').fill(gone.password)
      await page.keyboard.press('Enter')
      await page.getByText(gone.email).waitFor()
    },
  },
  { name: 'invitation', path: ({ invitation }) => invitation, whole: true },
  { name: 'invitation-ended', path: '/join/ended', whole: true },
  { name: 'register', site: 'open', path: '/register', whole: true },
  { name: 'register-by-invitation-only', path: '/register', whole: true },
  { name: 'reset-password', path: '/reset-password', whole: true },
  { name: 'new-password', path: ({ newPassword }) => newPassword, whole: true },
  waiting('inbox', 'inbox'),
  view('feed', 'feed'),
  view('channel', 'narrow/channel/2-recipes'),
  view('conversation', 'narrow/channel/2-recipes/topic/sourdough.20in.20winter'),
  view('direct', 'narrow/dm/3-Jonas-Okafor'),
  waiting('recent', 'recent'),
  waiting('drafts', 'drafts'),
  waiting('scheduled', 'scheduled'),
  waiting('reminders', 'reminders'),
  {
    ...waiting('switcher', 'inbox'),
    prepare: async (page) => {
      await shown(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('ov')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    ...view('message-menu', 'feed'),
    prepare: async (page) => {
      await page.getByRole('article').last().focus()
      await page.keyboard.press('i')
      await page.getByRole('menu').waitFor()
    },
  },
  {
    ...view('person', 'feed'),
    prepare: async (page) => {
      await page.locator('article.first').last().getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  view('starred', 'narrow/is/starred'),
  view('mentions', 'narrow/is/mentioned'),
  view('search', 'narrow/search/bread'),
  view('channels', 'channels/all'),
  ...pages('channels', ['2/recipes/general', '2/recipes/personal', '2/recipes/subscribers']),
  ...pages('channels', ['2/recipes/permissions']),
  view('groups', 'groups/all'),
  {
    ...view('group', 'groups/all'),
    prepare: async (page) => {
      await shown(page)
      await page.locator('.split-line a').first().click()
      await page.locator('.split-head').waitFor()
    },
  },
  ...pages('settings', settings),
  ...pages('organization', organization),
  dialog('new-channel', 'channels/all', '.split-tools .button'),
  dialog('new-group', 'groups/all', '.split-tools .button'),
  dialog('invite', 'organization/invitations', '.button'),
  dialog('new-bot', 'organization/bots', '.list-tools .button'),
  dialog('new-default-group', 'organization/default-channels-list', '.setting-section .button'),
  dialog('close-organization', 'organization/organization-profile', '.button.danger'),
  dialog('change-password', 'settings/account-and-privacy', '.setting-section + .setting-section .button'),
  {
    name: 'api-reference',
    path: '/api/docs',
    prepare: (page) => page.getByRole('heading', { name: 'Confab API' }).waitFor(),
  },
  {
    name: 'api-reference-call',
    path: '/api/docs#tag/messages/GET/api/v1/messages/{message_id}/history',
    prepare: async (page) => {
      const call = page.getByRole('region', { name: 'Get a message' }).last()
      await call.getByRole('button', { name: /^200/ }).click()
      await call.getByText('message_history').last().waitFor()
    },
  },
]
