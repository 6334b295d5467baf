// What `bun run screenshots` takes pictures of. A new page is a line here.
import type { Page } from 'playwright-core'
import type { cast } from '../src/demo/cast'

export interface Screenshot {
  /** Of its files: `log-in.dark.phone.png`. */
  name: string
  path: string
  /** Who of the demo's people looks; nobody who is logged in, if undefined. */
  person?: (typeof cast)[number]['name']
  /** What is waited for and done before: until the page shows what it is about, such as an open menu. */
  prepare?: (page: Page) => Promise<unknown>
  /** All of the page, as far as it can be scrolled; else what is seen at once. */
  whole?: boolean
}

/** Once it shows what the server has, and not only its frame. */
async function shown(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor()
  await page.locator('main').locator('article, li, form, table, section, .empty-state').first().waitFor()
}

/** A view of the web client, as Priya sees it. */
function view(name: string, address: string): Screenshot {
  return { name, path: `/#${address}`, person: 'Priya Raman', prepare: shown }
}

/** Pages below an address, as Mara sees them, who owns the organization. */
function pages(base: string, names: readonly string[]): Screenshot[] {
  return names.map((page) => ({
    name: `${base}-${page}`,
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
  { name: 'log-in', path: '/login', whole: true },
  { name: 'register', path: '/register', whole: true },
  { name: 'reset-password', path: '/reset-password', whole: true },
  view('inbox', 'inbox'),
  view('feed', 'feed'),
  view('channel', 'narrow/channel/2-recipes'),
  view('conversation', 'narrow/channel/2-recipes/topic/sourdough.20in.20winter'),
  view('direct', 'narrow/dm/3-Jonas-Okafor'),
  view('recent', 'recent'),
  view('drafts', 'drafts'),
  view('scheduled', 'scheduled'),
  view('reminders', 'reminders'),
  {
    ...view('switcher', 'inbox'),
    prepare: async (page) => {
      await shown(page)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('ov')
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
  view('groups', 'groups/all'),
  ...pages('settings', settings),
  ...pages('organization', organization),
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
