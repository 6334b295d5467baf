// Emoji of our own, beside those of Unicode; their codes are their names, their pictures are in the executable.

const pictures: ReadonlyMap<string, string> = new Map([['confab', '/static/emoji/confab.png']])

export function isExtraEmoji(name: string): boolean {
  return pictures.has(name)
}

/** Where its picture is, relative to the server's address; undefined if there is none of this name. */
export function extraEmojiUrl(name: string): string | undefined {
  return pictures.get(name)
}
