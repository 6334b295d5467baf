// The server: the data folder's organizations behind one HTTP port, and the timer.
import type { Logger } from 'pino'
import { shared, snapshots } from './app/metrics'
import { queues } from './events/queues'
import { FrontAddresses } from './https/front-addresses'
import { tellOfCertificate, type EndingCertificate } from './certificate-notices/telling'
import type { Https, HttpsContext } from './https/https'
import type { HttpsSettings } from './https/settings'
import { localAddress } from './https/addresses'
import { buildApp } from './app/routes'
import { failure } from './http/envelope'
import { ApiError, NoOrganizationError } from './http/errors'
import type { LoginLimits, RateLimit } from './http/rate-limits'
import { metricsAnswer } from './http/metrics-answer'
import { takeLongRequestLines } from './http/request-lines'
import type { JobKind } from './jobs/kind'
import { JobRunner, jobRunners } from './jobs/runner'
import { EventLoopDelay } from './metrics/event-loop'
import type { Snapshot } from './metrics/snapshot'
import { never, seconds, type Clock } from './organization/clock'
import { assertHasRoom } from './organization/data-folder'
import type { Organization } from './organization/organization'
import { Organizations } from './organization/organizations'
import { nextUpgradeCopies, removeUpgradeCopies } from './organization/upgrade-copies'
import type { ServerRules } from './organization/rules'
import { savePresence } from './presence/actions'
import { saveActivity } from './users/activity'
import { nextNightlyBackup, queueNightlyBackup } from './backup/nightly'
import { jobKinds } from './app/jobs'
import { duties } from './app/timer'
import { Timer, type Duty } from './timer/loop'
import { tellOfRestart } from './server-info/restart'

export interface ServerSettings {
  dataFolder: string
  host: string
  /** 0 takes a free port. */
  port: number
  /** The server's own host name; undefined guesses organizations from the `Host` header. */
  domain: string | undefined
  clock: Clock
  log: Logger
  /** Requests of one account, or of one address without one; undefined is no limit. */
  userRateLimit: RateLimit | undefined
  /** Failed logins; undefined is no limit. */
  loginLimits: LoginLimits | undefined
  trustedProxies: readonly string[]
  /** Undefined serves plain HTTP alone, as behind a proxy. */
  https?: HttpsSettings | undefined
  rules: ServerRules
  /** From 0 to 1, such as Math.random. */
  random: () => number
  /** What this run is called, if it lets people into its demo by the links of `src/demo/links.ts`. */
  demoRun?: string | undefined
  /** Whether all is there that the server is to start with; until then it is not healthy. By default it is at once. */
  isReady?: () => boolean
  /** Requests that take longer are logged, in milliseconds; undefined: none is. */
  slowRequest?: number | undefined
  /** Where Prometheus finds what it scrapes: at `/metrics` of the server, with a token, and of an address of its own. Nowhere by default. */
  metrics?: {
    token: string | undefined
    address: { host: string; port: number } | undefined
    /** Scrapes within so many milliseconds have the same answer; 0 if it is not said. */
    sharedFor?: number
  }
  /** Further kinds of jobs and duties of the timer, beside those of the features. */
  jobKinds?: readonly JobKind[]
  duties?: readonly Duty[]
}

export interface RunningServer {
  organizations: Organizations
  port: number
  /** Base address, such as http://127.0.0.1:8420 */
  url: string
  /** Where `/metrics` has an address of its own, its base address. */
  metricsUrl: string | undefined
  /** What the server can say of itself now. */
  snapshot(): Promise<Snapshot>
  /** Undefined if it serves none. */
  https: Https | undefined
  /**
   * Starts what is due now: heartbeats, idle queues, due messages, jobs. The loop calls it; tests do by hand.
   * @returns once the duties that it started are done, jobs not. @throws AggregateError of the duties that failed.
   */
  tick(): Promise<void>
  /** Resolves when no job runs or is due. */
  settled(): Promise<void>
  /** Answers waiting polls, finishes writes, leaves unfinished jobs for the next start and closes. */
  stop(): Promise<void>
}

