// Mathematics: its style sheet and fonts are fetched with the first message that has any.

let isWanted = false

export function prepareMath(nodes: DocumentFragment): void {
  if (!nodes.querySelector('.katex')) return
  for (const formula of nodes.querySelectorAll<HTMLElement>('.katex-display')) {
    formula.tabIndex = 0
    formula.role = 'math'
  }
  wantSheet()
}

/** The page names the sheet. */
function wantSheet(): void {
  if (isWanted) return
  isWanted = true
  const named = document.querySelector<HTMLMetaElement>('meta[name=math-style]')
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'stylesheet', href: named?.content ?? '' }))
}
