// What the pages of the settings say of a change that was saved: beside its control, for a moment only.
import type { Page } from 'playwright-core'

/**
 * Changes something, and sees it said that it was saved: by a note that was not there before. The page itself looks for it, from before the
 * change, since whoever looks from outside may be too late on a slow machine.
 */
export async function saves(page: Page, change: () => Promise<unknown>): Promise<void> {
  await page.evaluate(watchNotes)
  await change()
  await page.evaluate('globalThis.noteIsSeen')
}

const watchNotes = `globalThis.noteIsSeen = new Promise((resolve, reject) => {
  const notes = () => [...document.querySelectorAll('.save-note.saved')]
  let before = new Set(notes())
  const look = () => {
    const now = notes()
    if (now.some((note) => !before.has(note))) resolve()
    before = new Set(now.filter((note) => before.has(note)))
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] })
  setTimeout(() => reject(new Error('Nothing says that it was saved')), 30_000)
})
globalThis.noteIsSeen.catch(() => undefined)
undefined`
