// E-mail domains on the wire: the object, its events, and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Organization } from '../organization/organization'
import { domainsOf, type EmailDomain } from './repository'

/** Reference: components/schemas/RealmDomain. */
function domainObject({ domain, allowsSubdomains }: EmailDomain) {
  return { domain, allow_subdomains: allowsSubdomains }
}

export function domainObjects(organization: Organization) {
  return domainsOf(organization).map(domainObject)
}

/** `realm_domains`. */
export const emailDomainsState: StatePart = {
  types: ['realm_domains'],
  read: ({ organization }) => ({ realm_domains: domainObjects(organization) }),
}

/** `realm_domains` `add` and `change`. */
export function domainEvent(op: 'add' | 'change', domain: EmailDomain): ServerEvent {
  return {
    type: 'realm_domains',
    audience: 'everyone',
    payload: () => ({ op, realm_domain: domainObject(domain) }),
  }
}

/** `realm_domains` `remove`. */
export function domainRemovedEvent({ domain }: EmailDomain): ServerEvent {
  return { type: 'realm_domains', audience: 'everyone', payload: () => ({ op: 'remove', domain }) }
}
