// A real SMTP server for tests: it takes mail, or refuses what it is told to, and can be down for a while.
import { createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { generate } from 'selfsigned'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { MailServer as Settings } from '../../src/organization/rules'

/** A mail as it came. */
export interface Received {
  from: string
  to: string
  isEncrypted: boolean
  /** Who logged in to send it. */
  user: unknown
  raw: string
  mail: Email
}

/** An answer other than yes, such as `550 5.1.1 Nobody here`. */
export type Refusal = `${number} ${string}`

/** What is refused, and how. Undefined is taken. */
export interface Faults {
  onConnect?: () => Refusal | undefined
  onSender?: (address: string) => Refusal | undefined
  onRecipient?: (address: string) => Refusal | undefined
  /** Asked when the whole message is there. */
  onMessage?: (received: Received) => Refusal | undefined | Promise<Refusal | undefined>
}

export const mailPassword = 'the postman’s'

const pair = await generate([{ name: 'commonName', value: 'localhost' }], {
  extensions: [
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ],
})

export class MailServer {
  readonly received: Received[] = []
  faults: Faults = {}
  #server: SMTPServer | undefined
  #port = 0

  private constructor(readonly options: SMTPServerOptions) {}

  /** @param options of smtp-server; without any there is STARTTLS, and nobody needs to log in */
  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options)
    await server.start()
    return server
  }

  /** What a server of ours needs to send mail here. */
  settings(changes: Partial<Settings> = {}): Settings {
    return {
      host: 'localhost',
      port: this.#port,
      tls: this.options.secure ? 'implicit' : 'required',
      authority: pair.cert,
      login: null,
      sender: { address: 'chat@confab.example', name: null },
      timeouts: { connect: 60_000, answer: 60_000 },
      ...changes,
    }
  }

  /** Starts it, again at the same port if it ran before. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      key: pair.private,
      cert: pair.cert,
      authOptional: true,
      closeTimeout: 0,
      onAuth: ({ username, password }, _session, done) =>
        password === mailPassword
          ? done(null, { user: username })
          : done(refused('535 5.7.8 Wrong name or password')),
      onConnect: (_session, done) => done(refused(this.faults.onConnect?.())),
      onMailFrom: ({ address }, _session, done) => done(refused(this.faults.onSender?.(address))),
      onRcptTo: ({ address }, _session, done) => done(refused(this.faults.onRecipient?.(address))),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
        stream.on('end', async () => done(refused(await this.#take(Buffer.concat(chunks), session))))
      },
      ...this.options,
    })
    // Clients that hang up in the middle are what some tests are about.
    server.on('error', () => undefined)
    this.#server = server
    this.#port = await listening(server.server, () => server.listen(this.#port, '127.0.0.1'))
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (!this.#server) return
    this.#server.close(() => resolve())
    this.#server = undefined
    await promise
  }

  /** Breaks all connections that there are. */
  hangUp(): void {
    for (const { _socket: socket } of this.#server?.connections ?? []) socket.destroy()
  }

  /** The only mail that has come since it was last asked. @throws if there is none, or another. */
  taken(): Received {
    const [only, ...others] = this.received.splice(0)
    if (!only || others.length > 0) throw new Error(`${only ? others.length + 1 : 0} mails have come`)
    return only
  }

  async #take(
    raw: Buffer,
    session: Parameters<NonNullable<SMTPServerOptions['onData']>>[1],
  ): Promise<Refusal | undefined> {
    const { mailFrom, rcptTo } = session.envelope
    const received = {
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address).join(),
      isEncrypted: session.secure,
      user: session.user,
      raw: raw.toString(),
      mail: await PostalMime.parse(raw),
    }
    const refusal = await this.faults.onMessage?.(received)
    if (refusal === undefined) this.received.push(received)
    return refusal
  }
}

/** The path of the first link in a mail that leads below that path of `https://chat.example.com`. @throws if there is none */
export function linkIn({ mail }: Received, below: string): string {
  const found = new RegExp(`https://chat\\.example\\.com(${below}[^\\s"]*)`).exec(mail.text ?? '')?.[1]
  if (found === undefined) throw new Error(`There is no link to ${below} in ${mail.text}`)
  return found
}

/** A server on which connections are made and that then does as it likes. @param talk called for each */
export async function oddMailServer(
  talk: (socket: Socket) => void,
): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    talk(socket)
  })
  const port = await listening(server, () => server.listen(0, '127.0.0.1'))
  return {
    port,
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function listening(server: Server, listen: () => void): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('listening', resolve)
  server.once('error', reject)
  listen()
  await promise
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function refused(refusal: Refusal | undefined): Error | null {
  if (refusal === undefined) return null
  const [code = '', ...words] = refusal.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}
