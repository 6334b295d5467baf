// What commands do to an installation: the same functions whether this process opened the folder or a server holds it.
import { Type } from '@sinclair/typebox'
import { queues } from '../events/queues'
import { found } from '../administration/founding'
import { badRequest } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { jobRunners } from '../jobs/runner'
import type { Organization } from '../organization/organization'
import { isValidSubdomain } from '../organization/organizations'
import { settings, storeSetting } from '../organization/settings'
import { hashPassword, insertPerson } from '../accounts/creating'
import { issueApiKey } from '../accounts/api-keys'
import { roles } from '../users/rank'
import { deleteApiKeys, directory, emailKey, type User } from '../users/repository'
import { dropOneJob, listJobs, retryOneJob } from './job-operations'
import { listDeletions, restoreDeleted } from './message-operations'
import { chosen, operation, Subdomain } from './operation'

const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('administrator'),
  Type.Literal('moderator'),
  Type.Literal('member'),
  Type.Literal('guest'),
])

export const createOrganization = operation(
  'organization/create',
  Type.Object({
    subdomain: Type.String(),
    name: Type.String(),
    owner_email: Type.String(),
    owner_name: Type.String(),
    password: Type.String(),
    public_access: Type.Boolean(),
  }),
  Type.Object({
    organization: Type.String(),
    user_id: Type.Integer(),
    email: Type.String(),
    api_key: Type.String(),
  }),
  async (organizations, parameters) => {
    const { subdomain } = parameters
    if (!isValidSubdomain(subdomain)) {
      throw badRequest(`'${subdomain}' can't be a subdomain: use a-z, 0-9 and hyphens, at most 63 characters`)
    }
    if (organizations.get(subdomain))
      throw badRequest(
        subdomain === ''
          ? 'There is already a root organization: choose another with --subdomain'
          : `There is already an organization '${subdomain}'`,
      )
    const name = checkedOrganizationName(parameters.name)
    const owner = {
      email: parameters.owner_email,
      fullName: parameters.owner_name,
      password: parameters.password,
      canCreateUsers: true,
    }
    let result
    await organizations.create(subdomain, async (organization) => {
      const founded = await found(organization, { name, owner })
      await organization.write((tx) => storeSetting(tx, 'enable_spectator_access', parameters.public_access))
      const { id, email } = founded.owner
      result = { organization: subdomain, user_id: id, email, api_key: founded.apiKey }
    })
    if (result === undefined) throw new Error('the organization was not founded')
    return result
  },
)

export const listOrganizations = operation(
  'organization/list',
  Type.Object({}),
  Type.Object({
    organizations: Type.Array(
      Type.Object({
        organization: Type.String(),
        name: Type.String(),
        users: Type.Integer(),
        is_damaged: Type.Boolean(),
      }),
    ),
  }),
  async (organizations) => ({
    organizations: organizations.all
      .map((organization) => ({
        organization: organization.subdomain,
        name: settings(organization).name,
        users: people(organization).filter((user) => user.isActive).length,
        is_damaged: false,
      }))
      .concat(
        [...organizations.damaged.keys()].map((organization) => ({
          organization,
          name: '',
          users: 0,
          is_damaged: true,
        })),
      )
      .toSorted((a, b) => (a.organization < b.organization ? -1 : 1)),
  }),
)

export const removeOrganization = operation(
  'organization/remove',
  Type.Object({ subdomain: Subdomain }),
  Type.Object({ organization: Type.String(), name: Type.String() }),
  async (organizations, { subdomain }) => {
    const organization = chosen(organizations, subdomain)
    const removed = { organization: organization.subdomain, name: settings(organization).name }
    queues(organization).drain()
    await jobRunners(organization).current?.stop()
    await organizations.remove(organization)
    return removed
  },
)

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
      }),
    ),
  }),
  async (organizations, { subdomain }) => ({
    users: people(chosen(organizations, subdomain)).map((user) => ({
      user_id: user.id,
      email: user.email,
      full_name: user.fullName,
      role: roleName(user),
      is_active: user.isActive,
    })),
  }),
)

export const makeUserKey = operation(
  'user/key',
  Type.Object({ subdomain: Subdomain, email: Type.String(), revoke_others: Type.Boolean() }),
  Type.Object({ user_id: Type.Integer(), email: Type.String(), api_key: Type.String() }),
  async (organizations, { subdomain, email, revoke_others }) => {
    const organization = chosen(organizations, subdomain)
    return organization.write((tx) => {
      const user = directory(organization).byEmailKey.get(emailKey(email))
      if (!user || user.isSystemBot) throw badRequest(`Nobody here has the address '${email}'`)
      if (!user.isActive) throw badRequest(`The account of ${user.email} is deactivated`)
      if (revoke_others) deleteApiKeys(tx, user.id)
      return { user_id: user.id, email: user.email, api_key: issueApiKey(tx, user.id, 'command line') }
    })
  },
)

/** The operations a server takes over its control socket. */
export const operations = [
  createOrganization,
  listOrganizations,
  removeOrganization,
  createUser,
  listUsers,
  makeUserKey,
  listDeletions,
  restoreDeleted,
  listJobs,
  retryOneJob,
  dropOneJob,
] as const

function checkedOrganizationName(name: string): string {
  const clean = name.normalize('NFC').trim()
  if (clean === '') throw badRequest('The name of the organization is empty')
  if (isLongerThan(clean, 40))
    throw badRequest('The name of the organization is too long (at most 40 characters)')
  return clean
}

function people(organization: Organization): User[] {
  return directory(organization).all.filter((user) => !user.isSystemBot)
}

function roleName(user: User): keyof typeof roles {
  if (user.role <= roles.owner) return 'owner'
  if (user.role <= roles.administrator) return 'administrator'
  if (user.role <= roles.moderator) return 'moderator'
  return user.role <= roles.member ? 'member' : 'guest'
}
