// The user objects of GET /users: of one person and of everybody, as far as the viewer sees them.
import { fieldsTexts, type JsonTexts } from '../http/envelope'
import type { Organization } from '../organization/organization'
import { seesEverybody, sightOf } from '../permissions/visibility'
import { peopleList } from './ready-lists'
import { directory, type User } from '../users/repository'
import { profileData, userObject, userView } from '../users/wire'

/** What callers can ask of user objects. */
export interface UserParameters {
  client_gravatar: boolean
  include_custom_profile_fields: boolean
  user_ids?: readonly number[]
}

/** A user object as it was asked for. */
export function userWithProfile(
  organization: Organization,
  viewer: User | undefined,
  user: User,
  parameters: UserParameters,
) {
  const view = userView(user, { viewer, clientGravatar: parameters.client_gravatar })
  const profile = parameters.include_custom_profile_fields ? profileData(organization, user) : {}
  return { ...userObject(organization, user, view), ...profile }
}

/** `members`: everybody the viewer sees, of those IDs if some were given; not the system's bots. */
export function members(
  organization: Organization,
  viewer: User | undefined,
  parameters: UserParameters,
): JsonTexts {
  const { user_ids, include_custom_profile_fields } = parameters
  const sees = sightOf(organization, viewer)
  // Nobody who is not logged in may see an address to make a gravatar from.
  const clientGravatar = parameters.client_gravatar && viewer !== undefined
  if (sees === seesEverybody && !user_ids) {
    const kind = include_custom_profile_fields ? 'membersWithProfiles' : 'members'
    return fieldsTexts({ members: peopleList(organization, kind, { viewer, clientGravatar }) })
  }
  const wanted = user_ids && new Set(user_ids)
  const asked = { ...parameters, client_gravatar: clientGravatar }
  const objects = directory(organization)
    .all.filter((user) => !user.isSystemBot && sees(user) && (!wanted || wanted.has(user.id)))
    .map((user) => userWithProfile(organization, viewer, user, asked))
  return fieldsTexts({ members: objects })
}
