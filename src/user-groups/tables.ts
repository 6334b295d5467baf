// Tables of user groups; the members of role groups follow from roles and are not stored.
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag } from '../database/columns'
import { userColumn, users } from '../users/tables'

/**
 * Named groups, system groups, and the unnamed ones that hold a permission given as
 * `{direct_member_ids, direct_subgroup_ids}`.
 */
export const userGroups = sqliteTable(
  'user_groups',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null for an unnamed group. */
    name: text(),
    nameKey: text('name_key'),
    description: text().notNull().default(''),
    isSystem: flag('is_system').notNull().default(false),
    isDeactivated: flag('is_deactivated').notNull().default(false),
    creatorId: integer('creator_id').references(() => users.id),
    dateCreated: integer('date_created'),
    canAddMembersGroup: integer('can_add_members_group').notNull().default(0),
    canJoinGroup: integer('can_join_group').notNull().default(0),
    canLeaveGroup: integer('can_leave_group').notNull().default(0),
    canManageGroup: integer('can_manage_group').notNull().default(0),
    canMentionGroup: integer('can_mention_group').notNull().default(0),
    canRemoveMembersGroup: integer('can_remove_members_group').notNull().default(0),
  },
  (table) => [uniqueIndex('user_groups_name').on(table.nameKey)],
)

export const userGroupMembers = sqliteTable(
  'user_group_members',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => userGroups.id),
    userId: userColumn(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.userId] })],
)

export const userGroupSubgroups = sqliteTable(
  'user_group_subgroups',
  {
    groupId: integer('group_id')
      .notNull()
      .references(() => userGroups.id),
    subgroupId: integer('subgroup_id')
      .notNull()
      .references(() => userGroups.id),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.subgroupId] })],
)
