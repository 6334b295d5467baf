// What groups are called and described as.
import { badRequest, invalidParameter } from '../../http/errors'
import { isLongerThan } from '../../http/text-length'
import { trimmed } from '../../http/visible-text'
import type { Organization } from '../../organization/organization'
import { groupGraph } from '../repository'

/** Longest texts, in code points. */
const limits = { name: 100, description: 1024 } as const

/** Beginnings that mean something else in mentions and in names of system groups. */
const takenPrefixes = ['@', 'role:', 'user:', 'stream:', 'channel:']

/** How names of groups compare: NFKC, lower case. */
export function groupNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/**
 * A name as it is stored.
 * @param groupId whose name it is to be; undefined for a new group
 * @throws ApiError REQUEST_VARIABLE_INVALID, or BAD_REQUEST if another group has it, a deactivated one too.
 */
export function checkedGroupName(organization: Organization, name: string, groupId?: number): string {
  const clean = trimmed(name)
  if (clean === '') throw invalidParameter('name', "User group name can't be empty!")
  if (isLongerThan(clean, limits.name)) {
    throw invalidParameter('name', `name is too long (limit: ${limits.name} characters)`)
  }
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(clean)) {
    throw invalidParameter('name', 'name contains invalid characters')
  }
  const prefix = takenPrefixes.find((each) => clean.startsWith(each))
  if (prefix !== undefined) throw invalidParameter('name', `User group name cannot start with '${prefix}'.`)
  const holder = groupGraph(organization).byNameKey.get(groupNameKey(clean))
  if (holder && holder.id !== groupId) throw badRequest(`User group '${clean}' already exists.`)
  return clean
}

/** @throws ApiError REQUEST_VARIABLE_INVALID */
export function checkedGroupDescription(description: string): string {
  const clean = trimmed(description)
  if (isLongerThan(clean, limits.description)) {
    throw invalidParameter('description', `description is too long (limit: ${limits.description} characters)`)
  }
  return clean
}
