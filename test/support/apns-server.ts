// Apple for tests: takes notifications by HTTP/2 with tokens that are signed with the developer's key.
import {
  createSecureServer,
  createServer,
  type Http2Server,
  type ServerHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import type { ApnsAccess } from '../../src/organization/rules'

/** A notification that a device was sent. */
export interface ApnsSent {
  readonly token: string
  readonly headers: IncomingHttpHeaders
  readonly payload: Readonly<Record<string, unknown>>
}

/** What it answers instead: a status with a reason, or nothing at all. */
export type ApnsAnswer =
  { status: number; reason: string; headers?: Record<string, string> } | 'silence' | 'reset'

export interface ApnsServer {
  readonly access: ApnsAccess
  readonly sent: ApnsSent[]
  /** The provider tokens that were used. */
  readonly providerTokens: Set<string>
  /** How many connections were made. */
  connections: number
  /** How many requests got no answer. */
  unanswered: number
  /** By device. */
  readonly answers: Map<string, ApnsAnswer>
  take(): ApnsSent[]
  stop(): void
}

/**
 * @param now the time by which tokens are judged, in milliseconds
 * @param tls without it, it speaks HTTP/2 in the clear
 */
export async function startApns(now: () => number, tls?: { key: string; cert: string }): Promise<ApnsServer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const [keyId, teamId] = ['KEY1234567', 'TEAM123456']
  const sent: ApnsSent[] = []
  const providerTokens = new Set<string>()
  const answers = new Map<string, ApnsAnswer>()

  const judge = async (headers: IncomingHttpHeaders): Promise<ApnsAnswer | undefined> => {
    const bearer = String(headers['authorization']).replace('bearer ', '')
    try {
      const options = { issuer: teamId, currentDate: new Date(now()), maxTokenAge: 3600 }
      const { protectedHeader } = await jwtVerify(bearer, publicKey, options)
      if (protectedHeader.kid !== keyId) throw new Error('another key')
      providerTokens.add(bearer)
    } catch {
      return { status: 403, reason: 'InvalidProviderToken' }
    }
    if (headers['apns-topic'] !== 'org.example.App') return { status: 400, reason: 'BadTopic' }
    return undefined
  }
  const answer = async (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, body: string) => {
    const token = String(headers[':path']).replace('/3/device/', '')
    const said = (await judge(headers)) ?? answers.get(token)
    if (said === 'silence') apns.unanswered += 1
    if (said === 'silence' || stream.destroyed) return
    if (said === 'reset') return stream.close(2)
    if (said) {
      stream.respond({ ':status': said.status, ...said.headers })
      stream.end(JSON.stringify({ reason: said.reason }))
      return
    }
    sent.push({ token, headers, payload: JSON.parse(body) })
    stream.respond({ ':status': 200, 'apns-id': String(headers['apns-id']) })
    stream.end()
  }
  const server: Http2Server = tls ? createSecureServer(tls) : createServer()
  const apns: ApnsServer = {
    access: {
      keyId,
      teamId,
      privateKey: await exportPKCS8(privateKey),
      url: await listening(server, tls !== undefined),
    },
    sent,
    providerTokens,
    connections: 0,
    unanswered: 0,
    answers,
    take: () => sent.splice(0),
    stop: () => {
      for (const session of sessions) session.destroy()
      server.close()
    },
  }
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    apns.connections += 1
    sessions.add(session)
    session.on('error', () => undefined)
  })
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    let body = ''
    stream.setEncoding('utf8')
    stream.on('error', () => undefined)
    stream.on('data', (chunk) => (body += String(chunk)))
    stream.on('end', () => void answer(stream, headers, body))
  })
  return apns
}

async function listening(server: Http2Server, isSecure: boolean): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return isSecure ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
}
