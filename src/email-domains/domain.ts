// Domains of e-mail addresses: what can be one, and how they compare.
import { domainToASCII, domainToUnicode } from 'node:url'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const shape = new RegExp(`^(?:${label}\\.)+(?![0-9]+$)${label}$`)

/** A domain as it is stored and compared, from what somebody typed; undefined if it is none. */
export function domainName(typed: string): string | undefined {
  const ascii = domainToASCII(typed.trim().replace(/\.$/, ''))
  return ascii.length <= 253 && shape.test(ascii) ? domainToUnicode(ascii) : undefined
}

/** That of an address; undefined if it has none that could be in the domain name system. */
export function domainOf(email: string): string | undefined {
  return domainName(email.slice(email.lastIndexOf('@') + 1))
}

/** The domain, and those that it is below: `a.b.example`, `b.example`. */
export function* domainsAbove(domain: string): Generator<string> {
  const labels = domain.split('.')
  for (let index = 0; index < labels.length - 1; index++) yield labels.slice(index).join('.')
}
