// `bun run screenshots [name …]`: pictures of all pages, in both themes and three widths, for people to look at.
// `--out FOLDER` puts them elsewhere than into screenshots/, `--theme dark` and `--size phone` take fewer, `--language de` others;
// all may be given more than once.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeBrowser, logIn, openContext, sizes, type ContextOptions } from '../test/support/chromium'
import { dialogs } from './screenshot-dialogs'
import { screenshots, type Screenshot } from './screenshot-pages'
import { startSites } from './screenshot-sites'
import { byWindow, turnTo } from './screenshot-windows'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'screenshots' },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    size: { type: 'string', multiple: true, default: Object.keys(sizes) },
    language: { type: 'string', multiple: true, default: ['en'] },
  },
})

type Look = Required<Pick<ContextOptions, 'colorScheme' | 'size'>> & { language: string }
const themes = (['light', 'dark'] as const).filter((theme) => values.theme.includes(theme))
const widths = (['phone', 'tablet', 'desktop'] as const).filter((size) => values.size.includes(size))
const all = [...screenshots, ...dialogs]
const unknown = positionals.filter((wanted) => all.every(({ name }) => name !== wanted))
if (unknown.length > 0) throw new Error(`scripts/screenshot-pages.ts has no ${unknown.join(', ')}`)

mkdirSync(values.out, { recursive: true })
const wanted = all.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
const sites = await startSites()
try {
  for (const language of values.language) {
    await sites.speak(language)
    for (const pages of byWindow(wanted).values())
      for (const colorScheme of themes)
        for (const size of widths) await take(pages, { colorScheme, size, language })
  }
} finally {
  await closeBrowser()
  await sites.stop()
}

/** Takes pictures of what one window shows. */
async function take(pages: readonly Screenshot[], { language, ...look }: Look): Promise<void> {
  const [{ site = 'demo', person: who } = {}] = pages
  const person = sites.people.find((each) => each.name === who)
  const context = await openContext(sites.urls[site], { ...look, locale: language })
  if (person) await logIn(context, person.email, person.password)
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.stack ?? error.message}`))
  for (const [index, screenshot] of pages.entries()) {
    const { name, whole = false } = screenshot
    const file = join(values.out, `${name}.${look.colorScheme}.${look.size}${suffixOf(language)}.png`)
    try {
      await turnTo(page, screenshot, pages[index - 1], sites.links)
      await page.screenshot({ path: file, fullPage: whole, timeout: 120_000 })
      console.log(file)
    } catch (error) {
      // The others are to be looked at all the same.
      console.error(file, error)
      process.exitCode = 1
    }
  }
  await context.close()
}

/** English is what pictures are of, if nothing is said. */
function suffixOf(language: string): string {
  return language === 'en' ? '' : `.${language}`
}
