// Text into HTML.
const special = /[&<>"]/g

/** Escapes text for element content and for double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(special, (character) => replacements[character] ?? character)
}

const replacements: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
