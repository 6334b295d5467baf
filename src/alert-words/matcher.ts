// Finds whose alert words occur in a text: on word borders in any script, at a cost that does not grow with the words.

/** Characters of words in scripts that put spaces between words; a run of them is one token. */
const tokenPattern =
  /[[\p{L}\p{M}\p{N}\p{Pc}]--[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]+|\s+|./gsv
const spacelessPattern =
  /^[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]]/v
/** It takes a millisecond to make, so it is made when a text needs it. */
let wordBreaks: Intl.Segmenter | undefined

/** Text as alert words compare it: composed, without case, any run of white space as one space. */
export function fold(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ')
}

/** A place in the tree of words, reached token by token. */
interface Node {
  next: Map<string, Node>
  /** Whose word ends here. */
  userIds: number[]
}

/**
 * All people's words in one tree of tokens. A token is a run of letters and digits, a single character of a
 * script without spaces, or a single other character; so a word's first token finds it with one look-up.
 */
export class AlertWordMatcher {
  /** Not `#root`: tests compare what caches keep. */
  private readonly root: Node = { next: new Map(), userIds: [] }

  /** Adds a folded word of a person. */
  add(userId: number, wordKey: string): void {
    let node = this.root
    for (const token of wordKey.match(tokenPattern) ?? []) {
      let next = node.next.get(token)
      if (!next) {
        next = { next: new Map(), userIds: [] }
        node.next.set(token, next)
      }
      node = next
    }
    node.userIds.push(userId)
  }

  /** The people one of whose words is in the text. */
  match(text: string): ReadonlySet<number> {
    const found = new Set<number>()
    if (this.root.next.size === 0) return found
    const folded = fold(text)
    const tokens = folded.match(tokenPattern) ?? []
    const borders = new Borders(folded, tokens)
    const seen = new Set<Node>()
    for (let start = 0; start < tokens.length; start++) {
      let node = this.root.next.get(tokens[start] ?? '')
      for (let end = start + 1; node; end++) {
        if (node.userIds.length > 0 && !seen.has(node) && borders.at(start) && borders.at(end)) {
          seen.add(node)
          for (const userId of node.userIds) found.add(userId)
        }
        node = node.next.get(tokens[end] ?? '')
      }
    }
    return found
  }
}

/** Where words begin and end. Between tokens they do, except inside a script without spaces: there a dictionary says. */
class Borders {
  readonly #tokens: readonly string[]
  readonly #text: string
  #segments: Intl.Segments | undefined
  #offsets: number[] | undefined

  constructor(text: string, tokens: readonly string[]) {
    this.#text = text
    this.#tokens = tokens
  }

  /** Whether a word may begin or end just before the token with this index. */
  at(index: number): boolean {
    const before = this.#tokens[index - 1]
    const after = this.#tokens[index]
    if (before === undefined || after === undefined) return true
    if (!spacelessPattern.test(before) || !spacelessPattern.test(after)) return true
    const offset = this.#offset(index)
    wordBreaks ??= new Intl.Segmenter('und', { granularity: 'word' })
    this.#segments ??= wordBreaks.segment(this.#text)
    return this.#segments.containing(offset)?.index === offset
  }

  #offset(index: number): number {
    if (!this.#offsets) {
      let offset = 0
      this.#offsets = this.#tokens.map((token) => (offset += token.length) - token.length)
    }
    return this.#offsets[index] ?? this.#text.length
  }
}
