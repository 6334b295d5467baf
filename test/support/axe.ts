// Whether a page can be used by everybody, as far as axe can tell: WCAG 2.2 AA, and the landmarks that screen readers go by.
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Addresses of the client's views begin with `#`, too: axe takes links to them that are out of sight for skip links. */
const otherwise = { 'skip-link': { enabled: false } }

/**
 * What axe has against a page as it is now, to be empty.
 * @param within selector of the part that is meant; the whole page, if not said
 * @returns rule and element of each finding: `color-contrast: .soft (Expected …)`
 */
export async function findings(page: Page, within?: string): Promise<string[]> {
  // What is looked at may be loaded first, as many dialogs are.
  if (within !== undefined) await page.locator(within).first().waitFor()
  // No content security policy stops what the debugger evaluates.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${within === undefined ? 'document' : JSON.stringify(within)}, ${JSON.stringify({ runOnly: tags, resultTypes: ['violations'], rules: otherwise })})`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} (${failureSummary ?? ''})`),
  )
}