/** How often the timer comes round, in milliseconds. */
export const tickMilliseconds = 500

/** Opens the data folder and serves it. @throws if the port is taken or the folder can't be used. */
export async function startServer(settings: ServerSettings): Promise<RunningServer> {
  // Where it listens is known only when it does.
  const rules: ServerRules & { publicUrl: string | null } = { ...settings.rules }
  const organizations = new Organizations(settings.dataFolder, settings.clock, settings.domain, rules)
  for (const { message } of organizations.damaged.values()) settings.log.error(message)
  for (const { file, from, to, copy } of organizations.upgrades)
    settings.log.info({ file, from, to, copy }, 'upgraded; the copy is what it was')
  assertHasRoom(settings.dataFolder)
  for (const organization of organizations.all) restoreQueues(organization, settings.log)
  const kinds = [...jobKinds, ...(settings.jobKinds ?? [])]
  const runner = (organization: Organization): JobRunner =>
    (jobRunners(organization).current ??= new JobRunner(organization, { ...settings, kinds }))
  const timer = new Timer(
    [
      ...(settings.duties ?? []),
      ...duties,
      {
        name: 'copies from before an upgrade',
        due: nextUpgradeCopies,
        run: (organization) => removeUpgradeCopies(organization, settings.log),
      },
      {
        name: 'nightly backup',
        // It is of the whole server: one organization has it made.
        due: (organization) =>
          organization === organizations.first ? nextNightlyBackup(organization) : never,
        run: (organization) =>
          organization === organizations.first ? queueNightlyBackup(organization) : undefined,
      },
      {
        name: 'jobs',
        due: (organization) => runner(organization).nextTick(),
        run: (organization) => runner(organization).tick(),
      },
    ],
    settings,
  )
  const httpsFront = settings.https ? new FrontAddresses() : undefined
  let https: Https | undefined
  const eventLoop = new EventLoopDelay()
  const snapshot = snapshots({
    ...settings,
    startedAt: seconds(settings.clock),
    organizations,
    kinds,
    eventLoop,
    requests: () => app.metrics.routes,
    timerLooks: () => timer.looks,
    isReady: () => settings.isReady?.() !== false,
    certificates: () => https?.counts(),
  })
  const { token, sharedFor = 0 } = settings.metrics ?? {}
  const scraped = shared(snapshot, sharedFor)
  const app = buildApp({
    ...settings,
    httpsFront,
    strictTransport: settings.https ? (host) => https?.strictTransport(host) : undefined,
    metrics: { read: scraped, token },
    checkHealth() {
      if (settings.isReady?.() === false) throw new ApiError('SERVER_STARTING', 'The server is starting', {})
      for (const { db } of organizations.all) db.sqlite.query('SELECT 1 FROM users LIMIT 1').get()
      return {
        organizations: organizations.all.length,
        damaged_organizations: organizations.damaged.size,
        ...(https ? { certificates_failing: https.counts().failing } : {}),
      }
    },
    organizations,
    organizationFor: (host) => organizationFor(organizations, host),
  })
  const server = Bun.serve({
    hostname: settings.host,
    port: settings.port,
    // Longer than a long poll between heartbeats.
    idleTimeout: 120,
    http2: settings.https?.http2 ?? false,
    // Each route bounds its own; files may have any size.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    ...app,
  })
  await takeLongRequestLines()
  const { port } = server
  if (port === undefined) throw new Error('The server has no port')
  if (settings.https && httpsFront) {
    const upstream = { host: localAddress(settings.host), port }
    const isServed = (name: string): boolean => organizations.hasHost(name)
    try {
      https = await beginHttps({
        ...settings,
        settings: settings.https,
        addresses: httpsFront,
        upstream,
        isServed,
        async onEnding(host, until, why) {
          const ending = { host, until: Math.floor(until / 1000), why }
          await tellOwners(organizations, ending, settings.log)
        },
      })
    } catch (error) {
      eventLoop.stop()
      await server.stop(true)
      await organizations.close()
      throw error
    }
  }
  rules.publicUrl ??= https?.url ?? `http://${settings.domain ?? 'localhost'}:${port}`
  organizations.all.forEach(runner)
  const watchers = serveMetrics(settings, scraped)
  for (const organization of organizations.all) tellOfRestart(organization)
  return {
    organizations,
    port,
    url: `http://${settings.host}:${port}`,
    metricsUrl: watchers?.url.origin,
    snapshot,
    https,
    async tick() {
      https?.tick()
      await timer.tick(organizations.all)
    },
    async settled() {
      await https?.settled()
      await Promise.all(organizations.all.map((organization) => runner(organization).settled()))
    },
    async stop() {
      const requestsEnd = server.stop()
      for (const organization of organizations.all) queues(organization).drain()
      const httpsEnds = https?.stop()
      const jobsEnd = Promise.all(organizations.all.map((organization) => runner(organization).stop()))
      await Promise.race([Promise.all([requestsEnd, timer.settled()]), Bun.sleep(1000)])
      await jobsEnd
      await httpsEnds
      await server.stop(true)
      await watchers?.stop(true)
      eventLoop.stop()
      for (const organization of organizations.all) await saveMemory(organization, settings.log)
      await organizations.close()
    },
  }
}

