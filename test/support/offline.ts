// Windows that lose the network.
import type { Window } from './windows'

/**
 * Takes the network away from a window, which says so then. First there is what the client loads by itself once its first view is there:
 * a browser never asks again for a script that was on its way.
 */
export async function goOffline({ page, context }: Pick<Window, 'page' | 'context'>): Promise<void> {
  await page.locator('html[data-parts=loaded]').waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline.', { exact: false }).waitFor()
}
