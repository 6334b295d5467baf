// Renders channel descriptions.

/** A description's HTML. */
export function renderDescription(description: string): string {
  return description === '' ? '' : `<p>${Bun.escapeHTML(description)}</p>`
}
