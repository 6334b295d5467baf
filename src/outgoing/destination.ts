// Where a request goes: the URL it names, checked, and the addresses that may be connected to for it.
import { addressOf, mayConnectTo } from './addresses'
import { OutgoingError, type Network } from './request'

/** A URL that was checked, and what its host is called where that is no address. */
export interface Destination {
  readonly url: URL
  readonly isSecure: boolean
  readonly port: number
  /** What the certificate is for; undefined where the host is an address. */
  readonly name: string | undefined
  /** Those that may be connected to, in the resolver's order; never none. */
  readonly addresses: readonly string[]
}

/**
 * Checks a URL, finds the addresses of its host and checks each of them. Whoever connects takes these: asked again, the name
 * might have others.
 * @throws OutgoingError
 */
export async function destinationOf(
  text: string,
  { allowsPrivateAddresses, resolve = systemResolve }: Network,
): Promise<Destination> {
  const url = checkedUrl(text)
  const port = portOf(url)
  const address = addressOf(url.hostname)
  const found = address === undefined ? await resolve(url.hostname).catch(notFound) : [address]
  const addresses = found.filter((each) => mayConnectTo(each, allowsPrivateAddresses))
  if (found.length === 0) throw new OutgoingError('unreachable', 'The name has no address')
  if (addresses.length === 0) throw new OutgoingError('refused', 'The address is not of the open Internet')
  const name = address === undefined ? url.hostname : undefined
  return { url, isSecure: url.protocol === 'https:', port, name, addresses }
}

/** Longer ones are nobody's. */
const longestUrl = 8192

function checkedUrl(text: string): URL {
  const url = text.length > longestUrl ? null : URL.parse(text)
  if (!url || url.hostname === '') throw new OutgoingError('refused', 'It is no valid address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutgoingError('refused', 'Only http and https addresses are asked')
  if (url.username !== '' || url.password !== '')
    throw new OutgoingError('refused', 'The address has a user name or a password in it')
  return url
}

/** Below these, only the web's own two ports are asked: what else listens there is no web server. */
const firstFreePort = 1024
/** Ports above, of services that might take a request for one of theirs (Fetch standard, "bad ports"). */
const otherServices: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080,
])

function portOf(url: URL): number {
  const usual = url.protocol === 'https:' ? 443 : 80
  const port = url.port === '' ? usual : Number(url.port)
  const isOfWeb = port === 80 || port === 443 || (port >= firstFreePort && !otherServices.has(port))
  if (!isOfWeb) throw new OutgoingError('refused', `Port ${port} is not asked`)
  return port
}

function notFound(): never {
  throw new OutgoingError('unreachable', 'The name has no address')
}

async function systemResolve(name: string): Promise<string[]> {
  const { lookup } = await import('node:dns/promises')
  const found = await lookup(name, { all: true })
  return found.map(({ address }) => address)
}
