// Saved snippets: texts that somebody uses again and again.
import type { ServerEvent } from './events'
import { placed, without } from './records'
import { isNumber, isText, listOf, shape, type Checked, type Fields } from './shapes'

const isSavedSnippet = shape({ id: isNumber, title: isText, content: isText, date_created: isNumber })
export type SavedSnippet = Checked<typeof isSavedSnippet>

export type SavedSnippets = readonly SavedSnippet[]

export function savedSnippetsFrom(register: Fields): SavedSnippets {
  return listOf(isSavedSnippet, register['saved_snippets'])
}

/** `saved_snippets`: `add`, `update`, `remove`. */
export function savedSnippetsAfter(snippets: SavedSnippets, event: ServerEvent): SavedSnippets {
  if (event.type !== 'saved_snippets') return snippets
  if (event['op'] === 'remove') return without(snippets, ({ id }) => id === event['saved_snippet_id'])
  const snippet = event['saved_snippet']
  return isSavedSnippet(snippet) ? placed(snippets, snippet, ({ id }) => id) : snippets
}
