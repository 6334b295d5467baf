// What owners can do with the domains in which new people may have their e-mail addresses.
import type { AuditAction } from '../audit-log/catalogue'
import { changesBetween, record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { assertOwner } from '../http/roles'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { domainName } from './domain'
import { deleteDomain, domainsOf, insertDomain, updateDomain, type EmailDomain } from './repository'
import { domainEvent, domainRemovedEvent } from './wire'

const maxDomains = 1000

/** @throws ApiError BAD_REQUEST; REQUEST_VARIABLE_INVALID for what can't be a domain. */
export function addDomain(
  organization: Organization,
  caller: User,
  typed: string,
  allowsSubdomains: boolean,
): Promise<void> {
  assertOwner(caller)
  const domain = domainName(typed)
  if (domain === undefined) throw invalidParameter('domain', 'Invalid domain: it must be such as example.com')
  return organization.write((tx) => {
    const known = domainsOf(organization)
    if (known.some((each) => each.domain === domain))
      throw badRequest(`The domain ${domain} is already a part of your organization.`)
    if (known.length >= maxDomains) throw badRequest(`There can be at most ${maxDomains} domains`)
    const added = insertDomain(tx, { domain, allowsSubdomains })
    recordDomain(tx, 'domain.added', undefined, added)
    emit(tx, domainEvent('add', added))
  })
}

/** @param allowsSubdomains undefined changes nothing. @throws ApiError BAD_REQUEST */
export function changeDomain(
  organization: Organization,
  caller: User,
  typed: string,
  allowsSubdomains: boolean | undefined,
): Promise<void> {
  assertOwner(caller)
  return organization.write((tx) => {
    const domain = named(organization, typed)
    if (allowsSubdomains === undefined || allowsSubdomains === domain.allowsSubdomains) return
    const changed = updateDomain(tx, domain.id, allowsSubdomains)
    recordDomain(tx, 'domain.changed', domain, changed)
    emit(tx, domainEvent('change', changed))
  })
}

/** @throws ApiError BAD_REQUEST */
export function removeDomain(organization: Organization, caller: User, typed: string): Promise<void> {
  assertOwner(caller)
  return organization.write((tx) => {
    const domain = named(organization, typed)
    deleteDomain(tx, domain.id)
    recordDomain(tx, 'domain.removed', domain, undefined)
    emit(tx, domainRemovedEvent(domain))
  })
}

function recordDomain(
  tx: Transaction,
  action: AuditAction,
  before: EmailDomain | undefined,
  after: EmailDomain | undefined,
): void {
  const { id, domain: name } = after ?? before ?? {}
  record(tx, action, { id, name, changes: changesBetween(before, after, ['allowsSubdomains']) })
}

function named(organization: Organization, typed: string): EmailDomain {
  const name = domainName(typed)
  const domain = domainsOf(organization).find((each) => each.domain === name)
  if (!domain) throw badRequest('There is no such domain')
  return domain
}
