// Alert words, marked where they stand as words of their own.
import { make } from './nodes'

/** @param words not empty */
export function markAlertWords(nodes: DocumentFragment, words: readonly string[]): void {
  const escaped = words.map((word) => word.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${escaped.join('|')})(?![\p{L}\p{N}])`, 'giu')
  for (const node of textNodes(nodes)) {
    const marked = markedText(node.data, pattern)
    if (marked) node.replaceWith(marked)
  }
}

function textNodes(nodes: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(nodes, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && !node.parentElement?.closest('code, pre, .katex, .user-mention'))
      found.push(node)
  }
  return found
}

function markedText(text: string, pattern: RegExp): DocumentFragment | undefined {
  const parts = document.createDocumentFragment()
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.append(text.slice(end, match.index), make('mark', { class: 'alert-word', text: match[0] }))
    end = match.index + match[0].length
  }
  if (end === 0) return undefined
  parts.append(text.slice(end))
  return parts
}
