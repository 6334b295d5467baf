// What `confab user` does: people made, listed, given keys and roles and links for new passwords, logged out, deactivated and reactivated.
import { Type } from '@sinclair/typebox'
import { deactivateWithBots, reactivateAccount } from '../accounts/activation'
import { issueApiKey } from '../accounts/api-keys'
import { replaceBotKey } from '../accounts/bots'
import { hashPassword, insertPerson } from '../accounts/creating'
import { endApiKeys } from '../accounts/other-logins'
import { assertOwnerStays, changeRole } from '../accounts/roles'
import { record } from '../audit-log/recording'
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { makeResetLink } from '../password-resets/actions'
import { endSessionsOf, recordEnded } from '../sessions/actions'
import { roles } from '../users/rank'
import { activeOwner, directory, emailKey, type User } from '../users/repository'
import { chosen, operation, Subdomain } from './operation'

const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('administrator'),
  Type.Literal('moderator'),
  Type.Literal('member'),
  Type.Literal('guest'),
])

/** The parameters that name a person. */
const Person = Type.Object({ subdomain: Subdomain, email: Type.String() })
const NamedPerson = Type.Object({ user_id: Type.Integer(), email: Type.String() })

export const createUser = operation(
  'user/create',
  Type.Object({
    subdomain: Subdomain,
    email: Type.String(),
    name: Type.String(),
    role: Role,
    password: Type.String(),
    can_create_users: Type.Boolean(),
  }),
  Type.Object({ user_id: Type.Integer(), email: Type.String(), api_key: Type.String() }),
  async (organizations, parameters) => {
    const organization = chosen(organizations, parameters.subdomain)
    const passwordHash = await hashPassword(parameters.password)
    return organization.write((tx) => {
      const user = insertPerson(tx, {
        email: parameters.email,
        fullName: parameters.name,
        role: roles[parameters.role],
        canCreateUsers: parameters.can_create_users || parameters.role === 'owner',
        passwordHash,
      })
      return { user_id: user.id, email: user.email, api_key: issueApiKey(tx, user.id, 'command line') }
    })
  },
)

export const listUsers = operation(
  'user/list',
  Type.Object({ subdomain: Subdomain }),
  Type.Object({
    users: Type.Array(
      Type.Object({
        user_id: Type.Integer(),
        email: Type.String(),
        full_name: Type.String(),
        role: Role,
        is_active: Type.Boolean(),
        /** The address of whose bot it is; null for people. */
        bot_owner: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  async (organizations, { subdomain }) => {
    const { all, byId } = directory(chosen(organizations, subdomain))
    const users = all
      .filter((user) => !user.isSystemBot)
      .map((user) => ({
        user_id: user.id,
        email: user.email,
        full_name: user.fullName,
        role: roleName(user),
        is_active: user.isActive,
        bot_owner: user.botOwnerId === null ? null : (byId.get(user.botOwnerId)?.email ?? null),
      }))
    return { users }
  },
)

export const makeUserKey = operation(
  'user/key',
  Type.Object({ subdomain: Subdomain, email: Type.String(), revoke_others: Type.Boolean() }),
  Type.Object({
    user_id: Type.Integer(),
    email: Type.String(),
    api_key: Type.String(),
    /** Bots’ keys can be read again by those who administer them, people’s by nobody. */
    is_bot: Type.Boolean(),
  }),
  async (organizations, { subdomain, email, revoke_others }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = activeAccount(organization, email)
      const api_key = newKeyOf(tx, user, revoke_others)
      return { user_id: user.id, email: user.email, api_key, is_bot: user.botType !== null }
    })
  },
)

/** Bots have one key, which those who administer them can see. */
function newKeyOf(tx: Transaction, user: User, revokesOthers: boolean): string {
  if (user.botType !== null) {
    if (!revokesOthers) throw badRequest('A bot has one key: with --revoke-others it gets another instead')
    return replaceBotKey(tx, user)
  }
  if (revokesOthers) endApiKeys(tx, user.id)
  record(tx, 'user.api_key_made', { id: user.id, name: user.fullName })
  return issueApiKey(tx, user.id, 'command line')
}

export const changeUserRole = operation(
  'user/role',
  Type.Object({ subdomain: Subdomain, email: Type.String(), role: Role }),
  Type.Object({ user_id: Type.Integer(), email: Type.String(), role: Role }),
  async (organizations, { subdomain, email, role }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = activeAccount(organization, email)
      assertOwnerStays(organization, user, roles[role])
      changeRole(tx, user, roles[role])
      return { user_id: user.id, email: user.email, role }
    })
  },
)

export const deactivateUser = operation(
  'user/deactivate',
  Person,
  NamedPerson,
  async (organizations, { subdomain, email }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = activeAccount(organization, email)
      deactivateWithBots(tx, user)
      return { user_id: user.id, email: user.email }
    })
  },
)

export const reactivateUser = operation(
  'user/reactivate',
  Person,
  NamedPerson,
  async (organizations, { subdomain, email }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = account(organization, email)
      if (user.isActive) throw badRequest(`The account of ${user.email} is active`)
      if (user.botType !== null && !activeOwner(organization, user)) {
        throw badRequest(`Whose bot ${user.email} is has a deactivated account: reactivate that first`)
      }
      reactivateAccount(tx, user)
      return { user_id: user.id, email: user.email }
    })
  },
)

export const deleteUserSessions = operation(
  'user/delete-sessions',
  Person,
  Type.Object({ user_id: Type.Integer(), email: Type.String(), sessions: Type.Integer() }),
  async (organizations, { subdomain, email }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = account(organization, email)
      const sessions = endSessionsOf(tx, user.id)
      recordEnded(tx, user, sessions)
      return { user_id: user.id, email: user.email, sessions }
    })
  },
)

export const makeUserResetLink = operation(
  'user/reset-password',
  Person,
  Type.Object({
    user_id: Type.Integer(),
    email: Type.String(),
    path: Type.String(),
    /** UNIX seconds. */
    expiry_date: Type.Integer(),
  }),
  async (organizations, { subdomain, email }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = activeAccount(organization, email)
      const { path, expiresAt } = makeResetLink(tx, user)
      return { user_id: user.id, email: user.email, path, expiry_date: expiresAt }
    })
  },
)

/** @throws ApiError BAD_REQUEST if nobody has the address. */
export function account(organization: Organization, email: string): User {
  const user = directory(organization).byEmailKey.get(emailKey(email))
  if (!user || user.isSystemBot) throw badRequest(`Nobody here has the address '${email}'`)
  return user
}

function activeAccount(organization: Organization, email: string): User {
  const user = account(organization, email)
  if (!user.isActive) throw badRequest(`The account of ${user.email} is deactivated`)
  return user
}

/** Everybody but bots. */
export function people(organization: Organization): User[] {
  return directory(organization).all.filter((user) => user.botType === null)
}

function roleName(user: User): keyof typeof roles {
  if (user.role <= roles.owner) return 'owner'
  if (user.role <= roles.administrator) return 'administrator'
  if (user.role <= roles.moderator) return 'moderator'
  return user.role <= roles.member ? 'member' : 'guest'
}
