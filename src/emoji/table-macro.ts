// Runs while the code is transpiled: shrinks the emoji data package to the table that the program carries.
import source from 'emoji-datasource/emoji.json'

/**
 * The emoji of the data package as one string: a line per emoji, its code first, then its short names, all
 * separated by spaces. Imported as a macro, so that the megabyte of the package stays out of the executable.
 */
export function emojiTable(): string {
  return source.map((emoji) => [codeOf(emoji), ...emoji.short_names].join(' ')).join('\n')
}

/** The protocol's code of an emoji: its code points in hex without the variation selector where one may drop it. */
function codeOf(emoji: { unified: string; non_qualified: string | null }): string {
  return (emoji.non_qualified ?? emoji.unified).toLowerCase()
}
