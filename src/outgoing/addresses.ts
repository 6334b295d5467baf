// Which network addresses the server reaches out to: those of the open Internet, and where the operator says so, of their own network.
import ipaddr from 'ipaddr.js'

/** The ranges that somebody's own network is made of. All others that are not of the open Internet are nobody's to ask. */
const privateRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'])

/**
 * Where clouds tell a machine its own secrets, beside the link-local addresses: of ranges that others use for what they like.
 */
const metadataServices: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/**
 * Whether the server may connect to an address. Addresses that stand for others (IPv4 in IPv6, NAT64, 6to4, Teredo) are
 * refused, whatever they stand for: what they reach is for the network to say.
 * @param address as a resolver gives it, IPv4 or IPv6
 */
export function mayConnectTo(address: string, allowsPrivate: boolean): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (metadataServices.has(parsed.toString())) return false
  const range = parsed.range()
  if (range !== 'unicast') return allowsPrivate && privateRanges.has(range)
  // All other IPv6 addresses are given to nobody, or stand for IPv4 in a way of long ago (::7f00:1).
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** What a host of a URL is, if it is no name: an address without the brackets of IPv6. */
export function addressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(bare) ? bare : undefined
}
