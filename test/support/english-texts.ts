// Whether a page shows somebody English words of the client who reads another language: by the catalogues of both.
import type { Page } from 'playwright-core'
import english from '../../src/web/texts/en.json'

/**
 * Texts of the English catalogue that are seen or heard on a page, and that the other one says otherwise. What people have written is
 * left out.
 * @param language the file of its catalogue: `de`
 */
export async function englishIn(page: Page, language: string): Promise<string[]> {
  const other: unknown = await Bun.file(`src/web/texts/${language}.json`).json()
  const known = new Set(formsIn(other))
  const foreign = formsIn(english).filter((form) => !known.has(form))
  const patterns = foreign.filter(isTelling).map(
    (form) =>
      new RegExp(
        `^${form
          .split(/\{\w+\}/)
          .map(RegExp.escape)
          .join('.+')}$`,
      ),
  )
  const seen = await page.evaluate<string[]>(textsOnPage)
  return seen
    .filter((said) => patterns.some((pattern) => pattern.test(said)))
    .map((said) => `English: ${said}`)
}

/** All plural forms of all texts. */
function formsIn(texts: unknown): string[] {
  if (typeof texts === 'string') return [texts]
  return typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(formsIn) : []
}

/** A form that is hardly more than its values fits everything: `by {name}`. */
function isTelling(form: string): boolean {
  return !form.includes('{') || form.replaceAll(/\{\w+\}/g, '').trim().length > 6
}

/** Of text nodes, and of what is said of elements without one. */
const textsOnPage = `(() => {
  const texts = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.nodeType === 1 ? node : node.parentElement
    if (parent.closest('.rendered, script, style, [lang]:not(html)')) continue
    if (node.nodeType === 3) texts.add(node.data.trim())
    else for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.add(node.getAttribute(name)?.trim() ?? '')
  }
  return [...texts].filter((said) => said !== '')
})()`
