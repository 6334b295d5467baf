// Joining an organization: somebody makes an account for themselves, and is logged in.
import {
  checkedEmail,
  checkedFullName,
  hashPassword,
  insertPerson,
  type NewPerson,
} from '../accounts/creating'
import { record } from '../audit-log/recording'
import { assertAllowedAddress } from '../email-domains/policy'
import { channelIdsOfGroups } from '../default-channel-groups/repository'
import { badRequest } from '../http/errors'
import { fault } from '../http/faults'
import { invitationOfLink, isOpen } from '../invitations/actions'
import { placesOf, type Invitation } from '../invitations/repository'
import { noteLogin } from '../login-notices/noticing'
import { sendDirectNotice } from '../messages/sending/notices'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { settings } from '../organization/settings'
import { atField } from '../pages/form'
import { beginSession, type Browser } from '../sessions/actions'
import { roles } from '../users/rank'
import { directory, type User } from '../users/repository'

/** What somebody says of themselves, and the browser they say it with. */
export interface Newcomer extends Browser {
  email: string
  fullName: string
  password: string
  /** The default channel groups in whose channels they start, too. */
  groupNames: readonly string[]
}

/** The invitation of a link, if people can join with it now. */
export function openInvitation(organization: Organization, key: string): Invitation | undefined {
  const invitation = invitationOfLink(organization, key)
  return invitation && isOpen(organization, invitation) ? invitation : undefined
}

/**
 * Makes the account that the invitation is for, where it says, and tells the inviter if they wanted to know.
 * @param newcomer whose address is that of the invitation, where it has one
 * @returns the token for the cookie of their session
 * @throws ApiError naming the field of the form that is wrong; BAD_REQUEST if the invitation has ended meanwhile
 */
export async function joinByInvitation(
  organization: Organization,
  key: string,
  newcomer: Newcomer,
): Promise<string> {
  const passwordHash = await checked(organization, newcomer)
  return organization.write((tx) => {
    const invitation = openInvitation(organization, key)
    if (!invitation) throw badRequest('This invitation has ended', fault('invitationEnded'))
    const { token, user } = insert(tx, newcomer, {
      passwordHash,
      role: invitation.role,
      places: { ...placesOf(tx, invitation.id), includesDefaults: invitation.includesDefaults },
      welcomeText: invitation.welcomeText,
    })
    recordUse(tx, invitation, user)
    tellInviter(tx, invitation, user)
    return token
  })
}

/**
 * Makes an account for somebody whom nobody invited. Where no mail is sent, their address is taken as they say
 * it; otherwise a link has proved it.
 * @param count is called once all but the password is right, and may refuse
 * @returns the token for the cookie of their session
 * @throws ApiError naming the field of the form that is wrong; BAD_REQUEST where an invitation is needed
 */
export async function joinUninvited(
  organization: Organization,
  newcomer: Newcomer,
  count: () => void,
): Promise<string> {
  assertOpenToAll(organization)
  assertFields(organization, newcomer.email, newcomer.fullName)
  count()
  const passwordHash = await hashPassword(newcomer.password)
  return organization.write((tx) => {
    assertOpenToAll(organization)
    return insert(tx, newcomer, { passwordHash, role: roles.member }).token
  })
}

function assertOpenToAll(organization: Organization): void {
  if (settings(organization).invite_required)
    throw badRequest('An invitation is needed to join', fault('invitationNeeded'))
}

/** Before the slow hash; all is checked once more with the write, when others may have come in between. */
async function checked(organization: Organization, { email, fullName, password }: Newcomer): Promise<string> {
  assertFields(organization, email, fullName)
  return hashPassword(password)
}

function assertFields(organization: Organization, email: string, fullName: string): void {
  atField('email', () => checkedEmail(organization, email))
  assertAllowedAddress(organization, email)
  atField('full_name', () => checkedFullName(organization, fullName))
}

function insert(
  tx: Transaction,
  { email, fullName, groupNames, ...browser }: Newcomer,
  account: Omit<NewPerson, 'email' | 'fullName'>,
): { token: string; user: User } {
  assertFields(tx.organization, email, fullName)
  const chosenChannelIds = channelIdsOfGroups(tx.organization, groupNames)
  const user = insertPerson(tx, { email, fullName, chosenChannelIds, ...account })
  noteLogin(tx, user.id, browser)
  return { user, token: beginSession(tx, user, browser) }
}

/** A link that many join with is used by each; one to an address by its only person. */
function recordUse(tx: Transaction, { id, email, inviterId }: Invitation, { id: userId }: User): void {
  const people = [userId, inviterId]
  record(tx, 'invitation.used', { id, name: email ?? undefined, people, by: { userId } })
}

function tellInviter(tx: Transaction, { inviterId, tellsInviter }: Invitation, user: User): void {
  const inviter = directory(tx.organization).byId.get(inviterId)
  if (!tellsInviter || !inviter?.isActive) return
  sendDirectNotice(tx, inviterId, `@_**|${user.id}** has accepted your invitation.`)
}
