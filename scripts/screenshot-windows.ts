// Windows that show one page after the other: those of one site and person, without loading the client anew for each.
import type { Page } from 'playwright-core'
import { shown, type Screenshot } from './screenshot-pages'
import type { Links } from './screenshot-sites'

/** The pages by the window that shows them. */
export function byWindow(pages: readonly Screenshot[]): Map<string, Screenshot[]> {
  return Map.groupBy(pages, ({ site = 'demo', person = 'nobody' }) => `${site} ${person}`)
}

/** Goes on to a page as people do, without loading the client again, but where the last one was left with something open. */
export async function turnTo(
  page: Page,
  { path, prepare }: Screenshot,
  last: Screenshot | undefined,
  links: Links,
): Promise<void> {
  const address = typeof path === 'string' ? path : path(links)
  const isClient = address.startsWith('/#')
  const isOpen = last !== undefined && last.path === path
  const isFresh = !isClient || isOpen || (last?.prepare !== undefined && last.prepare !== shown)
  if (isFresh) await page.goto('about:blank')
  const before = isFresh ? '' : await title(page)
  await page.goto(address)
  if (isClient) {
    await page.evaluate(titleOtherThan(before))
    await page.locator(':is(.pages-page, .feed-view) > .skeleton').waitFor({ state: 'detached' })
  }
  await prepare?.(page, links)
}

/** Without the count of what is unread. */
const titleOf = String.raw`document.title.replace(/^\(\d+\) /, '')`

/** Resolves once there is another title. */
function titleOtherThan(before: string): string {
  return `new Promise((resolve) => {
    const look = () => ${titleOf} !== ${JSON.stringify(before)} && resolve()
    new MutationObserver(look).observe(document.head, { subtree: true, childList: true, characterData: true })
    look()
  })`
}

function title(page: Page): Promise<string> {
  return page.evaluate<string>(titleOf)
}
