// Emoji as characters of the reader's own fonts; pictures of the organization's own, read as their names.
import { characterOf } from '../../emoji/emoji'
import { all } from './nodes'

export function showEmoji(nodes: DocumentFragment): void {
  for (const span of all(nodes, 'span', '.emoji')) {
    const code = /(?:^|\s)emoji-([\da-f]+(?:-[\da-f]+)*)(?:\s|$)/.exec(span.className)?.[1]
    const name = span.textContent.replaceAll(':', '')
    span.role = 'img'
    span.ariaLabel = name
    span.title = `:${name}:`
    if (code !== undefined) span.textContent = characterOf(code)
  }
  for (const image of all(nodes, 'img', '.emoji')) {
    image.title ||= image.alt
    image.alt ||= image.title
  }
  for (const paragraph of all(nodes, 'p')) if (hasOnlyEmoji(paragraph)) paragraph.classList.add('emoji-only')
}

/** A few emoji and nothing else are shown larger. */
function hasOnlyEmoji(paragraph: Element): boolean {
  const { childNodes } = paragraph
  return (
    childNodes.length <= 5 &&
    paragraph.children.length > 0 &&
    [...childNodes].every((node) =>
      node instanceof Element ? node.classList.contains('emoji') : (node.textContent ?? '').trim() === '',
    )
  )
}
