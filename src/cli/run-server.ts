// The server as a process: from taking the data folder to an orderly stop.
import pino from 'pino'
import { dropSetupKey, setupKey, setupPath } from '../first-organization/key'
import { isUnfinishedDemo } from '../demo/people'
import { removeOrganization } from './operations'
import { FileClock, PastClock, systemClock } from '../organization/clock'
import type { Organizations } from '../organization/organizations'
import { assertCanSign } from '../file-store/object-storage'
import { defaultRules, type ObjectStorage } from '../organization/rules'
import { startServer, type RunningServer, type ServerSettings, tickMilliseconds } from '../server'
import { usualLoginLimits } from '../accounts/login-attempts'
import { version } from '../version'
import { holdForServer, serveControl } from './control'
import { randomToken } from '../users/tokens'
import { demoLogins, printDemo, printLogins, printNextSteps } from './demo'
import { Failure } from './failure'
import { reachable } from './health'
import { printJson, printLines } from './output'
import { generatePassword } from './password'
import { pushRules } from './push-rules'
import { mailServer } from './mail-options'
import type { ServeOptions } from './serve'

/** Signals this close together are one: a terminal or npm may pass the same one on twice. In milliseconds. */
const sameSignal = 50
/** A stop that takes longer than this is cut short, in milliseconds. */
const longestStop = 1900

/** Serves the data folder until a signal to stop; then ends the process. @throws Failure if it can't start. */
export async function runServer(options: ServeOptions): Promise<void> {
  const log = pino({ level: options.logLevel }, pino.destination({ dest: 2, sync: true }))
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'))
  if (options.uploads) assertUsable(options.uploads)
  const mail = mailServer(options, options.publicUrl)
  const hold = await holdForServer(options.data)
  const realClock = options.clockFile === undefined ? systemClock : new FileClock(options.clockFile)
  // The demo is made over the API of the running server, and belongs to what it starts with. It tells of the last days.
  const clock = new PastClock(realClock)
  const demoRun = options.demo ? randomToken(12) : undefined
  let isReady = false
  const server = await start({
    dataFolder: hold.folder,
    host: options.host,
    port: options.port,
    domain: options.domain,
    clock: options.demo ? clock : realClock,
    log,
    userRateLimit:
      options.rateLimits === 'off' ? undefined : { limit: options.requestsPerMinute, windowSeconds: 60 },
    loginLimits:
      options.rateLimits === 'off' ? undefined : { ...usualLoginLimits, perAccount: options.loginAttempts },
    trustedProxies: options.trustedProxies,
    rules: {
      ...defaultRules,
      publicUrl: options.publicUrl ?? null,
      canAccessAllUsersGroupLimitsPresence: options.canAccessAllUsersGroupLimitsPresence ?? false,
      longestMessageDelaySeconds: options.longestMessageDelay * 60,
      invitationsPerDay: options.invitationsPerDay,
      keepUnclaimedFilesSeconds: options.keepUnclaimedUploads * 24 * 3600,
      allowsPrivateAddresses: options.allowPrivateAddresses ?? false,
      maxFileUploadSizeMib: options.maxFileUploadSizeMib,
      uploadQuotaMib: options.uploadQuotaMib ?? null,
      incomingMailPattern: options.incomingMailPattern ?? null,
      incomingMailSecret: options.incomingMailSecret ?? null,
      giphyApiKey: options.giphyApiKey ?? '',
      mail,
      uploadStorage: options.uploads ?? null,
      push: await pushRules(hold.folder, options),
    },
    random: Math.random,
    isReady: () => isReady,
    demoRun,
  })
  const url = `http://${reachable(options.host)}:${server.port}`
  const control = serveControl(hold.folder, url, server.organizations, log)
  const stopped = untilToldToStop()
  if (options.demo) await removeUnfinished(server.organizations)
  const makesDemo = options.demo && server.organizations.isEmpty
  const demo = makesDemo ? await newDemo(url, server.organizations, clock) : undefined
  // Its pictures, too.
  if (demo) await server.settled()
  // Whatever fails is in the log by then.
  const timer = setInterval(() => void server.tick().catch(() => undefined), tickMilliseconds)
  isReady = true
  log.info({ url, data: hold.folder, version, organizations: server.organizations.all.length }, 'serving')
  const setupUrl = setupUrlOf(server.organizations, hold.folder, options.publicUrl ?? url)
  const logins =
    demoRun === undefined ? [] : demoLogins(server.organizations, options.publicUrl ?? url, demoRun)
  if (options.json) {
    const demoPeople = logins.length > 0 ? { demo: logins } : {}
    printJson({ url, port: server.port, data: hold.folder, setup_url: setupUrl, ...demoPeople })
  } else {
    printLines(`Confab ${version} serves ${hold.folder} at ${url}`)
    if (logins.length > 0) printLogins(logins)
    if (demo) printDemo(url, demo)
    else printNextSteps(setupUrl, options.data)
  }

  const signal = await stopped
  log.info({ signal }, 'stopping')
  setTimeout(() => {
    log.error('stopping took too long')
    process.exit(1)
  }, longestStop)
  clearInterval(timer)
  await control.stop()
  await server.stop()
  hold.release()
  log.info('stopped')
  process.exit(0)
}

/** A demo whose making was cut short is made anew. */
async function removeUnfinished(organizations: Organizations): Promise<void> {
  for (const organization of organizations.all)
    if (isUnfinishedDemo(organization)) await removeOrganization.perform(organizations, organization)
}

/** Loaded only here: few starts make one. */
async function newDemo(url: string, organizations: Organizations, clock: PastClock) {
  const { makeDemo } = await import('../demo/making')
  return makeDemo(url, organizations, clock, generatePassword)
}

/** The link with which a server's first organization is made, as long as it has none. It stands nowhere but on the console. */
function setupUrlOf(organizations: Organizations, folder: string, address: string): string | undefined {
  if (organizations.isEmpty) return `${address}${setupPath}/${setupKey(folder)}`
  dropSetupKey(folder)
  return undefined
}

/** @throws Failure if the credentials of object storage are missing: better now than with the first file. */
function assertUsable(storage: ObjectStorage): void {
  try {
    assertCanSign(storage)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Failure(
      'usage',
      `--uploads: ${why}. Set S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    )
  }
}

async function start(settings: ServerSettings): Promise<RunningServer> {
  const { host, port } = settings
  try {
    return await startServer(settings)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRINUSE') {
      throw new Failure('portTaken', `Port ${port} on ${host} is taken. Choose another with --port.`)
    }
    if (code === 'EACCES') {
      throw new Failure(
        'portTaken',
        `This user may not listen on port ${port}. Choose one above 1023 with --port.`,
      )
    }
    if (code === 'EINVAL' && isOfListening(error)) {
      throw new Failure('portTaken', `The name ${host} has no address. Choose another with --host.`)
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Failure('portTaken', `This machine has no address ${host}. Choose another with --host.`)
    }
    throw error
  }
}

function isOfListening(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

/** Resolves at the first signal to stop; a second one ends the process at once. */
function untilToldToStop(): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const onSignal = (signal: string, number: number): void => {
      const now = performance.now()
      if (firstAt !== undefined && now - firstAt > sameSignal) process.exit(128 + number)
      firstAt ??= now
      resolve(signal)
    }
    process.on('SIGTERM', () => onSignal('SIGTERM', 15))
    process.on('SIGINT', () => onSignal('SIGINT', 2))
  })
}
