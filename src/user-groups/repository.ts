// SQL of user groups, and the graph of who belongs to which group, kept in memory.
import { and, eq } from 'drizzle-orm'
import { among } from '../database/columns'
import { given, prepared } from '../database/prepared'
import type { Organization } from '../organization/organization'
import { cache } from '../organization/cache'
import type { Transaction } from '../organization/writer'
import { directory, type User } from '../users/repository'
import { users } from '../users/tables'
import { userGroupMembers, userGroups, userGroupSubgroups } from './tables'

/** A group as stored, with what it directly holds. */
export type UserGroup = typeof userGroups.$inferSelect & {
  /** Stored members; for role groups, the people of that role. */
  memberIds: ReadonlySet<number>
  subgroupIds: ReadonlySet<number>
}

/** The system groups, in the order of the notes. Each but the last holds the one before, or is held by the one after. */
export const systemGroupNames = [
  'role:internet',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:nobody',
] as const
export type SystemGroupName = (typeof systemGroupNames)[number]

export interface GroupGraph {
  byId: ReadonlyMap<number, UserGroup>
  /** Named groups, deactivated ones too, by name in lower case. */
  byNameKey: ReadonlyMap<string, UserGroup>
}

/** All groups, with members and subgroups. */
export const groupGraph = cache(
  [userGroups, userGroupMembers, userGroupSubgroups],
  (organization): GroupGraph => {
    const members = new Map<number, Set<number>>()
    const subgroups = new Map<number, Set<number>>()
    for (const { groupId, userId } of organization.db.orm.select().from(userGroupMembers).all()) {
      addTo(members, groupId, userId)
    }
    for (const { groupId, subgroupId } of organization.db.orm.select().from(userGroupSubgroups).all()) {
      addTo(subgroups, groupId, subgroupId)
    }
    const groups = organization.db.orm.select().from(userGroups).orderBy(userGroups.id).all()
    const all = groups.map((group) => ({
      ...group,
      memberIds: members.get(group.id) ?? new Set<number>(),
      subgroupIds: subgroups.get(group.id) ?? new Set<number>(),
    }))
    return {
      byId: new Map(all.map((group) => [group.id, group])),
      byNameKey: new Map(all.flatMap((group) => (group.nameKey === null ? [] : [[group.nameKey, group]]))),
    }
  },
)

function addTo<K>(sets: Map<K, Set<number>>, key: K, value: number): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

/** The ID of a system group; they exist from the start. */
export function systemGroupId(organization: Organization, name: SystemGroupName): number {
  const group = groupGraph(organization).byNameKey.get(name)
  if (!group) throw new Error(`The system group ${name} is missing`)
  return group.id
}

/** The active people directly in a group; those of role groups follow from their roles. */
export function directMemberIds(organization: Organization, group: UserGroup): ReadonlySet<number> {
  if (!group.isSystem) {
    const { byId } = directory(organization)
    return new Set([...group.memberIds].filter((id) => byId.get(id)?.isActive))
  }
  return roleMembers(organization).get(group.name ?? '') ?? nobody
}

const nobody: ReadonlySet<number> = new Set()

/** The active people of each role group. */
const roleMembers = cache([users], (organization): ReadonlyMap<string, ReadonlySet<number>> => {
  const members = new Map<string, Set<number>>()
  for (const user of directory(organization).all) {
    if (!user.isActive || user.isSystemBot) continue
    for (const name of roleGroupNames(user)) addTo(members, name, user.id)
  }
  return members
})

/** The system groups that hold the person directly: that of their role, for members with or without the waiting period. */
export function roleGroupNames(user: Pick<User, 'role' | 'isFullMember'>): readonly SystemGroupName[] {
  if (user.role === 100) return ['role:owners']
  if (user.role === 200) return ['role:administrators']
  if (user.role === 300) return ['role:moderators']
  if (user.role === 400) return user.isFullMember ? ['role:members', 'role:fullmembers'] : ['role:members']
  return ['role:everyone']
}

