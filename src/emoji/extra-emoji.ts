// Emoji beside those of Unicode; their codes are their names. The pictures of our own are in the executable.

const pictures: ReadonlyMap<string, string> = new Map([['confab', '/static/emoji/confab.png']])

/** What clients of the public protocol carry themselves: it is taken from them, and shown by them. */
const ofClients: ReadonlySet<string> = new Set(['zulip'])

export function isExtraEmoji(name: string): boolean {
  return pictures.has(name) || ofClients.has(name)
}

/** Where its picture is, relative to the server's address; undefined if there is none of this name. */
export function extraEmojiUrl(name: string): string | undefined {
  return pictures.get(name)
}
