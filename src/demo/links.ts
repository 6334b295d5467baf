// Links that log somebody of the demo in with one click: for whoever reads the console of a server that runs with `--demo`.
import type { Organization } from '../organization/organization'
import { isSignedShort, shortSignature, signature } from '../organization/signing'
import type { User } from '../users/repository'
import { demoPeople } from './people'

export const demoPath = '/demo'

/**
 * The path of somebody's link. It works as often as it is opened, until the server stops that printed it, and nowhere else.
 * @param run what the server calls this run of its
 */
export function demoLink(organization: Organization, run: string, { id }: User): string {
  const signed = signature(organization, 'demo log-in', `${id} ${run}`).slice(0, shortSignature)
  return `${demoPath}/${id}-${signed}`
}

/** Whom a link is for; undefined for one of another run, and for people who are no longer there. */
export function holderOfDemoLink(
  organization: Organization,
  run: string | undefined,
  token: string,
): User | undefined {
  if (run === undefined) return undefined
  const [, id = '', signed = ''] = /^(\d{1,15})-([0-9a-f]{32})$/.exec(token) ?? []
  if (!isSignedShort(organization, 'demo log-in', `${id} ${run}`, signed)) return undefined
  return demoPeople(organization).find((user) => user.id === Number(id))
}
