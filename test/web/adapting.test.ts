// The client on small screens, enlarged, without motion, with few colours: nothing is cut off, nothing moves, everything can be told apart.
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { findings } from '../support/axe'
import { addChannel } from '../support/channels'
import { sendDirectly, sendToChannel } from '../support/messages'
import { scenario } from '../support/scenario'
import { until } from '../support/waiting'
import { openWindow } from '../support/windows'

const longName = 'Wolfeschlegelsteinhausenbergerdorff-'.repeat(2)
const { owner, server, ann, bob } = await scenario({ ann: 'member Ann Amber', bob: `member ${longName}` })
const open = await addChannel(owner, 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze', [owner, ann, bob])
const topic = 'Rindfleischetikettierungsueberwachungsaufgaben'
await sendToChannel(bob, open, `${'x'.repeat(300)} https://example.com/${'long/'.repeat(40)}`, topic)
await sendToChannel(
  bob,
  open,
  '| a | b | c | d | e | f | g | h |\n|-|-|-|-|-|-|-|-|\n| long cell | long cell | long cell | long cell | long cell | long cell | long cell | long cell |',
  topic,
)
await sendToChannel(bob, open, `\`\`\`\n${'code '.repeat(80)}\n\`\`\``, topic)
await sendDirectly(bob, [ann])
await ann.post('/drafts', {
  drafts: [{ type: 'stream', to: [open.id], topic, content: 'x'.repeat(200), timestamp: 1_700_000_000 }],
})

const views = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#scheduled',
  '#reminders',
  `#narrow/channel/${open.id}-x`,
  `#narrow/channel/${open.id}-x/topic/${topic}`,
  `#topics/channel/${open.id}-x`,
  `#narrow/dm/${bob.id}-x`,
  `#narrow/sender/${bob.id}-x/has/link/search/${'word'.repeat(20)}`,
  '#narrow/is/starred',
  '#channels/all',
  '#groups/all',
  '#settings/profile',
  '#settings/notifications',
]

/** What is wider than the page, beside what scrolls by itself; and buttons of the frame that are out of sight. */
const tooWide = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ['the page is ' + document.documentElement.scrollWidth] : []),
  ...[...document.querySelectorAll('main button, main a, main input, main textarea, main h1, main select')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    if (width === 0 || element.closest('.side:not(.open), .for-ears')) return false
    for (let around = element.parentElement; around; around = around.parentElement)
      if (around.scrollWidth > around.clientWidth && /auto|scroll/.test(getComputedStyle(around).overflowX)) return false
    return (left < -1 || right > innerWidth + 1) && !element.matches('.for-ears')
  }).map((element) => element.outerHTML.slice(0, 160)),
]`

async function look(page: Page, hash: string): Promise<string[]> {
  await page.goto(`/${hash}`)
  await page.getByRole('main').locator('h1').first().waitFor()
  await page.locator('main:has(.skeleton)').waitFor({ state: 'detached' })
  return (await page.evaluate<string[]>(tooWide)).map((found) => `${hash}: ${found}`)
}

test('nothing is wider than a phone of 320 pixels, and everything can be reached', async () => {
  const { page } = await openWindow(server, ann, { size: 'phone' })
  await page.setViewportSize({ width: 320, height: 640 })
  const wide: string[] = []
  for (const view of views) wide.push(...(await look(page, view)))
  expect(wide).toEqual([])
})

test('enlarged to 200 %, nothing scrolls sideways and nothing is lost', async () => {
  const { page } = await openWindow(server, ann)
  // A window of 1280 pixels has half as many for a page that is twice as large.
  await page.setViewportSize({ width: 640, height: 400 })
  const wide: string[] = []
  for (const view of views) wide.push(...(await look(page, view)))
  expect(wide).toEqual([])
  // The box stays in sight below what is read.
  await page.goto(`/#narrow/channel/${open.id}-x/topic/${topic}`)
  const box = page.getByRole('textbox', { name: 'Message', exact: true })
  await until(async () => {
    const place = await box.boundingBox()
    return place !== null && place.y + place.height <= 400
  })
  const feed = page.getByRole('region', { name: 'Messages' })
  await until(async () => ((await feed.boundingBox())?.height ?? 0) > 100)
})

test('whoever wants no motion sees none', async () => {
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    const { page } = await openWindow(server, ann, { size: 'phone', reducedMotion, at: '/#inbox' })
    await page.getByRole('button', { name: 'Show conversations' }).click()
    await page
      .getByRole('navigation', { name: 'Conversations' })
      .getByRole('link', { name: 'Inbox' })
      .waitFor()
    return page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('*')].map((element) =>
        Math.max(...getComputedStyle(element).transitionDuration.split(',').map(parseFloat))))`,
    )
  }
  expect(await moving('no-preference')).toBeGreaterThan(0.05)
  expect(await moving('reduce')).toBe(0)
})

test('with the few colours of a system, what has the focus, is chosen or is unread can still be told', async () => {
  const { page } = await openWindow(server, ann, { forcedColors: 'active', at: '/#inbox' })
  const link = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^Inbox/ })
  await link.waitFor()
  const looks = (selector: string) =>
    page.evaluate<string>(
      `(({ outlineStyle, borderTopStyle, backgroundColor, color }) => [outlineStyle, borderTopStyle, backgroundColor, color].join())(getComputedStyle(document.querySelector('${selector}')))`,
    )
  const [current, other] = await Promise.all(
    ['.side-row[aria-current]', '.side-row:not([aria-current])'].map(looks),
  )
  expect(current).not.toBe(other)
  await page.keyboard.press('Tab')
  expect(await looks(':focus')).not.toMatch(/^none/)
  expect(await findings(page)).toEqual([])
})
