// `bun run screenshots [name …]`: pictures of the demo organization's pages, in both themes and three widths, for people to look at.
// `--out FOLDER` puts them elsewhere than into screenshots/, `--theme dark` and `--size phone` take fewer.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { generatePassword } from '../src/cli/password'
import { makeDemo, type DemoPerson } from '../src/demo/making'
import { PastClock, systemClock } from '../src/organization/clock'
import { defaultRules } from '../src/organization/rules'
import { startServer } from '../src/server'
import { closeBrowser, logIn, openContext, sizes } from '../test/support/chromium'
import { screenshots, type Screenshot } from './screenshot-pages'

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
const clock = new PastClock(systemClock)
const folder = mkdtempSync(join(tmpdir(), 'confab-screenshots-'))
const server = await startServer({
  dataFolder: folder,
  host: '127.0.0.1',
  port: 0,
  domain: undefined,
  clock,
  log: pino({ level: 'warn' }, pino.destination(2)),
  userRateLimit: undefined,
  loginLimits: undefined,
  trustedProxies: [],
  rules: defaultRules,
  random: Math.random,
})
try {
  const people = await makeDemo(server.url, server.organizations, clock, generatePassword)
  await server.settled()
  for (const screenshot of screenshots) {
    if (positionals.length === 0 || positionals.includes(screenshot.name)) await take(screenshot, people)
  }
} finally {
  await closeBrowser()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function take(screenshot: Screenshot, people: readonly DemoPerson[]): Promise<void> {
  const { name, path, person: who, prepare, whole = false } = screenshot
  const person = people.find((each) => each.name === who)
  for (const colorScheme of themes) {
    for (const size of widths) {
      const context = await openContext(server.url, { colorScheme, size })
      if (person) await logIn(context, person.email, person.password)
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(`${path}: ${error.stack ?? error.message}`))
      await page.goto(path)
      await prepare?.(page)
      const file = join(values.out, `${name}.${colorScheme}.${size}.png`)
      await page.screenshot({ path: file, fullPage: whole })
      await context.close()
      console.log(file)
    }
  }
}
