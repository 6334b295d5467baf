// The browser of tests, screenshots and measurements: one Chromium for each process, started when it is first needed.
import type { Browser, BrowserContext } from 'playwright-core'
import { ownPage } from './browser'
import { installedChromium } from './chromium-executable'

/** Widths and heights at which everything has to look right, in CSS pixels. */
export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1400, height: 900 },
} as const

/** How a window is: `desktop`, light, English, in UTC, without animations, if not said otherwise. */
export interface ContextOptions {
  /** Whether the client's service worker runs; where it does, what it asks for is out of sight of `page.route`. */
  serviceWorkers?: 'allow' | 'block'
  /** A phone is touched. */
  size?: keyof typeof sizes
  colorScheme?: 'light' | 'dark'
  /** As in `Accept-Language`. */
  locale?: string
  timezoneId?: string
  /** `no-preference` has animations. */
  reducedMotion?: 'reduce' | 'no-preference'
  /** `active` has the few colours that somebody has chosen for all programs. */
  forcedColors?: 'active' | 'none'
}

let running: Promise<Browser> | undefined

/**
 * The one browser of this process, or another one where that has ended: `bun test` kills what a test has started that took
 * too long. Whoever is not a test ends it by `closeBrowser`; it ends with a killed process, too.
 */
export function openBrowser(): Promise<Browser> {
  return (running = (running ?? launch()).then((browser) => (browser.isConnected() ? browser : launch())))
}

/** Ends it, if it was ever needed. */
export async function closeBrowser(): Promise<void> {
  await (await running)?.close()
  running = undefined
}

/** A window with cookies of its own, whose pages are those of the server at `url`. */
export async function openContext(
  url: string,
  { size = 'desktop', ...options }: ContextOptions,
): Promise<BrowserContext> {
  const browser = await openBrowser()
  const { devices } = await import('playwright-core')
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    serviceWorkers: 'block',
    ...(size === 'phone' ? devices['Pixel 7'] : {}),
    viewport: sizes[size],
    ...options,
  })
  // What is waited for is named by the error, before the test that waits is over.
  context.setDefaultTimeout(60_000)
  return context
}

/** Logs a window in. @throws if somebody is not let in so. */
export async function logIn(context: BrowserContext, email: string, password: string): Promise<void> {
  const form = { username: email, password }
  const answer = await context.request.post('/json/accounts/login', { form, headers: ownPage })
  if (!answer.ok()) throw new Error(`${email} could not log in: ${await answer.text()}`)
}

async function launch(): Promise<Browser> {
  const [{ executable, environment }, { chromium }] = await Promise.all([
    installedChromium(),
    import('playwright-core'),
  ])
  return chromium.launch({
    executablePath: executable,
    args: flags,
    env: { ...process.env, ...environment },
    // Ours stop by themselves, and `bun test` has to hear that it is to stop.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

const flags = [
  // Nothing to draw on, and nobody else's machine to ask: whatever is not here is nowhere.
  '--disable-gpu',
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
  '--font-render-hinting=none',
]
