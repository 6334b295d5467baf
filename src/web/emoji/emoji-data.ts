// All emoji by name: those of Unicode as the server names them, fetched once, and those of the organization.
import { signal } from '@preact/signals'
import { state } from '../live/state'
import { isFields, isTexts } from '../store/shapes'

/** An emoji that can be chosen. */
export interface NamedEmoji {
  /** `unicode_emoji` or `realm_emoji`, as reactions have it. */
  readonly type: 'unicode_emoji' | 'realm_emoji'
  /** Hexadecimal code points with dashes, or the ID of a custom emoji. */
  readonly code: string
  /** What is written between colons, the usual one first. */
  readonly names: readonly string[]
}

const unicode = signal<readonly NamedEmoji[] | undefined>(undefined)
let fetched: Promise<void> | undefined

/** Those of Unicode; undefined until they have been fetched, which this begins. */
export function unicodeEmoji(): readonly NamedEmoji[] | undefined {
  fetched ??= fetchEmoji()
  return unicode.value
}

async function fetchEmoji(): Promise<void> {
  try {
    // By its path alone: whatever name the server goes by, this is it.
    const { pathname } = new URL(state().server.server_emoji_data_url, location.href)
    const answer: unknown = await (await fetch(pathname)).json()
    const codes = isFields(answer) && isFields(answer['code_to_names']) ? answer['code_to_names'] : {}
    unicode.value = Object.entries(codes).flatMap(([code, names]) =>
      isTexts(names) && names.length > 0 ? [{ type: 'unicode_emoji', code, names }] : [],
    )
  } catch {
    // Without a network there are none for now.
    fetched = undefined
  }
}

/** Those that people of the organization have added and that are still in use. */
export function customEmoji(): NamedEmoji[] {
  return Object.values(state().emoji)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name }) => ({ type: 'realm_emoji', code: id, names: [name] }))
}
