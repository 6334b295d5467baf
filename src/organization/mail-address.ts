// The addresses under which the organization receives mail, where whoever runs the server has a domain for that.
import type { Organization } from './organization'

/** Mails that a server such as this one has written have this header, so that none is taken for somebody's. */
export const ownMailHeader = 'X-Confab-Organization'

/** What may stand before an @, in characters. */
const mostBeforeAt = 64

/** Stands in the pattern for what tells the addresses apart. */
export const addressPlace = '%s'

/** Whether there is a domain whose mail comes to this server. */
export function receivesMail({ rules }: Pick<Organization, 'rules'>): boolean {
  return rules.incomingMailPattern !== null
}

/**
 * The address with this in it.
 * @param fallback the pattern where no mail is received
 */
export function incomingAddress(
  { rules }: Pick<Organization, 'rules'>,
  local: string,
  fallback: string,
): string {
  return (rules.incomingMailPattern ?? fallback).replace(addressPlace, () => local)
}

/** How many characters `local` may have. @param fallback as above */
export function roomInAddress({ rules }: Pick<Organization, 'rules'>, fallback: string): number {
  const [around = ''] = (rules.incomingMailPattern ?? fallback).split('@')
  return mostBeforeAt - (around.length - addressPlace.length)
}
