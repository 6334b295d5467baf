// The one way by which HTML becomes part of the page: messages and descriptions that the server has rendered. Nothing else may.
import { htmlPolicy } from './html-policy'

const policy = htmlPolicy('messages')

/** Most messages are one paragraph of words: for that no parser is needed, which takes longer than all else of a short row. */
const plainParagraph = /^<p>([^<&\r\0]*)<\/p>$/

/**
 * The HTML as nodes that are no part of a page yet: nothing in them is fetched or run, so that it can be looked through first.
 * @param html as the server renders it: `content` of messages, `rendered_description` and the like, never what people typed
 */
export function renderedNodes(html: string): DocumentFragment {
  const words = plainParagraph.exec(html)?.[1]
  if (words !== undefined) return paragraph(words)
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  return template.content
}

function paragraph(words: string): DocumentFragment {
  const nodes = document.createDocumentFragment()
  const element = document.createElement('p')
  element.append(words)
  nodes.append(element)
  return nodes
}

/** What is rendered, without its marks: for places that have one line for it. */
export function renderedText(html: string): string {
  return renderedNodes(html).textContent.trim()
}
