// `bun run screenshots [name …]`: pictures of all pages, in both themes and three widths, for people to look at.
// `--out FOLDER` puts them elsewhere than into screenshots/, `--theme dark` and `--size phone` take fewer.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { closeBrowser, logIn, openContext, sizes } from '../test/support/chromium'
import { screenshots, type Screenshot } from './screenshot-pages'
import { startSites } from './screenshot-sites'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'screenshots' },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    size: { type: 'string', multiple: true, default: Object.keys(sizes) },
  },
})

const themes = (['light', 'dark'] as const).filter((theme) => values.theme.includes(theme))
const widths = (['phone', 'tablet', 'desktop'] as const).filter((size) => values.size.includes(size))
const unknown = positionals.filter((wanted) => screenshots.every(({ name }) => name !== wanted))
if (unknown.length > 0) throw new Error(`scripts/screenshot-pages.ts has no ${unknown.join(', ')}`)

mkdirSync(values.out, { recursive: true })
const sites = await startSites()
try {
  for (const screenshot of screenshots) {
    if (positionals.length === 0 || positionals.includes(screenshot.name)) await take(screenshot)
  }
} finally {
  await closeBrowser()
  await sites.stop()
}

async function take({
  name,
  site = 'demo',
  path,
  person: who,
  prepare,
  whole = false,
}: Screenshot): Promise<void> {
  const person = sites.people.find((each) => each.name === who)
  for (const colorScheme of themes) {
    for (const size of widths) {
      const context = await openContext(sites.urls[site], { colorScheme, size })
      if (person) await logIn(context, person.email, person.password)
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(`${name}: ${error.stack ?? error.message}`))
      await page.goto(typeof path === 'string' ? path : path(sites.links))
      await prepare?.(page, sites.links)
      const file = join(values.out, `${name}.${colorScheme}.${size}.png`)
      await page.screenshot({ path: file, fullPage: whole })
      await context.close()
      console.log(file)
    }
  }
}
