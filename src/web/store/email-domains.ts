// E-mail domains: whose addresses may join, where the organization restricts that.
import type { ServerEvent } from './events'
import { placed, without } from './records'
import { isBoolean, isText, listOf, shape, type Checked, type Fields } from './shapes'

const isEmailDomain = shape({ domain: isText, allow_subdomains: isBoolean })
export type EmailDomain = Checked<typeof isEmailDomain>

export type EmailDomains = readonly EmailDomain[]

export function emailDomainsFrom(register: Fields): EmailDomains {
  return listOf(isEmailDomain, register['realm_domains'])
}

/** `realm_domains`: `add`, `change`, `remove`. */
export function emailDomainsAfter(domains: EmailDomains, event: ServerEvent): EmailDomains {
  if (event.type !== 'realm_domains') return domains
  if (event['op'] === 'remove') return without(domains, ({ domain }) => domain === event['domain'])
  const said = event['realm_domain']
  return isEmailDomain(said) ? placed(domains, said, ({ domain }) => domain) : domains
}
