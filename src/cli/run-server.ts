// The server as a process: from taking the data folder to an orderly stop.
import type { Logger } from 'pino'
import { dropSetupKey, setupKey, setupPath } from '../first-organization/key'
import { isUnfinishedDemo } from '../demo/people'
import { removeOrganization } from './operations'
import { FileClock, PastClock, systemClock } from '../organization/clock'
import type { Organizations } from '../organization/organizations'
import type { ServerRules } from '../organization/rules'
import { startServer, type RunningServer, type ServerSettings, tickMilliseconds } from '../server'
import { usualLoginLimits } from '../accounts/login-attempts'
import { serviceManager } from '../install/service-manager'
import { loginAttempts, rateLimits, requestsPerMinute } from '../settings/limits'
import { clockFile } from '../settings/logs'
import { host, port, trustedProxies } from '../settings/network'
import { httpsSettings, ownDomain, publicAddress } from '../settings/reaching'
import { serverRules } from '../settings/rules'
import type { Settings } from '../settings/settings'
import { shownSettings } from '../settings/shown'
import { metricsAddress, metricsToken, slowQuery, slowRequest } from '../settings/watching'
import { version } from '../version'
import { holdForServer, serveControl } from './control'
import { randomToken } from '../users/tokens'
import { demoLogins, printDemo, printLogins, printNextSteps } from './demo'
import { CertificateError, ListenError } from '../https/errors'
import { Failure } from './failure'
import { reachable } from './health'
import { makeLog } from './log'
import { printJson, printLines } from './output'
import { generatePassword } from './password'
import type { ServeOptions } from './serve'
import { statusFrom } from './status-report'

/** Signals this close together are one: a terminal or npm may pass the same one on twice. In milliseconds. */
const sameSignal = 50
/** A stop that takes longer than this is cut short, in milliseconds. */
const longestStop = 1900