/** Whether the person is in the group, directly or through subgroups. Nobody (undefined) is on the internet only. */
export function isInGroup(organization: Organization, groupId: number, user: User | undefined): boolean {
  const { byId } = groupGraph(organization)
  // As a rule the group itself holds them, or has none within: each send asks for several.
  const group = byId.get(groupId)
  if (group && holdsDirectly(group, user)) return true
  if (group?.subgroupIds.size === 0) return false
  for (const id of withSubgroups(byId, groupId)) {
    const within = byId.get(id)
    if (within && holdsDirectly(within, user)) return true
  }
  return false
}

function holdsDirectly({ name, isSystem, memberIds }: UserGroup, user: User | undefined): boolean {
  if (name === 'role:internet') return true
  if (!user) return false
  return isSystem ? isInSystemGroup(name, user) : memberIds.has(user.id)
}

/** A group and all that it holds, however deep, each once; the group itself first. */
export function* withSubgroups(byId: GroupGraph['byId'], groupId: number): Generator<number> {
  const seen = new Set([groupId])
  for (const id of seen) {
    yield id
    for (const subgroupId of byId.get(id)?.subgroupIds ?? []) seen.add(subgroupId)
  }
}

/** The active people in a group, directly or through subgroups. */
export function memberIdsOf(organization: Organization, groupId: number): ReadonlySet<number> {
  const { byId } = groupGraph(organization)
  const { all } = directory(organization)
  const members = new Set<number>()
  for (const id of withSubgroups(byId, groupId)) {
    const group = byId.get(id)
    if (!group) continue
    if (group.isSystem) {
      for (const user of all) {
        if (user.isActive && !user.isSystemBot && isInSystemGroup(group.name, user)) members.add(user.id)
      }
    } else for (const userId of directMemberIds(organization, group)) members.add(userId)
  }
  return members
}

/** Roles count downwards: each role's group holds the people of that role and of those above. */
function isInSystemGroup(name: string | null, user: User): boolean {
  switch (name) {
    case 'role:owners':
      return user.role <= 100
    case 'role:administrators':
      return user.role <= 200
    case 'role:moderators':
      return user.role <= 300
    case 'role:fullmembers':
      return user.role <= 300 || (user.role === 400 && user.isFullMember)
    case 'role:members':
      return user.role <= 400
    case 'role:everyone':
      return true
    default:
      return false
  }
}

export function insertGroup(tx: Transaction, group: typeof userGroups.$inferInsert): number {
  return tx.orm.insert(userGroups).values(group).returning({ id: userGroups.id }).get().id
}

export function updateGroup(
  tx: Transaction,
  id: number,
  changes: Partial<typeof userGroups.$inferInsert>,
): void {
  tx.orm.update(userGroups).set(changes).where(eq(userGroups.id, id)).run()
}

/** Deletes a group that nothing refers to any more; only unnamed groups end so. */
export function deleteGroup(tx: Transaction, id: number): void {
  tx.orm.delete(userGroupMembers).where(eq(userGroupMembers.groupId, id)).run()
  tx.orm.delete(userGroupSubgroups).where(eq(userGroupSubgroups.groupId, id)).run()
  tx.orm.delete(userGroups).where(eq(userGroups.id, id)).run()
}

/** A group may be given everybody at once, and others wait meanwhile. */
const insertMember = prepared((orm) =>
  orm
    .insert(userGroupMembers)
    .values({ groupId: given('groupId'), userId: given('userId') })
    .onConflictDoNothing()
    .prepare(),
)

export function addMembers(tx: Transaction, groupId: number, userIds: readonly number[]): void {
  const insert = insertMember(tx)
  for (const userId of userIds) insert.run({ groupId, userId })
}

export function removeMembers(tx: Transaction, groupId: number, userIds: readonly number[]): void {
  tx.orm
    .delete(userGroupMembers)
    .where(and(eq(userGroupMembers.groupId, groupId), among(userGroupMembers.userId, userIds)))
    .run()
}

export function addSubgroups(tx: Transaction, groupId: number, subgroupIds: readonly number[]): void {
  for (const subgroupId of subgroupIds) {
    tx.orm.insert(userGroupSubgroups).values({ groupId, subgroupId }).onConflictDoNothing().run()
  }
}

export function removeSubgroups(tx: Transaction, groupId: number, subgroupIds: readonly number[]): void {
  tx.orm
    .delete(userGroupSubgroups)
    .where(and(eq(userGroupSubgroups.groupId, groupId), among(userGroupSubgroups.subgroupId, subgroupIds)))
    .run()
}
