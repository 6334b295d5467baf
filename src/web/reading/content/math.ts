// Mathematics: its style sheet and fonts are fetched with the first message that has any.

/** The page has the sheet's address in a link that is switched off. */
const sheetId = 'math-style'

export function prepareMath(nodes: DocumentFragment): void {
  if (!nodes.querySelector('.katex')) return
  for (const formula of nodes.querySelectorAll<HTMLElement>('.katex-display')) {
    formula.tabIndex = 0
    formula.role = 'math'
  }
  const sheet = document.getElementById(sheetId)
  if (sheet instanceof HTMLLinkElement) sheet.disabled = false
}
