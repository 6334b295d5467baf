// Routes of user groups: /user_groups.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { assertMayListGroups } from './actions'
import { groupObjects } from './wire'

export const userGroupRoutes = (api: Api) =>
  new Elysia({ name: 'user-groups' }).get(
    '/user_groups',
    ...api.call(
      {
        summary: 'Get user groups',
        parameters: Type.Object({ include_deactivated_groups: Type.Boolean({ default: false }) }),
      },
      ({ organization, caller, parameters }) => {
        assertMayListGroups(caller)
        return { user_groups: groupObjects(organization, parameters.include_deactivated_groups) }
      },
    ),
  )
