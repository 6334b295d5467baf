// Where a request really comes from: what trusted proxies in front of the server say, and nobody else.
import type { BlockList } from 'node:net'

/** The part of Bun's server that knows the other end of a connection. */
export interface ConnectionSource {
  requestIP(request: Request): { address: string; port: number } | null
}

/** The server's own HTTPS, which passes on what it gets over connections of this machine. */
export interface HttpsFront {
  /** Who is behind one that comes from this port and address; undefined if it is none of these. */
  get(port: number, address: string): string | undefined
}

export class TrustedProxies {
  /** Undefined where there are none. */
  readonly #networks: BlockList | undefined

  /** @param entries as `proxyNetworks` takes them. */
  constructor(
    entries: readonly string[],
    readonly front?: HttpsFront,
  ) {
    this.#networks = entries.length === 0 ? undefined : proxyNetworks(entries)
  }

  /**
   * The caller's network address: back along `X-Forwarded-For` as long as those who wrote it are trusted. What is
   * no address ends the way: what stands before it may be anybody's invention.
   */
  address(request: Request, source: ConnectionSource | null): string {
    let { address } = this.#peer(request, source)
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map(plainAddress)
    for (const before of forwarded.toReversed()) {
      if (!this.#trusts(address) || family(before) === 0) break
      address = before
    }
    return address
  }

  /** What of it is the caller's alone: all the addresses of an IPv6 /64 are one household's. */
  network(request: Request, source: ConnectionSource | null): string {
    const address = this.address(request, source)
    // It is an address, whoever told it.
    return address.includes(':') ? prefix64(address) : address
  }

  /** The base address the caller used, such as `https://chat.example.com`. */
  origin(request: Request, source: ConnectionSource | null): string {
    const host = request.headers.get('host') ?? 'localhost'
    const { address, isSecure } = this.#peer(request, source)
    const isForwarded =
      request.headers.get('x-forwarded-proto')?.trim().toLowerCase() === 'https' && this.#trusts(address)
    return `${isSecure || isForwarded ? 'https' : 'http'}://${host}`
  }

  /** The other end of the connection, and whether that is by the server's own HTTPS. */
  #peer(request: Request, source: ConnectionSource | null): { address: string; isSecure: boolean } {
    const peer = source?.requestIP(request)
    const address = plainAddress(peer?.address ?? '')
    const behind = peer ? this.front?.get(peer.port, address) : undefined
    return behind === undefined
      ? { address, isSecure: false }
      : { address: plainAddress(behind), isSecure: true }
  }

  #trusts(address: string): boolean {
    if (!this.#networks) return false
    const version = family(address)
    return version !== 0 && this.#networks.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Without spaces and port, and IPv4 in its own notation where it came as IPv6. */
function plainAddress(address: string): string {
  const clean = address.trim().replace(/^\[(.+)\](:\d+)?$|^([\d.]+):\d+$/, '$1$3')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(clean)?.[1]
  return mapped ?? clean
}

/** The first 64 bits of an IPv6 address, such as `2001:db8:0:1::/64`. */
function prefix64(address: string): string {
  const [start = '', end] = address.replace(/%.*$/, '').split('::')
  const groups = start === '' ? [] : start.split(':')
  const last = end === undefined || end === '' ? [] : end.split(':')
  const missing = end === undefined ? 0 : 8 - groups.length - last.length
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * What proxies are trusted.
 * @param entries addresses, or networks such as `10.0.0.0/8`
 * @throws Error naming an entry that is neither
 */
export function proxyNetworks(entries: readonly string[]): BlockList {
  const networks = new (net().BlockList)()
  for (const entry of entries) {
    const [address = '', bits] = entry.trim().split('/')
    const version = family(address)
    const longest = version === 6 ? 128 : 32
    const isRight =
      version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
    if (!isRight) throw new Error(`'${entry}' is neither an address nor a network such as 10.0.0.0/8`)
    networks.addSubnet(address, bits === undefined ? longest : Number(bits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return networks
}

/** 4 or 6; 0 of what is no address. */
function family(address: string): number {
  return net().isIP(address)
}

/** Loaded only where there are proxies: it takes as long as a start may take for much else. */
function net() {
  return process.getBuiltinModule('node:net')
}
