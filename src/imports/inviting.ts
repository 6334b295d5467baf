// People of an import have no password: each gets a link for one, by mail or for the operator to pass on.
import { isMailConfigured } from '../mail/queueing'
import type { Organization } from '../organization/organization'
import { mailResetLink, makeResetLink } from '../password-resets/actions'
import { directory } from '../users/repository'
import { takenPeople } from './repository'

const perWrite = 100

export interface Invited {
  mailed: number
  /** Where no mail goes out: whose it is, and the path of the page on this server. */
  links: readonly { name: string; email: string; path: string }[]
}

/** Those who came with an import and have no password yet, each time it is asked for. */
export async function inviteImported(organization: Organization): Promise<Invited> {
  const { byId } = directory(organization)
  const people = takenPeople(organization.db)
    .flatMap((id) => byId.get(id) ?? [])
    .filter(({ isActive, botType, passwordHash }) => isActive && botType === null && passwordHash === null)
    .filter(({ email }) => !email.endsWith('.invalid'))
  if (isMailConfigured(organization)) {
    for (const { email } of people) await mailResetLink(organization, email)
    return { mailed: people.length, links: [] }
  }
  const links: { name: string; email: string; path: string }[] = []
  for (let start = 0; start < people.length; start += perWrite) {
    const some = people.slice(start, start + perWrite)
    const made = await organization.write((tx) => some.map((user) => makeResetLink(tx, user)))
    for (const [index, { fullName: name, email }] of some.entries()) {
      links.push({ name, email, path: made[index]?.path ?? '' })
    }
  }
  return { mailed: 0, links }
}
