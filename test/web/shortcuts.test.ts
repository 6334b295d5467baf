// Every shortcut that `?` lists does what is said there: each is read from the list, pressed, and its effect seen.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { sendDirectly, sendToChannel } from '../support/messages'
import { png } from '../support/pictures'
import { scenario } from '../support/scenario'
import { until } from '../support/waiting'
import { openWindow } from '../support/windows'

const { owner, server, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: 'member Bob Beta' })
const alpha = await addChannel(owner, 'alpha', [owner, ann, bob])
const beta = await addChannel(owner, 'beta', [owner, ann, bob])
for (let n = 0; n < 40; n++) await sendToChannel(bob, alpha, `Line ${n}\n\nand more`, 'long')
const { body: file } = await bob.upload(
  '/user_uploads',
  png(60, 40, () => [9, 90, 90, 255]),
  { name: 'a.png' },
)
const picture = await sendToChannel(bob, alpha, `[a.png](${String(file['url'])})`, 'long')
await server.server.settled()
const own = await sendToChannel(ann, alpha, 'My own words', 'long')
await ann.patch(`/messages/${own}`, { content: 'My very own words' })
await bob.post(`/messages/${own}/reactions`, { emoji_name: 'octopus' })
await ann.post('/mark_all_as_read')
await sendToChannel(bob, beta, 'Elsewhere', 'followed')
await sendDirectly(bob, [ann])
await ann.post('/user_topics', { stream_id: beta.id, topic: 'followed', visibility_policy: 3 })
// What is unread stays so, however often it is seen.
await ann.patch('/settings', { web_mark_read_on_scroll_policy: 3, web_escape_navigates_to_home_view: true })

const topic = `#narrow/channel/${alpha.id}-alpha/topic/long`

/** What a shortcut does. */
interface Trial {
  /** Where it is tried; the long topic, if not said. */
  at?: string
  /** What is done before. */
  before?: (page: Page) => Promise<unknown>
  /** Ends when it is seen to have been done. */
  seen: (page: Page) => Promise<unknown>
}
type Trials = Readonly<Record<string, Trial>>

const row = (page: Page, id: number) => page.locator(`[data-message-id="${id}"]`)
const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const onRow =
  (id: number) =>
  async (page: Page): Promise<void> => {
    await row(page, id).focus()
  }
const leadsTo = (hash: string | RegExp, at?: string): Trial => ({
  ...(at === undefined ? {} : { at }),
  seen: (page) =>
    page.waitForURL((url) => (typeof hash === 'string' ? url.hash === hash : hash.test(url.hash))),
})
const opens = (
  role: 'dialog' | 'menu' | 'combobox',
  name: string | RegExp,
  before?: Trial['before'],
): Trial => ({
  ...(before ? { before } : {}),
  seen: (page) => page.getByRole(role, { name }).first().waitFor(),
})
/** A reaction that is one's own. */
const ownReaction = (page: Page, id: number) =>
  row(page, id).getByRole('group', { name: 'Reactions' }).getByRole('button', { pressed: true })
const hasFocus = (page: Page, selector: string) => page.locator(`${selector}:focus`).waitFor()
/**
 * Where one is in the feed, the further down the more: by the first row in sight, as rows that are drawn above it meanwhile change how far the
 * feed is scrolled, but not what is seen.
 */
const placeIn = (page: Page) =>
  page.evaluate<number>(`(() => {
    const { top } = document.querySelector('.feed').getBoundingClientRect()
    const row = [...document.querySelectorAll('.feed [data-message-id]')].find((each) => each.getBoundingClientRect().bottom > top)
    return row.dataset.messageId * 100_000 - (row.getBoundingClientRect().top - top)
  })()`)

