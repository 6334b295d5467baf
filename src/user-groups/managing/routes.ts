// Routes of user groups: /user_groups.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { Id } from '../../http/parameters'
import { groupPermissions } from '../permission-catalogue'
import { PermissionChange, PermissionValue } from '../permission-values'
import { groupGraph, memberIdsOf, directMemberIds, withSubgroups, isInGroup } from '../repository'
import { groupObjects } from '../wire'
import { createGroup } from './creating'
import { deactivateGroup } from './deactivating'
import { changeMembership } from './membership'
import { assertMayListGroups, listedGroup } from './rights'
import { changeGroup } from './updating'
import { badRequest } from '../../http/errors'
import { canSeeUser } from '../../permissions/visibility'
import { directory } from '../../users/repository'

const path = Type.Object({ user_group_id: Id() })
const users = Type.Array(Id(), { maxItems: 10_000, default: [] })
const groups = Type.Array(Id(), { maxItems: 1000, default: [] })
const directMembers = Type.Object({ direct_member_only: Type.Boolean({ default: false }) })

const value = (name: keyof typeof groupPermissions) =>
  Type.Optional({ ...PermissionValue, description: `Who may ${groupPermissions[name].allows}` })
const change = (name: keyof typeof groupPermissions) =>
  Type.Optional({ ...PermissionChange, description: `Who may ${groupPermissions[name].allows}` })

export function userGroupRoutes(api: Api): void {
  api.get(
    '/user_groups',
    {
      summary: 'Get user groups',
      bots: 'none',
      parameters: Type.Object({ include_deactivated_groups: Type.Boolean({ default: false }) }),
      earlierNames: { allow_deactivated: 'include_deactivated_groups' },
    },
    ({ organization, caller, parameters }) => {
      assertMayListGroups(caller)
      return { user_groups: groupObjects(organization, parameters.include_deactivated_groups) }
    },
  )
  api.post(
    '/user_groups/create',
    {
      summary: 'Create a user group',
      parameters: Type.Object({
        name: Type.String(),
        description: Type.String(),
        members: Type.Array(Id(), { maxItems: 10_000 }),
        subgroups: groups,
        can_add_members_group: value('can_add_members_group'),
        can_join_group: value('can_join_group'),
        can_leave_group: value('can_leave_group'),
        can_manage_group: value('can_manage_group'),
        can_mention_group: value('can_mention_group'),
        can_remove_members_group: value('can_remove_members_group'),
      }),
    },
    async ({ organization, caller, parameters }) => {
      const { name, description, members, subgroups, ...permissions } = parameters
      const request = { name, description, memberIds: members, subgroupIds: subgroups, permissions }
      return { group_id: await createGroup(organization, caller, request) }
    },
  )
  api.patch(
    '/user_groups/:user_group_id',
    {
      summary: 'Update a user group',
      path,
      parameters: Type.Object({
        name: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        deactivated: Type.Optional(Type.Boolean({ description: 'Only false: takes the group up again' })),
        can_add_members_group: change('can_add_members_group'),
        can_join_group: change('can_join_group'),
        can_leave_group: change('can_leave_group'),
        can_manage_group: change('can_manage_group'),
        can_mention_group: change('can_mention_group'),
        can_remove_members_group: change('can_remove_members_group'),
      }),
    },
    ({ organization, caller, path, parameters }) => {
      const { name, description, deactivated, ...permissions } = parameters
      return changeGroup(organization, caller, path.user_group_id, {
        name,
        description,
        isDeactivated: deactivated,
        permissions,
      })
    },
  )
  api.post(
    '/user_groups/:user_group_id/deactivate',
    { summary: 'Deactivate a user group', path },
    ({ organization, caller, path }) => deactivateGroup(organization, caller, path.user_group_id),
  )
  api.post(
    '/user_groups/:user_group_id/members',
    {
      summary: 'Update the members of a user group',
      path,
      parameters: Type.Object({ add: users, delete: users, add_subgroups: groups, delete_subgroups: groups }),
    },
    ({ organization, caller, path, parameters }) =>
      changeMembership(organization, caller, path.user_group_id, {
        add: parameters.add,
        remove: parameters.delete,
        addSubgroups: parameters.add_subgroups,
        removeSubgroups: parameters.delete_subgroups,
      }),
  )
  api.post(
    '/user_groups/:user_group_id/subgroups',
    {
      summary: 'Update the subgroups of a user group',
      path,
      parameters: Type.Object({ add: groups, delete: groups }),
    },
    ({ organization, caller, path, parameters }) =>
      changeMembership(organization, caller, path.user_group_id, {
        add: [],
        remove: [],
        addSubgroups: parameters.add,
        removeSubgroups: parameters.delete,
      }),
  )
  api.get(
    '/user_groups/:user_group_id/members',
    { summary: 'Get the members of a user group', bots: 'none', path, parameters: directMembers },
    ({ organization, caller, path, parameters }) => {
      const group = listedGroup(organization, caller, path.user_group_id)
      const ids = parameters.direct_member_only
        ? directMemberIds(organization, group)
        : memberIdsOf(organization, group.id)
      return { members: [...ids].sort((a, b) => a - b) }
    },
  )
  api.get(
    '/user_groups/:user_group_id/members/:user_id',
    {
      summary: 'Get whether a user is a member of a user group',
      bots: 'none',
      path: Type.Object({ user_group_id: Id(), user_id: Id() }),
      parameters: directMembers,
    },
    ({ organization, caller, path, parameters }) => {
      const group = listedGroup(organization, caller, path.user_group_id)
      const user = directory(organization).byId.get(path.user_id)
      if (!user || !canSeeUser(organization, caller, user)) throw badRequest('No such user')
      const isMember = parameters.direct_member_only
        ? directMemberIds(organization, group).has(user.id)
        : user.isActive && isInGroup(organization, group.id, user)
      return { is_user_group_member: isMember }
    },
  )
  api.get(
    '/user_groups/:user_group_id/subgroups',
    {
      summary: 'Get the subgroups of a user group',
      bots: 'none',
      path,
      parameters: Type.Object({ direct_subgroup_only: Type.Boolean({ default: false }) }),
    },
    ({ organization, caller, path, parameters }) => {
      const group = listedGroup(organization, caller, path.user_group_id)
      const ids = parameters.direct_subgroup_only
        ? group.subgroupIds
        : [...withSubgroups(groupGraph(organization).byId, group.id)].slice(1)
      return { subgroups: [...ids].sort((a, b) => a - b) }
    },
  )
}
