// What opens above pages, or in them when something is done: dialogs, menus, cards, fields with something in them. Whatever is clicked is named
// by its icon, so that it is found in each language.
import type { Page } from 'playwright-core'
import { shown, type Screenshot } from './screenshot-pages'

/** What somebody does: clicks what a selector finds first, focuses the last of what one finds, presses a key, or types. */
type Step = { click: string } | { focus: string } | { press: string } | { type: string }

type Person = NonNullable<Screenshot['person']>
const conversation = 'narrow/channel/2-recipes/topic/sourdough.20in.20winter'

/** @param until what is there then; a dialog, if not said */
function opened(
  person: Person,
  name: string,
  address: string,
  steps: readonly Step[],
  until = 'dialog[open], [role=dialog]',
): Screenshot {
  return {
    name,
    person,
    path: `/#${address}`,
    prepare: async (page) => {
      if (steps.length > 0) await shown(page)
      for (const step of steps) await take(page, step)
      await page.locator(until).filter({ visible: true }).first().waitFor()
    },
  }
}

async function take(page: Page, step: Step): Promise<void> {
  if ('press' in step) await page.keyboard.press(step.press)
  else if ('type' in step) await page.keyboard.type(step.type)
  else if ('focus' in step) await page.locator(step.focus).last().focus()
  else await page.locator(step.click).filter({ visible: true }).first().click()
}

const withIcon = (icon: string, inside = ''): Step => ({ click: `${inside} button:has(.lucide-${icon})` })
/** The last message, and what its menu leads to. */
const inMenu = (icon: string): Step[] => [
  { focus: 'main [data-message-id]' },
  { press: 'i' },
  { click: `[role=menuitem]:has(.lucide-${icon})` },
]
/** In place of what is still there of the last time. */
const into = (words: string): Step[] => [
  { click: '.compose textarea' },
  { press: 'Control+a' },
  words === '' ? { press: 'Backspace' } : { type: words },
]
const empty = into('')

const writing: readonly Screenshot[] = [
  opened('Priya Raman', 'emoji-picker', conversation, [...empty, withIcon('smile', '.compose')]),
  opened('Priya Raman', 'poll', conversation, [...empty, withIcon('chart-column', '.compose')]),
  opened('Priya Raman', 'todo', conversation, [...empty, withIcon('list-checks', '.compose')]),
  opened('Priya Raman', 'time', conversation, [...empty, withIcon('clock', '.compose .toolbar')]),
  opened(
    'Priya Raman',
    'snippets',
    conversation,
    [...empty, withIcon('text-quote', '.compose')],
    '[role=menu]',
  ),
  opened('Priya Raman', 'suggestions', conversation, into('Ask @'), '[role=listbox]'),
  opened('Priya Raman', 'warnings', conversation, into('@**Emil Brandt** The oven is free. '), '.warning'),
  opened(
    'Priya Raman',
    'preview',
    conversation,
    [...into('**Now**: `oven 2`'), withIcon('eye', '.compose')],
    '.compose-preview',
  ),
  opened('Priya Raman', 'schedule', conversation, [
    ...into('Good morning'),
    withIcon('calendar-clock', '.compose'),
  ]),
  opened('Priya Raman', 'destination', conversation, [{ click: '.compose-to' }], '.compose input'),
  opened('Priya Raman', 'new-conversation', 'feed', [{ press: 'c' }]),
]

const acting: readonly Screenshot[] = [
  opened('Jonas Okafor', 'reminder', conversation, inMenu('alarm-clock')),
  opened('Jonas Okafor', 'receipts', conversation, inMenu('eye')),
  opened('Jonas Okafor', 'move', conversation, inMenu('move-right')),
  opened(
    'Jonas Okafor',
    'topic-menu',
    conversation,
    [withIcon('ellipsis-vertical', '.view-head')],
    '[role=menu]',
  ),
  opened(
    'Jonas Okafor',
    'channel-menu',
    'narrow/channel/2-recipes',
    [withIcon('ellipsis-vertical', '.view-head')],
    '[role=menu]',
  ),
  opened('Jonas Okafor', 'lightbox', conversation, [{ click: '.message_inline_image img' }]),
]

const finding: readonly Screenshot[] = [
  opened('Priya Raman', 'shortcuts', 'inbox', [{ press: '?' }]),
  opened('Priya Raman', 'search-suggestions', 'inbox', [{ press: '/' }, { type: 'is:' }], '[role=option]'),
  opened('Priya Raman', 'nothing-found', 'narrow/search/octopus', [], '.empty-state'),
  opened('Priya Raman', 'no-such-channel', 'narrow/channel/999-attic', [], '.empty-state'),
]

const people: readonly Screenshot[] = [
  opened(
    'Priya Raman',
    'profile',
    'feed',
    [{ click: 'article.first button' }, withIcon('user-round', '[role=dialog]')],
    'dialog[open]',
  ),
  opened('Priya Raman', 'group-card', 'narrow/is/mentioned', [
    { focus: '.user-group-mention' },
    { press: 'Enter' },
  ]),
]

/** What waits for Mara goes on waiting: she opens no conversation. */
const administering: readonly Screenshot[] = [
  opened('Mara Lindqvist', 'organization-menu', 'inbox', [{ press: 'g' }], '[role=menu]'),
  opened('Mara Lindqvist', 'change-e-mail', 'settings/account-and-privacy', [
    { click: 'main .setting-section .button' },
  ]),
  opened('Mara Lindqvist', 'deactivate-account', 'settings/account-and-privacy', [
    { click: 'main .button.danger' },
  ]),
  opened('Mara Lindqvist', 'new-snippet', 'settings/snippets', [{ click: 'main .button' }]),
  opened('Mara Lindqvist', 'new-linkifier', 'organization/linkifier-settings', [{ click: 'main .button' }]),
  opened('Mara Lindqvist', 'new-playground', 'organization/playground-settings', [{ click: 'main .button' }]),
  opened('Mara Lindqvist', 'new-field', 'organization/profile-field-settings', [{ click: 'main .button' }]),
  opened('Mara Lindqvist', 'edit-folder', 'organization/channel-folders', [withIcon('pencil', 'main')]),
  opened(
    'Mara Lindqvist',
    'person-menu',
    'organization/users',
    [withIcon('ellipsis', 'main')],
    '[role=menu]',
  ),
  opened('Mara Lindqvist', 'edit-person', 'organization/users', [
    withIcon('ellipsis', 'main'),
    { click: '[role=menuitem]:first-child' },
  ]),
  opened('Mara Lindqvist', 'archive-channel', 'channels/2/recipes/general', [
    { click: 'main .button.danger' },
  ]),
]

/** What those see who may not change it. */
const members: readonly Screenshot[] = [
  'organization-permissions',
  'organization-settings',
  'users',
  'default-channels-list',
].flatMap((page) => [
  opened('Priya Raman', `member-${page}`, `organization/${page}`, [], '.pages-page'),
  opened('Emil Brandt', `guest-${page}`, `organization/${page}`, [], '.pages-page'),
])

export const dialogs = [...writing, ...acting, ...finding, ...people, ...administering, ...members]