/** Serves the data folder until a signal to stop; then ends the process. @throws Failure if it can't start. */
export async function runServer(options: ServeOptions, settings: Settings): Promise<void> {
  const log = await makeLog(settings)
  const rules = { ...(await serverRules(options.data, settings)), slowQueries: slowQueries(settings, log) }
  for (const name of settings.secretsInFlags())
    log.warn(`--${name} can be read by everybody on this machine: give it with --${name}-file`)
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'))
  const hold = await holdForServer(options.data)
  const timeFrom = settings.value(clockFile)
  const realClock = timeFrom === undefined ? systemClock : new FileClock(timeFrom)
  // The demo is made over the API of the running server, and belongs to what it starts with. It tells of the last days.
  const clock = new PastClock(realClock)
  const demoRun = options.demo ? randomToken(12) : undefined
  const isLimited = settings.value(rateLimits)
  let isReady = false
  const server = await start({
    dataFolder: hold.folder,
    host: settings.value(host),
    port: settings.value(port),
    domain: ownDomain(settings),
    https: httpsSettings(settings),
    clock: options.demo ? clock : realClock,
    log,
    userRateLimit: isLimited ? { limit: settings.value(requestsPerMinute), windowSeconds: 60 } : undefined,
    loginLimits: isLimited ? { ...usualLoginLimits, perAccount: settings.value(loginAttempts) } : undefined,
    trustedProxies: settings.value(trustedProxies),
    rules,
    random: Math.random,
    isReady: () => isReady,
    demoRun,
    slowRequest: settings.value(slowRequest) || undefined,
    metrics: {
      address: settings.value(metricsAddress),
      token: settings.value(metricsToken),
      sharedFor: 1000,
    },
  })
  const url = `http://${reachable(settings.value(host))}:${server.port}`
  const control = serveControl(hold.folder, url, server.organizations, log, {
    status: async () => statusFrom(await server.snapshot(), { pid: process.pid, url }),
    settings: () => shownSettings(settings),
  })
  const manager = await serviceManager(process.env, log)
  const stopped = untilToldToStop()
  if (options.demo) await removeUnfinished(server.organizations)
  const makesDemo = options.demo && server.organizations.isEmpty
  const demo = makesDemo ? await newDemo(url, server.organizations, clock) : undefined
  // Its pictures, too.
  if (demo) await server.settled()
  const timer = setInterval(() => {
    // Whatever fails is in the log by then.
    void server.tick().catch(() => undefined)
    manager.alive()
  }, tickMilliseconds)
  isReady = true
  const { metricsUrl, https } = server
  log.info(
    {
      url,
      httpsUrl: https?.url,
      metricsUrl,
      data: hold.folder,
      version,
      organizations: server.organizations.all.length,
    },
    'serving',
  )
  const address = publicAddress(settings) ?? https?.url ?? url
  const setupUrl = setupUrlOf(server.organizations, hold.folder, address)
  const logins = demoRun === undefined ? [] : demoLogins(server.organizations, address, demoRun)
  if (options.json) {
    const demoPeople = logins.length > 0 ? { demo: logins } : {}
    const ports = https ? { https_url: https.url, https_port: https.port, http_port: https.httpPort } : {}
    const watched = metricsUrl === undefined ? {} : { metrics_url: `${metricsUrl}/metrics` }
    printJson({
      url,
      port: server.port,
      data: hold.folder,
      setup_url: setupUrl,
      ...ports,
      ...demoPeople,
      ...watched,
    })
  } else {
    printLines(`Confab ${version} serves ${hold.folder} at ${https?.url ?? url}`)
    if (logins.length > 0) printLogins(logins)
    if (demo) printDemo(url, demo)
    else printNextSteps(setupUrl, options.data)
  }
  manager.ready(`Confab ${version} serves at ${address}`)

  const signal = await stopped
  log.info({ signal }, 'stopping')
  manager.stopping()
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

/** What databases take long for goes into the log. */
function slowQueries(settings: Settings, log: Logger): ServerRules['slowQueries'] {
  const milliseconds = settings.value(slowQuery)
  if (milliseconds === 0) return null
  return {
    milliseconds,
    tell: (organization, sql, took) =>
      log.warn({ organization, sql, milliseconds: Math.round(took) }, 'slow query'),
  }
}

/** A demo whose making was cut short is made anew. */
async function removeUnfinished(organizations: Organizations): Promise<void> {
  for (const organization of organizations.all)
    if (isUnfinishedDemo(organization)) await removeOrganization.perform(organizations, organization)
}

/** Loaded only here: few starts make one. */
async function newDemo(url: string, organizations: Organizations, clock: PastClock) {
  const { makeDemo } = await import('../demo/making')
  return makeDemo(url, organizations, clock, generatePassword())
}

/** The link with which a server's first organization is made, as long as it has none. It stands nowhere but on the console. */
function setupUrlOf(organizations: Organizations, folder: string, address: string): string | undefined {
  if (organizations.isEmpty) return `${address}${setupPath}/${setupKey(folder)}`
  dropSetupKey(folder)
  return undefined
}

async function start(settings: ServerSettings): Promise<RunningServer> {
  const { host, port } = settings
  try {
    return await startServer(settings)
  } catch (error) {
    if (error instanceof CertificateError)
      throw new Failure('usage', `--https-certificate: ${error.message}.`)
    if (error instanceof ListenError) throw new Failure('portTaken', ofHttps(error))
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

function ofHttps({ code, port, message }: ListenError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken, such as by another web server. Choose others with --https-port and --http-port.`
  if (code === 'EACCES')
    return (
      `This user may not listen on port ${port}. Let it (AmbientCapabilities=CAP_NET_BIND_SERVICE in a systemd unit), ` +
      `or choose ports above 1023, which 443 and 80 are passed on to, with --https-port and --http-port.`
    )
  return `HTTPS can't listen on port ${port} (${message}). Choose another address with --https-host.`
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
