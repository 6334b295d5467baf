// Emoji by what somebody types of their names.
import { go as search } from 'fuzzysort'
import { customEmoji, unicodeEmoji, type NamedEmoji } from './emoji-data'
import { recentEmoji } from './recent-emoji'

export interface FoundEmoji extends NamedEmoji {
  /** The name that fits. */
  readonly name: string
}

interface Entry {
  readonly name: string
  readonly emoji: NamedEmoji
}

let entries: { of: readonly NamedEmoji[]; unicode: readonly Entry[] } | undefined

/** Exact beginnings come first, and what was chosen lately; custom emoji before others that fit as well. */
export function findEmoji(query: string, count: number): FoundEmoji[] {
  const wanted = query.toLowerCase().replaceAll(/[\s-]+/g, '_')
  const recent = new Set(recentEmoji())
  const all = [...customEmoji().flatMap(entriesOf), ...unicodeEntries()]
  const found = search(wanted, all, { key: 'name', limit: 120, threshold: 0.4 })
  const ranked = found.map(({ obj, score }) => ({ ...obj, rank: rankOf(obj, wanted, score, recent) }))
  const seen = new Set<NamedEmoji>()
  return ranked
    .sort((a, b) => b.rank - a.rank)
    .filter(({ emoji }) => !seen.has(emoji) && seen.add(emoji))
    .slice(0, count)
    .map(({ name, emoji }) => ({ ...emoji, name }))
}

function rankOf({ name, emoji }: Entry, wanted: string, score: number, recent: ReadonlySet<string>): number {
  const isExact = name === wanted ? 1 : 0
  const isPrefix = name.startsWith(wanted) ? 0.5 : 0
  const isRecent = recent.has(name) ? 0.4 : 0
  const isOurs = emoji.type === 'realm_emoji' ? 0.2 : 0
  const isUsual = emoji.names[0] === name ? 0.1 : 0
  return score + isExact + isPrefix + isRecent + isOurs + isUsual - name.length / 100
}

function unicodeEntries(): readonly Entry[] {
  const known = unicodeEmoji()
  if (!known) return []
  if (entries?.of !== known) entries = { of: known, unicode: known.flatMap(entriesOf) }
  return entries.unicode
}

function entriesOf(emoji: NamedEmoji): Entry[] {
  return emoji.names.map((name) => ({ name, emoji }))
}
