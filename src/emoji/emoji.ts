// Unicode emoji by name and by code, as the protocol names and numbers them.
import protocolNames from './protocol-names.tsv' with { type: 'text' }
import { emojiTable } from './table-macro.ts' with { type: 'macro' }

/** A Unicode emoji: its dash-separated hex `code` and its names, the canonical one first. */
export interface Emoji {
  readonly code: string
  readonly names: readonly string[]
}

/** The emoji that carries this name (`smile`, `thumbs_up`, `+1`), without colons; names are lower case. */
export function emojiByName(name: string): Emoji | undefined {
  return index().byName.get(name)
}

/** The emoji with this code (`1f642`), as in `emoji_code` of a reaction (contract 2.4). */
export function emojiByCode(code: string): Emoji | undefined {
  return index().byCode.get(code)
}

/** Whether a client may name this emoji so: `name` is any of the names of the emoji with this `code`. */
export function isValidUnicodeEmoji(name: string, code: string): boolean {
  return emojiByName(name)?.code === code
}

/** Where clients find all emoji: `server_emoji_data_url`. */
export const emojiDataPath = '/static/emoji/emoji_api.json'

/** Every name by code, canonical first: the `code_to_names` of the file at `server_emoji_data_url`. */
export function emojiCodesToNames(): Record<string, readonly string[]> {
  return Object.fromEntries([...index().byCode].map(([code, emoji]) => [code, emoji.names]))
}

interface Index {
  readonly byName: ReadonlyMap<string, Emoji>
  readonly byCode: ReadonlyMap<string, Emoji>
}

let built: Index | undefined

/** Built on first use: a server that only relays plain text never needs it. */
function index(): Index {
  built ??= buildIndex()
  return built
}

/** The vocabulary of the protocol's clients comes first; the data package adds names and emoji, and changes none. */
function buildIndex(): Index {
  const byName = new Map<string, Emoji>()
  const names = new Map<string, string[]>()
  for (const table of [protocolNames, emojiTable()]) {
    for (const line of table.trim().split('\n')) {
      if (line.startsWith('#')) continue
      const [code = '', ...given] = line.split(/[\t ]/)
      const known = names.get(code) ?? []
      names.set(code, known)
      for (const name of given) {
        if (byName.has(name)) continue
        known.push(name)
        byName.set(name, { code, names: known })
      }
    }
  }
  const byCode = new Map<string, Emoji>()
  for (const [code, known] of names) {
    if (known.length > 0) byCode.set(code, { code, names: known })
  }
  return { byName, byCode }
}
