// What comes from other pages and programs with its formatting: whether there is any, and then as Markdown.
import { htmlPolicy, type HtmlPolicy } from '../parts/html-policy'

/** Pasted HTML is looked at, and never becomes part of a page: a policy of its own says so. */
let policy: HtmlPolicy | undefined

/** Longer ones are not looked at: their text is pasted as it is. */
const longest = 500_000

/** What Markdown can say of HTML. */
const formatting =
  'a[href], b, strong, i, em, s, del, code, pre, ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, img'

/** The HTML as nodes of a document that fetches and runs nothing; undefined where its plain text says as much. */
export function pastedNodes(html: string): HTMLElement | undefined {
  if (html === '' || html.length > longest) return undefined
  policy ??= htmlPolicy('pasted')
  const { body } = new DOMParser().parseFromString(policy.createHTML(html), 'text/html')
  // Editors and spreadsheets put one cell, or text that they only colour, into elements of their own.
  for (const bold of body.querySelectorAll<HTMLElement>('b'))
    if (bold.style.fontWeight === 'normal') bold.replaceWith(...bold.childNodes)
  for (const table of body.querySelectorAll('table'))
    if (table.querySelectorAll('td, th').length < 2) table.replaceWith(table.textContent.trim())
  return body.querySelector(formatting) ? body : undefined
}

/** @returns empty where nothing of it can be said @throws if the part that does it can't be loaded */
export async function markdownOf(nodes: HTMLElement): Promise<string> {
  const { markdownOfNodes } = await import('./html-markdown')
  return markdownOfNodes(nodes)
}
