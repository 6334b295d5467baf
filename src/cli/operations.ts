// What commands do to an installation: the same functions whether this process opened the folder or a server holds it.
import { Type } from '@sinclair/typebox'
import { queues } from '../events/queues'
import { checkedOrganizationName, found } from '../administration/founding'
import { setDeactivated } from '../administration/settings'
import { badRequest } from '../http/errors'
import { jobRunners } from '../jobs/runner'
import { isValidSubdomain, type Organizations } from '../organization/organizations'
import { settings, storeSetting } from '../organization/settings'
import { adoptOrganization, checkSubdomain, copyOrganization } from './archive-operations'
import { readAuditLog } from './audit-operations'
import { beginBackup, confirmBackup, endBackup, holdForBackup, releaseForBackup } from './backup-operations'
import { beginImport, endImport, inviteTaken } from './import-operations'
import { dropOneJob, listJobs, retryOneJob } from './job-operations'
import { testMail } from './mail-operations'
import { receiveOneMail } from './mail-receiving-operations'
import { listDeletions, restoreDeleted } from './message-operations'
import {
  copyToMove,
  findToMove,
  letGoThere,
  receiveOrganization,
  resumeHere,
  suspendToMove,
} from './move-operations'
import { chosen, operation, Subdomain } from './operation'
import {
  changeUserRole,
  createUser,
  deactivateUser,
  deleteUserSessions,
  listUsers,
  makeUserResetLink,
  makeUserKey,
  people,
  reactivateUser,
} from './user-operations'

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
        is_deactivated: Type.Boolean(),
        is_moving: Type.Boolean(),
        moved_to: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  async (organizations) => ({
    organizations: listed(organizations).toSorted((a, b) => (a.organization < b.organization ? -1 : 1)),
  }),
)

function listed({ all, damaged, away }: Organizations) {
  const none = {
    users: 0,
    name: '',
    is_damaged: false,
    is_deactivated: false,
    is_moving: false,
    moved_to: null,
  }
  return [
    ...all.map((organization) => ({
      ...none,
      organization: organization.subdomain,
      name: settings(organization).name,
      users: people(organization).filter((user) => user.isActive).length,
      is_deactivated: settings(organization).is_deactivated,
    })),
    ...[...damaged.keys()].map((organization) => ({ ...none, organization, is_damaged: true })),
    ...[...away].map(([organization, to]) => ({
      ...none,
      organization,
      is_moving: to === undefined,
      moved_to: to ?? null,
    })),
  ]
}

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

export const deactivateOrganization = closing('organization/deactivate', true)
export const reactivateOrganization = closing('organization/reactivate', false)

/** Closes an organization to everybody, or opens it again. */
function closing(name: string, isDeactivated: boolean) {
  return operation(
    name,
    Type.Object({ subdomain: Subdomain }),
    Type.Object({ organization: Type.String(), name: Type.String() }),
    async (organizations, { subdomain }) => {
      const organization = chosen(organizations, subdomain)
      const { is_deactivated, name: called } = settings(organization)
      if (is_deactivated === isDeactivated)
        throw badRequest(
          `The organization "${called}" is ${isDeactivated ? 'deactivated already' : 'not deactivated'}`,
        )
      await setDeactivated(organization, isDeactivated)
      return { organization: organization.subdomain, name: called }
    },
  )
}

/** The operations a server takes over its control socket. */
export const operations = [
  createOrganization,
  listOrganizations,
  removeOrganization,
  deactivateOrganization,
  reactivateOrganization,
  copyOrganization,
  checkSubdomain,
  adoptOrganization,
  beginImport,
  endImport,
  inviteTaken,
  readAuditLog,
  createUser,
  listUsers,
  makeUserKey,
  changeUserRole,
  deactivateUser,
  reactivateUser,
  makeUserResetLink,
  deleteUserSessions,
  listDeletions,
  restoreDeleted,
  listJobs,
  retryOneJob,
  dropOneJob,
  testMail,
  receiveOneMail,
  receiveOrganization,
  findToMove,
  copyToMove,
  suspendToMove,
  resumeHere,
  letGoThere,
  beginBackup,
  holdForBackup,
  releaseForBackup,
  confirmBackup,
  endBackup,
] as const
