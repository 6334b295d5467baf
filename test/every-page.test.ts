// Every page there is, as it is seen: axe finds nothing, nothing is wider than its screen, and who reads German is shown no English.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { screenshots, type Screenshot } from '../scripts/screenshot-pages'
import { startSites, type Sites } from '../scripts/screenshot-sites'
import { byWindow, turnTo } from '../scripts/screenshot-windows'
import { findings } from './support/axe'
import { englishIn } from './support/english-texts'
import { openWindow, type WindowOptions } from './support/windows'

setDefaultTimeout(240_000)

let sites: Sites
beforeAll(async () => {
  sites = await startSites()
})
afterAll(() => sites.stop())

/** The API reference is a program of others, in which axe finds what we can't change. */
const ours = screenshots.filter(({ path }) => typeof path !== 'string' || !path.startsWith('/api/docs'))

const looks: readonly (WindowOptions & { language: string })[] = [
  { language: 'en', colorScheme: 'light', size: 'desktop' },
  { language: 'de', colorScheme: 'dark', size: 'phone', locale: 'de-DE' },
]

for (const { language, ...look } of looks) {
  for (const [whose, pages] of byWindow(ours)) {
    test(`${whose}: every page, ${look.colorScheme}, ${look.size}, ${language}`, async () => {
      const [{ site = 'demo', person: name } = {}] = pages
      const person = sites.people.find((each) => each.name === name)
      await sites.speak(language)
      const { page, expectProblem } = await openWindow({ url: sites.urls[site] }, person, look)
      if (pages.some((each) => isRefused(each))) expectProblem(/status of 4/)
      const wrong: Record<string, string[]> = {}
      for (const [index, each] of pages.entries()) {
        await turnTo(page, each, pages[index - 1], sites.links).catch((error: unknown) => {
          throw new Error(`${each.name} is not shown`, { cause: error })
        })
        const found = await wrongWith(page, language)
        if (found.length > 0) wrong[each.name] = found
      }
      expect(wrong).toEqual({})
    })
  }
}

/** Pages that say why something can't be have the status for it. */
function isRefused({ name }: Screenshot): boolean {
  return /^new-server|^no-organization|^closed|^deactivated|-ended$/.test(name)
}

test('no page of the settings is missing in the list', async () => {
  const mara = sites.people.find(({ name }) => name === 'Mara Lindqvist')
  const { page } = await openWindow({ url: sites.urls.demo }, mara)
  for (const base of ['settings', 'organization']) {
    await page.goto(`/#${base}`)
    await page.locator(`.pages-list a[href^="#${base}/"]`).first().waitFor()
    const links = await page.locator(`.pages-list a[href^="#${base}/"]`).all()
    const addresses = await Promise.all(links.map(async (link) => `/${await link.getAttribute('href')}`))
    expect(ours.map(({ path }) => path)).toEqual(expect.arrayContaining(addresses))
  }
})

async function wrongWith(page: Page, language: string): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const isClient = new URL(page.url()).hash !== ''
  const tall = isClient
    ? await page.evaluate<number>('document.documentElement.scrollHeight - innerHeight')
    : 0
  // A row that has been scrolled half below a heading is a row at any other moment.
  const found = (await findings(page)).filter((each) => !each.includes('partially obscured'))
  return [
    ...found,
    ...(tall > 0 ? [`it is ${String(tall)} px too tall`] : []),
    ...(wide > 0 ? [`it is ${String(wide)} px too wide`] : []),
    ...(language === 'en' ? [] : await englishIn(page, language)),
  ]
}
