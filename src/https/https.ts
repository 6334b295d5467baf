// HTTPS of the server: a thread that speaks it, the certificates that it shows, and what plain HTTP is answered.
import tls from 'node:tls'
import type { Logger } from 'pino'
import type { CertificateCounts } from '../metrics/snapshot'
import type { Clock } from '../organization/clock'
import { httpsUrl, localAddress } from './addresses'
import { Challenges, type ChallengeType } from './challenges'
import type { Certificate } from './certificate'
import { Certificates, type NameStatus } from './certificates'
import type { FrontAddresses } from './front-addresses'
import { listenError } from './errors'
import { Front } from './front'
import { isFor, nameOf } from './names'
import { OwnFiles } from './own-files'
import { type PlainContext, servePlain } from './plain'
import type { HttpsSettings } from './settings'
import { HttpsStorage } from './storage'

export interface HttpsContext {
  settings: HttpsSettings
  dataFolder: string
  clock: Clock
  log: Logger
  addresses: FrontAddresses
  /** The certificate of a host ends soon, and there is no other. @param until milliseconds since the epoch */
  onEnding(host: string, until: number, why: string): Promise<void>
  /** Where the server takes requests without TLS. */
  upstream: { host: string; port: number }
  /** Whether an organization of this host is here. @param name lower case */
  isServed(name: string): boolean
}

export interface Https {
  /** Base address, of the first name. */
  url: string
  port: number
  /** Undefined if nothing answers plain HTTP. */
  httpPort: number | undefined
  status(): NameStatus[]
  counts(): CertificateCounts
  /** What browsers are told that came for this host, so that they never come without HTTPS again; undefined is nothing. */
  strictTransport(host: string): string | undefined
  tick(): void
  settled(): Promise<void>
  stop(): Promise<void>
}

const daySeconds = 24 * 3600
/** How long the server looks at its own certificate, in milliseconds. */
const longestLook = 5000

/** @throws ListenError, CertificateError of the operator's own files */
export async function startHttps(context: HttpsContext): Promise<Https> {
  const { settings, clock, log } = context
  const ownFiles = new OwnFiles(settings.files)
  let own: readonly Certificate[] = []
  let changing = Promise.resolve()
  let telling: Promise<unknown> = Promise.resolve()
  let { port } = settings
  const trusted = new WeakSet<Certificate>()
  const looked = new WeakSet<Certificate>()
  const front = new Front(
    context.addresses,
    (name) => void certificates.demand(nameOf(name)).finally(() => front.decide(name)),
    (why) => {
      throw new Error(`The thread that does HTTPS has ended: ${why}`)
    },
  )
  const challenges = new Challenges((name, pair) => front.challenge(name, pair))
  const storage = new HttpsStorage(context.dataFolder, settings.authority.directory)
  /** Looks at one that is shown, once. */
  const look = (certificate: Certificate): void => {
    if (looked.has(certificate)) return
    looked.add(certificate)
    void isTrusted(settings.host, port, certificate).then((is) => is && trusted.add(certificate))
  }
  const show = async (certificate: Certificate): Promise<void> => {
    await front.show(certificate.names, certificate, isFor(certificate, settings.names[0] ?? ''))
    // The others, of which there may be very many, when somebody comes for them.
    if (settings.names.some((name) => isFor(certificate, name))) look(certificate)
  }
  const certificates = new Certificates({
    storage,
    clock,
    log,
    names: settings.names,
    isServed: context.isServed,
    onEnding(...ending) {
      telling = Promise.all([telling, context.onEnding(...ending)])
    },
    show,
    order: async (name, attempt) => {
      // Loaded only here: most starts order nothing.
      const { order } = await import('./ordering')
      return order(name, challengeType(settings, attempt), settings.authority, storage, challenges)
    },
  })
  const useOwn = async (files: readonly Certificate[]): Promise<void> => {
    const gone = own
      .flatMap(({ names }) => names)
      .filter((name) => !files.some(({ names }) => names.includes(name)))
    own = files
    await front.forget(gone)
    await certificates.setOwn(files)
    for (const { names, validUntil } of files) {
      const facts = { names, until: new Date(validUntil) }
      if (validUntil <= clock.now()) log.error(facts, 'the certificate has expired: browsers warn of it')
      else log.info(facts, 'has a certificate of its own')
    }
  }

  let plain: Bun.Server<undefined> | undefined
  try {
    const read = ownFiles.read()
    plain = startPlain(settings, () => settings.publicPort ?? port, {
      answerTo: (token) => challenges.answerTo(token),
      onVisit: (name) => void certificates.demand(name),
    })
    const protocols = settings.http2 ? ['h2', 'http/1.1'] : ['http/1.1']
    port = await front.listen({ host: settings.host, port, protocols, upstream: context.upstream })
    await certificates.begin()
    await useOwn(read)
  } catch (error) {
    await plain?.stop(true)
    await front.stop()
    throw error
  }
  return {
    url: httpsUrl(settings.names[0] ?? 'localhost', port),
    port,
    httpPort: plain?.port,
    status: () => certificates.status,
    counts: () => certificates.counts,
    strictTransport(host) {
      const certificate = certificates.for(nameOf(host))
      if (!certificate) return undefined
      look(certificate)
      if (!trusted.has(certificate)) return undefined
      const left = Math.floor((certificate.validUntil - clock.now()) / 1000)
      const seconds = Math.min(settings.hstsDays * daySeconds, left)
      return seconds > 0 ? `max-age=${seconds}` : undefined
    },
    tick() {
      certificates.tick()
      try {
        const changed = ownFiles.changed(clock.now())
        if (changed) changing = useOwn(changed)
      } catch (error) {
        log.error(
          { err: error },
          "the new certificate files can't be used; the certificates of before are shown",
        )
      }
    },
    async settled() {
      await changing
      await certificates.settled()
      await telling
    },
    async stop() {
      await plain?.stop(true)
      await front.stop()
    },
  }
}

function startPlain(
  { host, httpPort }: HttpsSettings,
  httpsPort: () => number,
  context: PlainContext,
): Bun.Server<undefined> | undefined {
  if (httpPort === undefined) return undefined
  try {
    return servePlain(host, httpPort, httpsPort, context)
  } catch (error) {
    throw listenError(error, httpPort)
  }
}

/** The one by plain HTTP first, where that is answered; what has failed by one is tried by the other. */
function challengeType({ httpPort }: HttpsSettings, attempt: number): ChallengeType {
  return httpPort === undefined || attempt % 2 === 1 ? 'tls-alpn-01' : 'http-01'
}

/** Whether whoever trusts what this machine trusts gets this certificate without a warning. */
function isTrusted(
  host: string | undefined,
  port: number,
  { names, fingerprint }: Certificate,
): Promise<boolean> {
  return new Promise((resolve) => {
    const servername = names[0]?.replace('*', 'www') ?? ''
    const socket = tls.connect(
      { host: localAddress(host), port, servername, rejectUnauthorized: false },
      () => {
        resolve(socket.authorized && socket.getPeerCertificate().fingerprint256 === fingerprint)
        socket.destroy()
      },
    )
    socket.setTimeout(longestLook, () => socket.destroy())
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
}
