// Who may make bots, and who may change one and see its key.
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import { mayIn } from '../permissions/permissions'
import { botTypes } from '../users/bot-types'
import { isAdministrator, isGuest, isOwner } from '../users/rank'
import { asOfNow, directory, type User } from '../users/repository'

/**
 * Whether the viewer may change the bot and see its key: whose bot it is, and administrators; for a bot with the owner
 * role, whose key is as good as an owner's, only owners of the organization. No bot ever may.
 */
export function administersBot(viewer: User | undefined, bot: User): boolean {
  if (!viewer?.isActive || viewer.botType !== null || bot.botType === null || bot.isSystemBot) return false
  if (bot.botOwnerId === viewer.id) return true
  return isAdministrator(viewer) && (isOwner(viewer) || !isOwner(bot))
}

/** The IDs of the people who administer a bot. */
export function botAdministrators(organization: Organization, bot: User): number[] {
  return directory(organization)
    .all.filter((viewer) => administersBot(viewer, bot))
    .map(({ id }) => id)
}

/** The bots that somebody administers, deactivated ones too. */
export function administeredBots(organization: Organization, viewer: User | undefined): User[] {
  return directory(organization).all.filter((user) => administersBot(viewer, user))
}

/**
 * The bot that a call is about.
 * @throws ApiError BAD_REQUEST if there is none with that ID, or the caller may not change it.
 */
export function botToAdminister(organization: Organization, caller: User, id: number): User {
  const bot = directory(organization).byId.get(id)
  if (!bot || bot.botType === null || bot.isSystemBot) throw badRequest('No such bot')
  if (!administersBot(asOfNow(organization, caller), bot)) throw badRequest('Insufficient permission')
  return bot
}

/** Of one owner, deactivated ones too: everybody's clients hold them all. */
const maxBotsOfOwner = 250

/** @throws ApiError BAD_REQUEST if somebody has as many bots as they can have, is a guest, or deactivated meanwhile */
export function assertMayOwnAnother(organization: Organization, person: User): void {
  const owner = asOfNow(organization, person)
  if (!owner.isActive) throw badRequest('User is deactivated')
  if (isGuest(owner)) throw badRequest("Guests can't own bots")
  const owned = directory(organization).all.filter((user) => user.botOwnerId === owner.id)
  if (owned.length >= maxBotsOfOwner) throw badRequest(`Nobody can have more than ${maxBotsOfOwner} bots`)
}

/** @throws ApiError BAD_REQUEST if the caller may not make bots of that type. */
export function assertMayMakeBot(organization: Organization, caller: User, botType: User['botType']): void {
  const mayMakeSome =
    mayIn(organization, caller, 'can_create_bots_group') ||
    (botType === botTypes.incomingWebhook && mayIn(organization, caller, 'can_create_write_only_bots_group'))
  if (!mayMakeSome) throw badRequest('Insufficient permission')
}
