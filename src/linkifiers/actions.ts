// What administrators do with linkifiers: add, change, order and remove them.
import type { AuditAction } from '../audit-log/catalogue'
import { changesBetween, record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { assertIsOrderOf } from '../http/orders'
import { assertAdministrator } from '../http/roles'
import { compileLinkifier } from '../markdown/linkifiers'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import {
  allLinkifiers,
  deleteLinkifier,
  insertLinkifier,
  updateLinkifier,
  type Linkifier,
} from './repository'
import { linkifiersEvent } from './wire'

/** Every text is searched for each. */
const maxLinkifiers = 100

/** A pattern of RE2 and a URL template of RFC 6570. */
export interface LinkifierRequest {
  pattern: string
  urlTemplate: string
}

/** @throws ApiError REQUEST_VARIABLE_INVALID, BAD_REQUEST. @returns its ID. */
export function addLinkifier(
  organization: Organization,
  caller: User,
  request: LinkifierRequest,
): Promise<number> {
  assertAdministrator(caller)
  const checked = checkedLinkifier(request)
  return organization.write((tx) => {
    const all = allLinkifiers(organization)
    if (all.length >= maxLinkifiers) throw badRequest(`There can be at most ${maxLinkifiers} linkifiers`)
    assertPatternFree(all, checked.pattern)
    const position = Math.max(0, ...all.map((each) => each.position)) + 1
    const added = insertLinkifier(tx, { ...checked, position })
    recordLinkifier(tx, 'linkifier.added', undefined, added)
    emit(tx, linkifiersEvent(organization))
    return added.id
  })
}

/** @throws ApiError REQUEST_VARIABLE_INVALID, BAD_REQUEST. */
export function changeLinkifier(
  organization: Organization,
  caller: User,
  id: number,
  request: Partial<LinkifierRequest>,
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const before = existing(organization, id)
    const after = checkedLinkifier({
      pattern: request.pattern ?? before.pattern,
      urlTemplate: request.urlTemplate ?? before.urlTemplate,
    })
    if (after.pattern === before.pattern && after.urlTemplate === before.urlTemplate) return
    assertPatternFree(
      allLinkifiers(organization).filter((each) => each.id !== id),
      after.pattern,
    )
    updateLinkifier(tx, id, after)
    recordLinkifier(tx, 'linkifier.changed', before, { ...before, ...after })
    emit(tx, linkifiersEvent(organization))
  })
}

/** Removes a linkifier; messages that have links of it keep them. @throws ApiError BAD_REQUEST. */
export function removeLinkifier(organization: Organization, caller: User, id: number): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    recordLinkifier(tx, 'linkifier.removed', existing(organization, id), undefined)
    deleteLinkifier(tx, id)
    emit(tx, linkifiersEvent(organization))
  })
}

/** @param order all linkifiers' IDs, each once. @throws ApiError BAD_REQUEST for any other list. */
export function reorderLinkifiers(
  organization: Organization,
  caller: User,
  order: readonly number[],
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    assertIsOrderOf(
      order,
      allLinkifiers(organization).map(({ id }) => id),
    )
    for (const [index, id] of order.entries()) updateLinkifier(tx, id, { position: index + 1 })
    record(tx, 'linkifier.reordered')
    emit(tx, linkifiersEvent(organization))
  })
}

function recordLinkifier(
  tx: Transaction,
  action: AuditAction,
  before: Linkifier | undefined,
  after: Linkifier | undefined,
): void {
  const { id, pattern: name } = after ?? before ?? {}
  record(tx, action, { id, name, changes: changesBetween(before, after, ['pattern', 'urlTemplate']) })
}

function existing(organization: Organization, id: number): Linkifier {
  const linkifier = allLinkifiers(organization).find((each) => each.id === id)
  if (!linkifier) throw badRequest('Linkifier not found.')
  return linkifier
}

function checkedLinkifier({ pattern, urlTemplate }: LinkifierRequest): LinkifierRequest {
  const checked = { pattern: pattern.trim(), urlTemplate: urlTemplate.trim() }
  const compiled = compileLinkifier(checked.pattern, checked.urlTemplate)
  if (!compiled.ok) throw invalidParameter(compiled.parameter, compiled.problem)
  return checked
}

function assertPatternFree(others: readonly Linkifier[], pattern: string): void {
  if (others.some((each) => each.pattern === pattern)) {
    throw badRequest('There is a linkifier with that pattern already')
  }
}
