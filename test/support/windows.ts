// Windows of a real browser for tests: each is somebody's, with cookies of its own, and a test fails that ends with something
// wrong in one of them: errors of scripts, on the console, of the content security policy, or a look at another server.
import { onTestFinished } from 'bun:test'
import type { BrowserContext, Page } from 'playwright-core'
import { logIn, openContext, type ContextOptions } from './chromium'
import type { Client } from './client'
import { password, type TestServer } from './server'
import { eventually, until } from './waiting'

/** How a window is. */
export interface WindowOptions extends ContextOptions {
  /** Where it begins; it stays empty if not said. */
  at?: string
}

/** Somebody's browser, with one page, which may open others. */
export interface Window {
  page: Page
  context: BrowserContext
  /**
   * Says that something like this will be wrong in this window. It then has to be.
   * @param sign part of what is reported: `console: …`, `page: …`, `policy: …` or `elsewhere: …`
   */
  expectProblem(sign: RegExp): void
}

/**
 * Opens a window for the length of the running test.
 * @param person who is logged in there, with everybody's password if they have none of their own; nobody, if undefined
 */
export async function openWindow(
  server: Pick<TestServer, 'url'>,
  person?: Pick<Client, 'email'> & { password?: string },
  { at, ...options }: WindowOptions = {},
): Promise<Window> {
  const context = await openContext(server.url, options)
  const problems: string[] = []
  const expected: RegExp[] = []
  onTestFinished(async () => {
    await untilReported(expected, problems)
    await context.close()
    assertOnly(expected, problems)
  })
  await watch(context, server.url, problems)
  if (person) await logIn(context, person.email, person.password ?? password)
  const page = await context.newPage()
  waitForViews(page)
  if (at !== undefined) await page.goto(at)
  return { page, context, expectProblem: (sign) => void expected.push(sign) }
}

/** Whoever goes to another view of the client is there once it is drawn: what is done before is done in the one before. */
function waitForViews(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    const isView = answer === null && url.includes('#')
    if (isView) await until(async () => await page.evaluate<boolean>(isShown))
    return answer
  }
}

const isShown = `(({ dataset }) => dataset.address === undefined || dataset.address === location.hash)(document.documentElement)`

/** Collects what goes wrong in all pages of a window. */
async function watch(context: BrowserContext, own: string, problems: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error')
      problems.push(`console: ${message.text()} (${message.location().url || 'no address'})`)
  })
  context.on('weberror', (thrown) => problems.push(`page: ${thrown.error().stack || thrown.error().message}`))
  context.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && new URL(request.url()).host !== new URL(own).host)
      problems.push(`elsewhere: ${request.url()}`)
  })
  await context.exposeFunction(reporter, (violation: string) => void problems.push(`policy: ${violation}`))
  await context.addInitScript({ content: reportViolations })
}

const reporter = 'reportToTheTest'
/** The console says some of them, too, but not those of policies that only report. */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => {
  const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber } = event
  window.${reporter}([effectiveDirective, blockedURI, sample, sourceFile + ':' + lineNumber].join(' '))
})`

const longestReport = 10_000

/** The browser tells of a problem a moment after what caused it. */
async function untilReported(expected: readonly RegExp[], problems: readonly string[]): Promise<void> {
  const givesUpAt = performance.now() + longestReport
  await eventually(() => missing(expected, problems).length === 0 || performance.now() > givesUpAt)
}

function missing(expected: readonly RegExp[], problems: readonly string[]): RegExp[] {
  return expected.filter((sign) => !problems.some((problem) => sign.test(problem)))
}

function assertOnly(expected: readonly RegExp[], problems: readonly string[]): void {
  const surprising = problems.filter((problem) => !expected.some((sign) => sign.test(problem)))
  if (surprising.length > 0) throw new Error(`In the browser went wrong:\n${surprising.join('\n')}`)
  const silent = missing(expected, problems)
  if (silent.length > 0) throw new Error(`In the browser did not go wrong: ${silent.join(', ')}`)
}
