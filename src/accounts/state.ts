// People in the register state: the lists of users, and the fields about oneself (reference: register-queue).
import { unknownAvatar } from '../organization/picture-urls'
import type { StateContext, StatePart } from '../events/state'
import { JsonText } from '../http/envelope'
import { settings } from '../organization/settings'
import { mayIn } from '../permissions/permissions'
import { listedUserText, peopleList } from './ready-lists'
import { directory, type User } from '../users/repository'
import { seesEverybody, sightOf } from '../permissions/visibility'
import { apiEmail, avatarUrl, mediumAvatarUrl, unknownUser, userObject, userView } from '../users/wire'
import { isAdministrator, isGuest, isModerator, isOwner } from '../users/rank'

/** `realm_users`, `realm_non_active_users`, `cross_realm_bots` and the fields about oneself. */
export const usersState: StatePart = {
  types: ['realm_user'],
  read: (context) => ({
    ...userLists(context),
    ...(context.viewer ? ownFields(context, context.viewer) : nobodysFields),
  }),
}

function userLists({ organization, viewer, options }: StateContext) {
  const reader = {
    viewer,
    clientGravatar: options.clientGravatar,
    avatarUrlOptional: options.userAvatarUrlFieldOptional,
  }
  const cross_realm_bots = directory(organization)
    .all.filter(({ isSystemBot }) => isSystemBot)
    .map((bot) => ({ ...userObject(organization, bot, userView(bot, reader)), is_system_bot: true }))
  const sees = sightOf(organization, viewer)
  if (sees === seesEverybody) {
    return {
      realm_users: peopleList(organization, 'active', reader),
      realm_non_active_users: peopleList(organization, 'inactive', reader),
      cross_realm_bots,
    }
  }
  const active: string[] = []
  const inactive: string[] = []
  for (const user of directory(organization).all) {
    if (user.isSystemBot) continue
    if (sees(user)) {
      const text = listedUserText(organization, user, userView(user, reader))
      if (user.isActive) active.push(text)
      else inactive.push(text)
    } else if (!options.userListIncomplete) active.push(JSON.stringify(unknownUser(organization, user)))
  }
  return {
    realm_users: new JsonText('[', active.join(','), ']'),
    realm_non_active_users: new JsonText('[', inactive.join(','), ']'),
    cross_realm_bots,
  }
}

/** The fields about oneself for people without an account: no ID that anybody has, no address, no rights. */
const nobodysFields: ReturnType<typeof ownFields> = {
  user_id: 0,
  email: '',
  delivery_email: '',
  full_name: '',
  is_owner: false,
  is_admin: false,
  is_moderator: false,
  is_guest: false,
  avatar_source: 'G',
  avatar_url: unknownAvatar,
  avatar_url_medium: unknownAvatar,
  can_create_streams: false,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_subscribe_other_users: false,
  can_invite_others_to_realm: false,
}

function ownFields({ organization }: StateContext, viewer: User) {
  const mayCreate = {
    public: mayIn(organization, viewer, 'can_create_public_channel_group'),
    private: mayIn(organization, viewer, 'can_create_private_channel_group'),
    webPublic:
      settings(organization).enable_spectator_access &&
      mayIn(organization, viewer, 'can_create_web_public_channel_group'),
  }
  const view = userView(viewer, { viewer, clientGravatar: false })
  return {
    user_id: viewer.id,
    email: apiEmail(organization, viewer),
    delivery_email: viewer.email,
    full_name: viewer.fullName,
    is_owner: isOwner(viewer),
    is_admin: isAdministrator(viewer),
    is_moderator: isModerator(viewer),
    is_guest: isGuest(viewer),
    avatar_source: viewer.avatarSource,
    avatar_url: avatarUrl(viewer, view),
    avatar_url_medium: mediumAvatarUrl(viewer, view),
    can_create_streams: mayCreate.public || mayCreate.private,
    can_create_public_streams: mayCreate.public,
    can_create_private_streams: mayCreate.private,
    can_create_web_public_streams: mayCreate.webPublic,
    can_subscribe_other_users: mayIn(organization, viewer, 'can_add_subscribers_group'),
    can_invite_others_to_realm: mayIn(organization, viewer, 'can_invite_users_group'),
  }
}
