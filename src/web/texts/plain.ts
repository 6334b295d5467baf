// Texts as they are compared by those who look for something.

/** Without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
