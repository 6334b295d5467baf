// Inviting people: by their e-mail addresses, or with a link for all who are given it.
import { changesBetween, record } from '../audit-log/recording'
import { addressRefusal } from '../email-domains/policy'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { mayIn } from '../permissions/permissions'
import type { OrganizationPermissionName } from '../user-groups/permission-catalogue'
import { emailAddress } from '../users/email-address'
import { directory, emailKey, type User } from '../users/repository'
import { randomToken } from '../users/tokens'
import { sendLinks } from './passing-on'
import {
  countInvitedSince,
  insertInvitation,
  openInvitationsOf,
  updateState,
  type Invitation,
} from './repository'
import { assertMayRequest, expiryOf, type InvitationRequest } from './request'
import { invitationsChangedEvent } from './wire'

/** Address, why it is not invited, whether it is that of a deactivated account. */
type Refused = readonly [address: string, why: string, isDeactivated: boolean]

/** What became of the addresses that were to be invited. */
export interface Invited {
  invited: readonly Invitation[]
  refused: readonly Refused[]
  /** Nobody was invited, as the day's number would be exceeded. */
  isOverLimit: boolean
}

/**
 * Invites people by their addresses; who can't be invited is left out. A person's earlier invitation of the same
 * address gives way to the new one.
 * @param addresses separated by commas or newlines, as typed
 * @param origin the address at which the caller reaches the organization
 * @throws ApiError BAD_REQUEST
 */
export async function inviteByEmail(
  organization: Organization,
  caller: User,
  addresses: string,
  request: InvitationRequest,
  origin: string,
): Promise<Invited> {
  assertMayInvite(organization, caller, 'can_invite_users_group')
  const typed = addressesIn(addresses)
  if (typed.length === 0) throw badRequest('You must specify at least one email address.')
  return organization.write((tx) => {
    assertMayRequest(organization, caller, request)
    const outcome = inviteAll(tx, caller, typed, request)
    sendLinks(tx, caller, outcome.invited, origin)
    return outcome
  })
}

/** Makes a link with which anyone can join. @throws ApiError BAD_REQUEST */
export function makeInvitationLink(
  organization: Organization,
  caller: User,
  request: InvitationRequest,
): Promise<Invitation> {
  assertMayInvite(organization, caller, 'create_multiuse_invite_group')
  return organization.write((tx) => {
    assertMayRequest(organization, caller, request)
    emit(tx, invitationsChangedEvent(organization, [caller.id]))
    return insert(tx, caller, undefined, request)
  })
}

function assertMayInvite(
  organization: Organization,
  caller: User,
  permission: OrganizationPermissionName,
): void {
  if (!mayIn(organization, caller, permission)) throw badRequest('Insufficient permission')
}

/** Also as mail programs copy them: `Name <name@example.com>`. Each once. */
function addressesIn(text: string): string[] {
  const typed = text.split(/[,;\n]/).map((each) => (/<([^<>]*)>\s*$/.exec(each)?.[1] ?? each).trim())
  const byKey = new Map(typed.filter((each) => each !== '').map((each) => [emailKey(each), each]))
  return [...byKey.values()]
}

function inviteAll(
  tx: Transaction,
  caller: User,
  typed: readonly string[],
  request: InvitationRequest,
): Invited {
  const { organization } = tx
  const refused: Refused[] = []
  const wanted: string[] = []
  for (const each of typed) {
    const address = emailAddress(each)
    const refusal =
      address === undefined ? ([each, 'Invalid address.', false] as const) : refusalOf(organization, address)
    if (refusal) refused.push(refusal)
    else if (address !== undefined) wanted.push(address)
  }
  const yesterday = seconds(organization.clock) - 24 * 3600
  const isOverLimit = countInvitedSince(tx, yesterday) + wanted.length > organization.rules.invitationsPerDay
  if (isOverLimit || wanted.length === 0) return { invited: [], refused, isOverLimit }
  replaceEarlier(tx, caller, wanted)
  const invited = wanted.map((email) => insert(tx, caller, email, request))
  emit(tx, invitationsChangedEvent(organization, [caller.id]))
  return { invited, refused, isOverLimit }
}

/** Why the address is not invited; undefined if it can be. */
function refusalOf(organization: Organization, address: string): Refused | undefined {
  const holder = directory(organization).byEmailKey.get(emailKey(address))
  if (!holder) {
    const why = addressRefusal(organization, address)
    return why === undefined ? undefined : [address, why, false]
  }
  return holder.isActive
    ? [address, 'Already has an account.', false]
    : [address, 'Account has been deactivated.', true]
}

function replaceEarlier(tx: Transaction, caller: User, addresses: readonly string[]): void {
  for (const { id, inviterId } of addresses.flatMap((address) => openInvitationsOf(tx, emailKey(address)))) {
    if (inviterId === caller.id) updateState(tx, id, 'revoked')
  }
}

function insert(
  tx: Transaction,
  caller: User,
  email: string | undefined,
  request: InvitationRequest,
): Invitation {
  const { organization } = tx
  const invitation = {
    key: randomToken(18),
    email: email ?? null,
    emailKey: email === undefined ? null : emailKey(email),
    inviterId: caller.id,
    role: request.role,
    invitedAt: seconds(organization.clock),
    expiresAt: expiryOf(organization, request),
    includesDefaults: request.includesDefaults,
    tellsInviter: request.tellsInviter,
    welcomeText: request.welcomeText,
  }
  const places = {
    channelIds: [...new Set(request.channelIds)],
    groupIds: [...new Set(request.groupIds)],
  }
  const inserted = insertInvitation(tx, invitation, places)
  const said = { ...invitation, ...places }
  const changes = changesBetween(undefined, said, ['role', 'expiresAt', 'channelIds', 'groupIds'])
  record(tx, 'invitation.created', { id: inserted.id, name: email, changes })
  return inserted
}
