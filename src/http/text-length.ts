// The length of texts in code points: what the protocol's limits count, however the text is encoded.

/** The number of code points of a text; half a surrogate pair counts as one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index + 1 < text.length; index++) {
    const isPair =
      (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    if (!isPair) continue
    count--
    index++
  }
  return count
}

/** Whether a text has more than so many code points; most texts need no counting. */
export function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > limit * 2 || codePoints(text) > limit
}

/** The first so many code points of a text. */
export function beginning(text: string, count: number): string {
  if (text.length <= count) return text
  return Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('')
}
