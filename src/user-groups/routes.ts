// Routes of user groups: /user_groups.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { assertMayListGroups } from './actions'
import { groupObjects } from './wire'

export function userGroupRoutes(api: Api): void {
  api.get(
    '/user_groups',
    {
      summary: 'Get user groups',
      parameters: Type.Object({ include_deactivated_groups: Type.Boolean({ default: false }) }),
    },
    ({ organization, caller, parameters }) => {
      assertMayListGroups(caller)
      return { user_groups: groupObjects(organization, parameters.include_deactivated_groups) }
    },
  )
}
