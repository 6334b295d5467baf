// The thread that does HTTPS: it speaks TLS with browsers and passes on what they say to the server, which is not kept from its work
// by handshakes. Certificates come and go without a connection that would notice. Which protocol is spoken inside is the server's.
import { createServer, connect, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { FrontAddresses } from './front-addresses'
import { Contexts } from './front-contexts'
import type { FromFront, Listening, ToFront } from './front-messages'

/** How long a connection may take until it is encrypted, which may have to wait for a certificate. In milliseconds. */
const handshakeTimeout = 20_000
/** How long it takes until the other end of a silent connection is asked whether it is there, in milliseconds. */
const probeMilliseconds = 60_000
/** How long connections have to end when the server has stopped, in milliseconds. */
const longestEnd = 900

declare const self: Worker

const contexts = new Contexts((name) => say({ kind: 'wanted', name }))
const connections = new Set<Socket>()
let listener: Server | undefined

self.addEventListener('message', ({ data }: MessageEvent<ToFront>) => {
  void obey(data).then(
    (port) => say({ kind: 'done', id: data.id, ...(port === undefined ? {} : { port }) }),
    (error: unknown) => say({ kind: 'failed', id: data.id, ...said(error) }),
  )
})

function say(message: FromFront): void {
  self.postMessage(message, [])
}

/** @returns the port, if it listens from now on */
async function obey(message: ToFront): Promise<number | undefined> {
  switch (message.kind) {
    case 'listen':
      return listen(message.listening)
    case 'certificate':
      if (message.isDefault) encrypted.setSecureContext({ key: message.pair.key, cert: message.pair.chain })
      contexts.set(message.names, message.pair)
      return undefined
    case 'forget':
      contexts.delete(message.names)
      return undefined
    case 'challenge':
      contexts.setChallenge(message.name, message.pair)
      return undefined
    case 'decided':
      contexts.decided(message.name)
      return undefined
    case 'stop':
      return stop()
  }
}

let protocols: readonly string[] = []

/** Takes connections over from the listener. */
const encrypted = tls.createServer({
  handshakeTimeout,
  ALPNCallback: ({ protocols: offered }) => protocols.find((protocol) => offered.includes(protocol)),
  SNICallback: (name, answer) =>
    void contexts.of(name).then(
      (context) => answer(null, context),
      (error: Error) => answer(error),
    ),
})
/** The same for an authority that looks at the certificate of a challenge (RFC 8737), which is all that it does. */
const challenged = tls.createServer({
  handshakeTimeout,
  ALPNProtocols: ['acme-tls/1'],
  SNICallback: (name, answer) => answer(null, contexts.challengeOf(name)),
})
// Whoever speaks no TLS, or breaks off, is gone.
for (const server of [encrypted, challenged]) server.on('tlsClientError', (_, socket) => socket.destroy())
challenged.on('secureConnection', (socket) => socket.on('error', () => socket.destroy()).end())

async function listen(listening: Listening): Promise<number> {
  const { host, port, upstream } = listening
  const addresses = new FrontAddresses(listening.addresses)
  protocols = listening.protocols
  encrypted.on('secureConnection', (socket) => passOn(socket, upstream, addresses))
  const server = createServer(
    { noDelay: true, keepAlive: true, keepAliveInitialDelay: probeMilliseconds },
    begin,
  )
  listener = server
  // Such as when there are too many connections: the next one may find room.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('HTTPS has no port')
  return address.port
}

/** A new connection. As long as there is a challenge, its first bytes tell who has come for it. */
function begin(socket: Socket): void {
  connections.add(socket)
  socket.on('error', () => socket.destroy())
  socket.on('close', () => connections.delete(socket))
  if (!contexts.hasChallenges) encrypted.emit('connection', socket)
  else separate(socket)
}

function separate(socket: Socket): void {
  const tooLate = setTimeout(() => socket.destroy(), handshakeTimeout)
  socket.once('close', () => clearTimeout(tooLate))
  socket.once('data', (hello: Buffer) => {
    clearTimeout(tooLate)
    socket.pause()
    socket.unshift(hello)
    const server = hello.includes('acme-tls/1') ? challenged : encrypted
    server.emit('connection', socket)
  })
}

/** From here on the server has it: whichever side ends the connection ends it for both. */
function passOn(socket: tls.TLSSocket, upstream: Listening['upstream'], addresses: FrontAddresses): void {
  const inner = connect({ ...upstream, noDelay: true })
  let port: number | undefined
  inner.once('connect', () => {
    port = inner.localPort
    const { localAddress } = inner
    if (port === undefined || localAddress === undefined || socket.remoteAddress === undefined)
      return void socket.destroy()
    // Before the server gets the first byte.
    addresses.set(port, localAddress, socket.remoteAddress)
    socket.pipe(inner)
    inner.pipe(socket)
  })
  inner.once('close', () => {
    if (port !== undefined) addresses.delete(port)
    socket.destroySoon()
  })
  socket.once('close', () => inner.destroy())
  inner.on('error', () => inner.destroy())
  socket.on('error', () => socket.destroy())
}

async function stop(): Promise<undefined> {
  listener?.close()
  const ends = [...connections].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  await Promise.race([Promise.all(ends), Bun.sleep(longestEnd)])
  return undefined
}

function said(error: unknown): { code: string; message: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { code, message: error instanceof Error ? error.message : String(error) }
}
