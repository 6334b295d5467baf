// Whom a page is for: of which organization, and in which language it speaks to them.
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'
import { settingsOf } from '../user-settings/repository'
import type { User } from '../users/repository'
import { english, type Texts } from './texts/english'
import { textsFor, textsIn } from './texts/languages'

export interface Reader {
  /** Undefined where it is unknown which one is meant, or nobody's business. */
  organization: Organization | undefined
  texts: Texts
}

/** Somebody who reads a page of an organization. */
export interface Visitor extends Reader {
  organization: Organization
}

/**
 * Somebody at an organization's pages, by the language that they have set, or else that of their browser, or else that
 * of the organization.
 * @param person who it is, as far as that is known: logged in, or holder of a link
 */
export function visitor(organization: Organization, request: Request, person?: User): Visitor {
  const own = person && textsIn(settingsOf(organization, person.id).default_language)
  const texts =
    own ??
    textsFor(request.headers.get('accept-language')) ??
    textsIn(settings(organization).default_language) ??
    english
  return { organization, texts }
}

/** Somebody of whom nothing is known but their browser. */
export function stranger(request: Request): Reader {
  return { organization: undefined, texts: textsFor(request.headers.get('accept-language')) ?? english }
}
