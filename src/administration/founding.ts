// Founds an organization: its settings, its system groups, its owner and its own bots.
import { record } from '../audit-log/recording'
import { invalidParameter } from '../http/errors'
import { fault } from '../http/faults'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { storeSetting } from '../organization/settings'
import type { Transaction } from '../organization/writer'
import { addSubgroups, insertGroup, systemGroupNames, updateGroup } from '../user-groups/repository'
import { knowVersion } from '../server-info/version-news'
import { hashPassword, insertPerson, type NewPerson } from '../accounts/creating'
import { roles } from '../users/rank'
import { issueApiKey } from '../accounts/api-keys'
import { emailKey, insertUser, type User } from '../users/repository'

export interface Founding {
  name: string
  owner: Omit<NewPerson, 'role' | 'passwordHash'> & { password: string }
}

/** The same, the password hashed already. */
export interface HashedFounding {
  name: string
  owner: Omit<NewPerson, 'role'>
  /** What new accounts start with, the owner's too; English unless it is said. */
  language?: string
}

export interface Founded {
  owner: User
  apiKey: string
}

/** Fills a new organization; everything or nothing. @throws ApiError for a bad name, address or password. */
export async function found(organization: Organization, { name, owner }: Founding): Promise<Founded> {
  const passwordHash = await hashPassword(owner.password)
  return organization.write((tx) => {
    const user = foundIn(tx, { name, owner: { ...owner, passwordHash } })
    return { owner: user, apiKey: issueApiKey(tx, user.id, 'command line') }
  })
}

/** The same, within a write. @returns the owner */
export function foundIn(tx: Transaction, { name, owner, language }: HashedFounding): User {
  storeSetting(tx, 'name', name)
  storeSetting(tx, 'date_created', seconds(tx.organization.clock))
  if (language !== undefined) storeSetting(tx, 'default_language', language)
  knowVersion(tx)
  record(tx, 'organization.created', { name })
  makeSystemGroups(tx)
  const user = insertPerson(tx, { ...owner, role: roles.owner })
  makeNotificationBot(tx)
  return user
}

/** An organization's name as it is stored. @throws ApiError REQUEST_VARIABLE_INVALID */
export function checkedOrganizationName(name: string): string {
  const clean = trimmed(name.normalize('NFC'))
  if (clean === '')
    throw invalidParameter('name', 'The name of the organization is empty', fault('organizationNameEmpty'))
  if (isLongerThan(clean, longestName)) {
    const message = `The name of the organization is too long (at most ${longestName} characters)`
    throw invalidParameter('name', message, fault('organizationNameTooLong', longestName))
  }
  return clean
}

/** In code points. */
const longestName = 40

function makeSystemGroups(tx: Transaction): void {
  const ids = new Map<string, number>()
  for (const name of systemGroupNames) {
    ids.set(name, insertGroup(tx, { name, nameKey: name, description: descriptions[name], isSystem: true }))
  }
  const nobody = ids.get('role:nobody')
  if (nobody !== undefined) for (const id of ids.values()) updateGroup(tx, id, permissionsOf(nobody))
  const chain = ['internet', 'everyone', 'members', 'fullmembers', 'moderators', 'administrators', 'owners']
  for (const [index, role] of chain.entries()) {
    const subgroup = ids.get(`role:${chain[index + 1]}`)
    const group = ids.get(`role:${role}`)
    if (group !== undefined && subgroup !== undefined) addSubgroups(tx, group, [subgroup])
  }
}

/** System groups follow from roles: nobody has a permission over them. */
function permissionsOf(groupId: number) {
  return {
    canAddMembersGroup: groupId,
    canJoinGroup: groupId,
    canLeaveGroup: groupId,
    canManageGroup: groupId,
    canMentionGroup: groupId,
    canRemoveMembersGroup: groupId,
  }
}

const descriptions: Readonly<Record<(typeof systemGroupNames)[number], string>> = {
  'role:internet': 'Everyone on the Internet',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:nobody': 'Nobody',
}

/** Sender of the server's own messages to people. */
function makeNotificationBot(tx: Transaction): void {
  const email = 'notification-bot@confab.invalid'
  insertUser(tx, {
    email,
    emailKey: emailKey(email),
    fullName: 'Notification Bot',
    role: 400,
    botType: 1,
    isSystemBot: true,
    dateJoined: seconds(tx.organization.clock),
  })
}