/** Goes where there is something to scroll at both ends, as soon as so much is drawn; whether it is still there two frames later. */
const toTheMiddle = `new Promise((resolve) => {
  const feed = document.querySelector('.feed')
  const room = () => feed.scrollHeight - feed.clientHeight
  feed.scrollTop = room() / 2
  const look = () => resolve(Math.min(feed.scrollTop, room() - feed.scrollTop) > 200)
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

/** Scrolls, from a place in the middle. */
function scrolls(direction: 1 | -1): Trial {
  let from = 0
  return {
    async before(page) {
      await until(() => page.evaluate<boolean>(toTheMiddle))
      await page.locator('.feed').focus()
      from = await placeIn(page)
    },
    seen: (page) => until(async () => Math.sign((await placeIn(page)) - from) === direction),
  }
}

/** Puts marks around what is selected in the box. */
const formats = (result: string): Trial => ({
  async before(page) {
    await box(page).fill('words')
    await page.keyboard.press('Control+a')
  },
  seen: (page) => until(async () => (await box(page).inputValue()).replaceAll('\n', '') === result),
})

const flags = async (id: number): Promise<string> =>
  JSON.stringify((await ann.get(`/messages/${id}`)).body['message'])

const trials: Readonly<Record<string, Trials>> = {
  General: {
    'Show keyboard shortcuts': opens('dialog', 'Keyboard shortcuts'),
  },
  'Finding the way': {
    'Filter conversations': { seen: (page) => hasFocus(page, '.side-filter input') },
    Search: opens('combobox', 'Search messages'),
    'Go to a conversation or view': opens('combobox', 'Go to a conversation or view'),
    Inbox: leadsTo('#inbox'),
    'Recent conversations': leadsTo('#recent'),
    'Combined feed': leadsTo('#feed'),
    'Starred messages': leadsTo('#narrow/is/starred'),
    Drafts: leadsTo('#drafts'),
    'All direct messages': leadsTo('#narrow/is/dm'),
    'Next unread topic': leadsTo(/topic\/followed/),
    'Next unread followed topic': leadsTo(/topic\/followed/),
    'Next unread direct messages': leadsTo(/^#narrow\/dm\//),
    'Previous channel': leadsTo(/channel\/\d+-beta/),
    'Next channel': leadsTo(/channel\/\d+-beta/),
    'The whole channel of a topic': leadsTo(`#narrow/channel/${alpha.id}-alpha`),
    'All topics': leadsTo(`#topics/channel/${alpha.id}-alpha`),
    'Home view': leadsTo('#inbox'),
    'Main menu': opens('menu', /.*/),
  },
  Reading: {
    'Next message': { before: onRow(picture), seen: (page) => hasFocus(page, `[data-message-id="${own}"]`) },
    'Previous message': {
      before: onRow(own),
      seen: (page) => hasFocus(page, `[data-message-id="${picture}"]`),
    },
    'Scroll down': scrolls(1),
    'Scroll up': scrolls(-1),
    'Newest message': {
      before: onRow(picture),
      seen: (page) => hasFocus(page, `[data-message-id="${own}"]`),
    },
    'Oldest message': { seen: (page) => page.locator('article:focus', { hasText: /Line 0/ }).waitFor() },
  },
  Writing: {
    'Leave the field': { before: (page) => box(page).focus(), seen: (page) => hasFocus(page, 'main') },
    'Write a message': { seen: (page) => hasFocus(page, 'textarea') },
    'Write a direct message': {
      seen: (page) => page.getByRole('combobox', { name: 'Add somebody' }).waitFor(),
    },
    Bold: formats('**words**'),
    Italic: formats('*words*'),
    'Strike through': formats('~~words~~'),
    Link: formats('[words](url)'),
    Code: formats('`words`'),
    List: formats('- words'),
    'Numbered list': formats('1. words'),
    'Edit your last message (in the empty box)': {
      async before(page) {
        await box(page).fill('')
        // Where it goes was changed by the keys before: it goes here again.
        await page.reload()
        await row(page, own).waitFor()
        await box(page).focus()
      },
      seen: (page) => page.getByRole('textbox', { name: 'Edited message' }).waitFor(),
    },
  },
  'For the selected message': {
    Reply: { before: onRow(picture), seen: (page) => hasFocus(page, 'textarea') },
    Quote: {
      before: onRow(own),
      seen: (page) => until(async () => (await box(page).inputValue()).includes('My very own words')),
    },
    'Add a reaction': opens('dialog', /emoji/i, onRow(own)),
    'React with thumbs up': { before: onRow(picture), seen: (page) => ownReaction(page, picture).waitFor() },
    'React as the first one did': { before: onRow(own), seen: (page) => ownReaction(page, own).waitFor() },
    Star: {
      before: onRow(picture),
      seen: () => until(async () => (await flags(picture)).includes('"starred"')),
    },
    Edit: {
      before: onRow(own),
      seen: (page) => page.getByRole('textbox', { name: 'Edited message' }).waitFor(),
    },
    'Move messages': opens('dialog', 'Move messages', onRow(own)),
    'More about this message': opens('menu', 'Message', onRow(own)),
    'Who wrote it': opens('dialog', 'Bob Beta', onRow(picture)),
    'Show pictures': opens('dialog', 'Pictures', onRow(picture)),
    'Go to its conversation': { at: '#feed', before: onRow(own), ...leadsTo(topic) },
    'Mute its topic, or not': {
      before: onRow(own),
      seen: (page) => page.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Muted' }).waitFor(),
    },
    'Mark as unread from here': {
      async before(page) {
        await ann.post('/messages/flags', { messages: [picture], op: 'add', flag: 'read' })
        await row(page, picture).focus()
      },
      seen: () => until(async () => !(await flags(picture)).includes('"read"')),
    },
    'Copy link': {
      before: onRow(picture),
      seen: (page) =>
        until(async () =>
          String(await page.evaluate('navigator.clipboard.readText()')).endsWith(`/near/${picture}`),
        ),
    },
    'Who has read this': opens('dialog', 'Who has read this', onRow(own)),
    'Edit history': opens('dialog', 'Edit history', onRow(own)),
    Delete: opens('dialog', 'Delete this message?', onRow(own)),
  },
  'In lists': {
    'Next row': { at: '#inbox', seen: (page) => hasFocus(page, 'main a') },
    'Previous row': { at: '#inbox', seen: (page) => hasFocus(page, 'main a') },
  },
}

