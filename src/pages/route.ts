// Routes of the server's own pages: what they have in common, and where they send people.
import type { CredentialKind } from '../http/credentials'
import { failurePage } from './failure'

/** What a page's route says of itself, beside its parameters. */
export function pageSpec(title: string, credentials: readonly CredentialKind[]) {
  return { summary: title, credentials, page: failurePage }
}

/** Where people go who are in: the web client. */
export const home = '/'

/**
 * A place in this server that somebody asked to be sent to.
 * @param next path and query; anything else, such as another site's address, is not followed
 * @returns undefined if it is no such place
 */
export function localPath(next: string | undefined): string | undefined {
  if (!next?.startsWith('/')) return undefined
  const base = 'http://here.invalid'
  const url = URL.parse(next, base)
  return url?.origin === base ? url.pathname + url.search + url.hash : undefined
}
