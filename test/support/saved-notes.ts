// What the pages of the settings say of a change that was saved: beside its control, for a moment only.
import type { Page } from 'playwright-core'

/** Changes something, and sees it said that it was saved. It is looked for from before the change: a slow machine may look too late after it. */
export async function saves(page: Page, change: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.locator('.save-note.saved').first().waitFor(), change()])
}
