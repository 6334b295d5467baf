// Saved snippets on the wire: the object, its events, and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { snippetsOf, type SavedSnippet } from './repository'

/** Reference: components/schemas/SavedSnippet. */
export function snippetObject({ id, title, content, dateCreated }: SavedSnippet) {
  return { id, title, content, date_created: dateCreated }
}

/** `saved_snippets`. */
export const savedSnippetsState: StatePart = {
  types: ['saved_snippets'],
  read: ({ organization, viewer }) => ({
    saved_snippets: viewer ? snippetsOf(organization.db, viewer.id).map(snippetObject) : [],
  }),
}

/** `saved_snippets` `add` and `update`. */
export function snippetEvent(op: 'add' | 'update', snippet: SavedSnippet): ServerEvent {
  return {
    type: 'saved_snippets',
    audience: [snippet.userId],
    payload: () => ({ op, saved_snippet: snippetObject(snippet) }),
  }
}

/** `saved_snippets` `remove`. */
export function snippetRemovedEvent(userId: number, id: number): ServerEvent {
  return {
    type: 'saved_snippets',
    audience: [userId],
    payload: () => ({ op: 'remove', saved_snippet_id: id }),
  }
}
