// What a person can do with their saved snippets (contract 4.7).
import { emit } from '../events/event'
import { badRequest, invalidParameter, noneOfOwn } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { isBlank } from '../http/visible-text'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import {
  countSnippets,
  deleteSnippet,
  insertSnippet,
  snippetOf,
  updateSnippet,
  type SavedSnippet,
} from './repository'
import { snippetEvent, snippetRemovedEvent } from './wire'

/** In characters. */
const limits = { title: 60, content: 10_000 }
const maxSnippetsPerPerson = 1000

/** @throws ApiError BAD_REQUEST for an empty title or content; REQUEST_VARIABLE_INVALID for one that is too long. */
export function createSnippet(
  organization: Organization,
  caller: User,
  { title, content }: { title: string; content: string },
): Promise<SavedSnippet> {
  const fields = { title: checked('title', title), content: checked('content', content) }
  return organization.write((tx) => {
    if (countSnippets(tx, caller.id) >= maxSnippetsPerPerson) {
      throw badRequest(`You can have at most ${maxSnippetsPerPerson} saved snippets`)
    }
    const dateCreated = seconds(organization.clock)
    const snippet = insertSnippet(tx, { ...fields, userId: caller.id, dateCreated })
    emit(tx, snippetEvent('add', snippet))
    return snippet
  })
}

/**
 * Changes the title, the content, both or nothing.
 * @throws ApiError BAD_REQUEST when the caller has no snippet with that ID.
 */
export function editSnippet(
  organization: Organization,
  caller: User,
  id: number,
  { title, content }: { title: string | undefined; content: string | undefined },
): Promise<void> {
  const changes = {
    ...(title === undefined ? {} : { title: checked('title', title) }),
    ...(content === undefined ? {} : { content: checked('content', content) }),
  }
  return organization.write((tx) => {
    if (!snippetOf(tx, caller.id, id)) throw noSuchSnippet()
    if (Object.keys(changes).length === 0) return
    const snippet = updateSnippet(tx, id, changes)
    emit(tx, snippetEvent('update', snippet))
  })
}

/** @throws ApiError BAD_REQUEST when the caller has no snippet with that ID. */
export function removeSnippet(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    if (!deleteSnippet(tx, caller.id, id)) throw noSuchSnippet()
    emit(tx, snippetRemovedEvent(caller.id, id))
  })
}

function noSuchSnippet() {
  return noneOfOwn('Saved snippet does not exist.')
}

function checked(name: 'title' | 'content', text: string): string {
  const clean = name === 'title' ? text.trim() : text
  if (isBlank(clean)) throw badRequest(`${name === 'title' ? 'Title' : 'Content'} cannot be empty.`)
  if (isLongerThan(clean, limits[name])) {
    throw invalidParameter(name, `${name} is too long (limit: ${limits[name]} characters)`)
  }
  return clean
}
