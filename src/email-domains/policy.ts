// Which addresses new people may have: in the organization's own domains, or at least none to be thrown away.
import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { domainOf, domainsAbove } from './domain'
import { domainsOf } from './repository'

/**
 * Why nobody may have that address here; undefined if they may. Where addresses are restricted to domains and there is
 * none, no address will do.
 */
export function addressRefusal(organization: Organization, email: string): string | undefined {
  const { emails_restricted_to_domains, disallow_disposable_email_addresses } = settings(organization)
  const domain = domainOf(email)
  if (emails_restricted_to_domains) {
    return domain !== undefined && isAllowed(organization, domain)
      ? undefined
      : 'Only addresses in the domains of this organization are allowed.'
  }
  return disallow_disposable_email_addresses && domain !== undefined && isDisposable(domain)
    ? 'Please use an address that you mean to keep, not a disposable one.'
    : undefined
}

/** @param parameter that holds the address, to be named. @throws ApiError REQUEST_VARIABLE_INVALID */
export function assertAllowedAddress(organization: Organization, email: string, parameter = 'email'): void {
  const refusal = addressRefusal(organization, email)
  const { emails_restricted_to_domains: isRestricted } = settings(organization)
  const what = fault(isRestricted ? 'emailOutside' : 'emailDisposable')
  if (refusal !== undefined) throw invalidParameter(parameter, refusal, what)
}

function isAllowed(organization: Organization, domain: string): boolean {
  const above = new Set(domainsAbove(domain))
  return domainsOf(organization).some(({ domain: allowed, allowsSubdomains }) =>
    allowsSubdomains ? above.has(allowed) : allowed === domain,
  )
}

/** Thousands of names, read when first asked for. */
let blocklist: ReadonlySet<string> | undefined

function isDisposable(domain: string): boolean {
  const listed = (blocklist ??= disposableEmailBlocklistSet())
  return domainsAbove(domainToASCII(domain)).some((each) => listed.has(each))
}