/** As `Page.press` wants a combination that stands in the list. */
function asPressed(names: readonly string[]): string {
  const signs: Readonly<Record<string, string>> = {
    Ctrl: 'Control',
    Esc: 'Escape',
    Del: 'Delete',
    PgUp: 'PageUp',
    PgDn: 'PageDown',
    '↵': 'Enter',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
  }
  const hasShift = names.includes('Shift')
  const key = (name: string) => (/^[A-Z]$/.test(name) && !hasShift ? name.toLowerCase() : name)
  return names.map((name) => signs[name] ?? key(name)).join('+')
}

interface Listed {
  area: string
  label: string
  keys: string[][]
}

const listed = `[...document.querySelectorAll('.shortcut-areas section')].flatMap((section) =>
  [...section.querySelectorAll('dt')].map((label) => ({
    area: section.querySelector('h3').textContent,
    label: label.textContent,
    keys: [...label.nextElementSibling.querySelectorAll('.keys')].map((keys) =>
      [...keys.querySelectorAll('kbd')].map((key) => key.textContent)),
  })))`

async function readList(page: Page): Promise<Listed[]> {
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  const list = await page.evaluate<Listed[]>(listed)
  await closeAll(page)
  return list
}

/** Whatever the last shortcut has opened. */
async function closeAll(page: Page): Promise<void> {
  const open = page.locator('dialog:modal, [role=menu], [role=dialog]')
  while ((await open.count()) > 0) await page.keyboard.press('Escape')
}

test('the list of shortcuts has what is tried here, and nothing else', async () => {
  const { page } = await openWindow(server, ann, { at: `/${topic}` })
  const list = await readList(page)
  const tried = Object.entries(trials).flatMap(([name, those]) =>
    Object.keys(those).map((label) => `${name}: ${label}`),
  )
  expect(list.map((each) => `${each.area}: ${each.label}`).toSorted()).toEqual(tried.toSorted())
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await findings(page)).toEqual([])
})

for (const [name, those] of Object.entries(trials))
  test(`each key does what the list says: ${name}`, async () => {
    const { page, context } = await openWindow(server, ann, { at: `/${topic}` })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const list = (await readList(page)).filter((each) => each.area === name)
    for (const { label, keys } of list) {
      const trial = those[label]
      if (!trial) throw new Error(`Not tried: ${label}`)
      for (const combination of keys) {
        await page.goto(`/${trial.at ?? topic}`)
        await page.getByRole('main').locator('article, .inbox-row, .empty-state').first().waitFor()
        await page.locator('main').focus()
        await trial.before?.(page)
        await page.keyboard.press(asPressed(combination))
        await trial.seen(page).catch((error: unknown) => {
          throw new Error(`${label} by ${combination.join('+')}`, { cause: error })
        })
        await closeAll(page)
        // A toggle is taken back.
        if (['Star', 'React with thumbs up', 'Mute its topic, or not'].includes(label)) {
          await page.keyboard.press(asPressed(combination))
        }
      }
    }
  }, 240_000)
