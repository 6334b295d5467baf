// The emoji picker's rows: what was chosen last, then the organization's own, then each category; or what a search finds.
import { emojiCategories } from './categories-macro' with { type: 'macro' }
import { customEmoji, unicodeEmoji, type NamedEmoji } from './emoji-data'
import { findEmoji, type FoundEmoji } from './emoji-search'
import { recentEmoji } from './recent-emoji'
import type { TextKey } from '../texts/text'

/** A heading, or a row of emoji. */
export type PickerRow = { readonly heading: TextKey } | { readonly emoji: readonly FoundEmoji[] }

const headings: Readonly<Record<string, TextKey>> = {
  'Smileys & Emotion': 'emoji.smileys',
  'People & Body': 'emoji.people',
  'Animals & Nature': 'emoji.nature',
  'Food & Drink': 'emoji.food',
  Activities: 'emoji.activities',
  'Travel & Places': 'emoji.places',
  Objects: 'emoji.objects',
  Symbols: 'emoji.symbols',
  Flags: 'emoji.flags',
}

/** @param columns emoji in a row @returns undefined while the emoji are on their way */
export function pickerRows(query: string, columns: number): readonly PickerRow[] | undefined {
  const unicode = unicodeEmoji()
  if (!unicode) return undefined
  if (query.trim() !== '') return chunks(findEmoji(query.trim(), 96), columns)
  return [
    ...section('emoji.recent', namedAs(recentEmoji(), unicode), columns),
    ...section('emoji.custom', customEmoji().map(found), columns),
    ...categories(unicode).flatMap(({ heading, emoji }) => section(heading, emoji, columns)),
  ]
}

let known: { of: readonly NamedEmoji[]; categories: { heading: TextKey; emoji: FoundEmoji[] }[] } | undefined

function categories(unicode: readonly NamedEmoji[]): { heading: TextKey; emoji: FoundEmoji[] }[] {
  if (known?.of === unicode) return known.categories
  const byCode = new Map(unicode.map((emoji) => [emoji.code, emoji]))
  const sorted = emojiCategories()
    .split('\n')
    .map((line) => {
      const [name = '', ...codes] = line.split('\t')
      const emoji = codes.flatMap((code) => {
        const named = byCode.get(code)
        return named ? [found(named)] : []
      })
      return { heading: headings[name] ?? 'emoji.symbols', emoji }
    })
  known = { of: unicode, categories: sorted }
  return sorted
}

function namedAs(names: readonly string[], unicode: readonly NamedEmoji[]): FoundEmoji[] {
  const wanted = new Set(names)
  const all = new Map<string, FoundEmoji>()
  for (const emoji of [...unicode, ...customEmoji()])
    for (const name of emoji.names) if (wanted.has(name)) all.set(name, { ...emoji, name })
  return names.flatMap((name) => all.get(name) ?? [])
}

function found(emoji: NamedEmoji): FoundEmoji {
  return { ...emoji, name: emoji.names[0] ?? '' }
}

function section(heading: TextKey, emoji: readonly FoundEmoji[], columns: number): PickerRow[] {
  return emoji.length === 0 ? [] : [{ heading }, ...chunks(emoji, columns)]
}

function chunks(emoji: readonly FoundEmoji[], columns: number): PickerRow[] {
  return Array.from({ length: Math.ceil(emoji.length / columns) }, (_, row) => ({
    emoji: emoji.slice(row * columns, (row + 1) * columns),
  }))
}
