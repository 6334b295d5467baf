// Servers with HTTPS, certificates for them, and visitors who look at what they are shown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { generate } from 'selfsigned'
import type { Https } from '../../src/https/https'
import type { CertificateFiles, HttpsSettings } from '../../src/https/settings'
import { Client, type Reply } from './client'
import type { TestServer } from './server'

/** Of a server that orders nothing by itself: nobody is at the authority's address. */
export function httpsSettings(changes: Partial<HttpsSettings> = {}): HttpsSettings {
  return {
    names: ['chat.test'],
    host: '127.0.0.1',
    port: 0,
    publicPort: undefined,
    httpPort: 0,
    files: [],
    http2: false,
    hstsDays: 30,
    authority: { directory: 'https://127.0.0.1:1/dir', email: undefined, rootFile: undefined },
    ...changes,
  }
}

/** The server's HTTPS. @throws if it has none */
export function httpsOf({ server }: TestServer): Https & { httpPort: number } {
  const { https } = server
  if (https?.httpPort === undefined) throw new Error('The server has no HTTPS')
  return { ...https, httpPort: https.httpPort }
}

/** A certificate that is its own root. @param validUntil the day that it ends, where that is not far away */
export async function ownCertificate(names: readonly string[], validUntil = new Date(Date.now() + 1e10)) {
  const { cert, private: key } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    algorithm: 'sha256',
    notBeforeDate: new Date(validUntil.getTime() - 2e10),
    notAfterDate: validUntil,
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) }],
  })
  return { cert, key }
}

/** The same as files, which go at the end of the block. */
export async function certificateFiles(names: readonly string[]): Promise<CertificateFiles & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'confab-certificate-'))
  const { cert, key } = await ownCertificate(names)
  const files = { certificate: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.certificate, cert)
  writeFileSync(files.key, key)
  return { ...files, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

export interface Visit {
  /** Undefined asks for none. */
  name?: string | undefined
  protocols?: string[]
  /** The address of this machine that the visitor comes from. */
  from?: string
}

/** What was shown: for whom it is, and until when it is valid, in milliseconds. */
export interface Shown {
  names: string
  until: number
  fingerprint: string
}

/** Somebody who has connected, whatever certificate they were shown. */
export class Visitor {
  #text = ''

  private constructor(
    readonly socket: tls.TLSSocket,
    readonly certificate: Shown,
  ) {
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (this.#text += text))
    socket.on('error', () => undefined)
  }

  static connect(port: number, { name, protocols, from }: Visit): Promise<Visitor> {
    return new Promise((resolve, reject) => {
      const socket = tls.connect({
        host: '127.0.0.1',
        port,
        rejectUnauthorized: false,
        ...(name === undefined ? {} : { servername: name }),
        ...(protocols ? { ALPNProtocols: protocols } : {}),
        ...(from === undefined ? {} : { localAddress: from }),
      })
      socket.once('secureConnect', () => {
        const { subjectaltname = '', valid_to, fingerprint256 } = socket.getPeerCertificate()
        resolve(
          new Visitor(socket, {
            names: subjectaltname,
            until: Date.parse(valid_to),
            fingerprint: fingerprint256,
          }),
        )
      })
      socket.once('error', reject)
    })
  }

  /** Sends a request on this one connection. @returns all of the answer, once it is there */
  async ask(path: string, headers: Record<string, string> = {}): Promise<string> {
    this.#text = ''
    const lines = Object.entries({ host: 'chat.test', ...headers }).map(([key, value]) => `${key}: ${value}`)
    this.socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    return this.answer()
  }

  /** The answer that comes next. @throws if the connection ends before */
  async answer(): Promise<string> {
    while (!isWhole(this.#text)) {
      if (this.socket.closed || this.socket.readableEnded) throw new Error('The connection has ended')
      await new Promise<void>((resolve) => {
        const next = (): void => {
          this.socket.off('data', next).off('close', next)
          resolve()
        }
        this.socket.on('data', next).on('close', next)
      })
    }
    return this.#text
  }

  leave(): void {
    this.socket.destroy()
  }
}

/** Somebody who calls by HTTPS, and trusts one authority alone. */
export class HttpsClient extends Client {
  /**
   * @param url with the name that the certificate is to have
   * @param authority its root, in PEM
   */
  constructor(
    url: string,
    { id, email, apiKey }: Client,
    readonly authority: string,
  ) {
    super(url, id, email, apiKey)
  }

  override request(path: string, init: BunFetchRequestInit = {}): Promise<Reply> {
    return super.request(path, { ...init, tls: { ca: this.authority } })
  }
}

/** What a visitor is shown. */
export async function shown(port: number, visit: Visit): Promise<Shown> {
  const visitor = await Visitor.connect(port, visit)
  visitor.leave()
  return visitor.certificate
}

/** How many requests the server says that somebody has left, who comes from an address of this machine and claims what they like. */
export async function requestsLeft(
  port: number,
  from: string,
  headers: Record<string, string>,
): Promise<string | undefined> {
  const visitor = await Visitor.connect(port, { name: 'chat.test', from, protocols: ['http/1.1'] })
  const answer = await visitor.ask('/api/v1/server_settings', headers)
  visitor.leave()
  return /x-ratelimit-remaining: (\d+)/i.exec(answer)?.[1]
}

function isWhole(text: string): boolean {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return length !== undefined && Buffer.byteLength(rest.join('\r\n\r\n')) >= Number(length)
}
