// Runs while the client is bundled: in which order and under which headings people look for emoji.
import source from 'emoji-datasource/emoji.json'

/** A line for each category: its name, then its codes as the protocol has them, separated by tabs. As a macro, it keeps the package's megabyte out. */
export function emojiCategories(): string {
  const byCategory = new Map<string, string[]>()
  for (const emoji of [...source].sort((a, b) => a.sort_order - b.sort_order)) {
    if (emoji.category === 'Component') continue
    const codes = byCategory.get(emoji.category) ?? []
    byCategory.set(emoji.category, codes)
    codes.push((emoji.non_qualified ?? emoji.unified).toLowerCase())
  }
  return [...byCategory].map(([name, codes]) => [name, ...codes].join('\t')).join('\n')
}