/** An address of its own for `/metrics`, so that it need not be where everybody is. @throws if the port is taken */
function serveMetrics({ metrics }: ServerSettings, read: () => Promise<Snapshot>) {
  if (!metrics?.address) return undefined
  const { token, address } = metrics
  const answer = async (request: Request): Promise<Response> => {
    try {
      return await metricsAnswer(request, { read, token })
    } catch (error) {
      if (error instanceof ApiError) return failure(error)
      throw error
    }
  }
  const nothing = () => failure(new ApiError('NOT_FOUND', 'There is nothing here but /metrics', {}))
  return Bun.serve({
    hostname: address.host,
    port: address.port,
    routes: { '/metrics': { GET: answer } },
    fetch: nothing,
  })
}

/** Loaded only where there is HTTPS. */
async function beginHttps(context: HttpsContext): Promise<Https> {
  const { startHttps } = await import('./https/https')
  return startHttps(context)
}

/** Of the organization that a certificate is for. */
async function tellOwners(
  organizations: Organizations,
  ending: EndingCertificate,
  log: Logger,
): Promise<void> {
  try {
    const organization = organizations.forHost(ending.host)
    if (organization) await tellOfCertificate(organization, ending)
  } catch (error) {
    log.error({ err: error, ...ending }, 'owners could not be told that a certificate ends')
  }
}

function restoreQueues(organization: Organization, log: Logger): void {
  try {
    queues(organization).restore()
  } catch (error) {
    log.warn(
      { err: error, organization: organization.subdomain },
      'event queues could not be taken up: clients will register anew',
    )
  }
}

/** Saves what lives in memory. A full disk must not keep the databases from being closed in order. */
async function saveMemory(organization: Organization, log: Logger): Promise<void> {
  try {
    await savePresence(organization)
    await saveActivity(organization)
  } catch (error) {
    log.error({ err: error, organization: organization.subdomain }, 'presence and activity were not saved')
  }
}

function organizationFor(organizations: Organizations, host: string): Organization {
  const organization = organizations.forHost(host)
  if (organization) {
    organization.stir()
    return organization
  }
  if (organizations.isEmpty) throw new NoOrganizationError('empty', undefined)
  const { isOwn, base } = organizations.ownName(host)
  throw new NoOrganizationError(isOwn ? 'several' : 'unknown', base)
}
