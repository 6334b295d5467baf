// Blocks of code: their language, a button that copies, and links to where it can be tried out.
import { parseTemplate } from 'url-template'
import { state } from '../../live/state'
import { copy } from '../../parts/copying'
import type { Playground } from '../../store/playgrounds'
import { text } from '../../texts/text'
import { all, make, makeButton } from './nodes'

export function prepareCode(nodes: DocumentFragment): void {
  for (const block of all(nodes, 'div', '.codehilite')) {
    const language = block.dataset['codeLanguage']
    const pre = block.querySelector('pre')
    if (!pre) continue
    pre.tabIndex = 0
    pre.setAttribute('role', 'region')
    pre.setAttribute('aria-label', text('reading.code'))
    const bar = make('div', { class: 'code-bar' })
    if (language !== undefined) bar.append(make('span', { class: 'code-language', text: language }))
    const code = (): string => pre.querySelector('code')?.textContent ?? ''
    for (const playground of playgroundsFor(language)) bar.append(tryLink(playground, code))
    bar.append(makeButton({ class: 'code-action', text: text('reading.copyCode') }, () => void copy(code())))
    block.prepend(bar)
  }
}

function playgroundsFor(language: string | undefined): Playground[] {
  if (language === undefined) return []
  const wanted = language.toLowerCase()
  return state().playgrounds.filter((playground) => playground.pygments_language.toLowerCase() === wanted)
}

/** The address is made when it is wanted: code may be long. */
function tryLink({ name, url_template: template }: Playground, code: () => string): HTMLElement {
  return makeButton({ class: 'code-action', text: text('reading.tryIn', { name }) }, () => {
    const url = new URL(parseTemplate(template).expand({ code: code() }))
    if (url.protocol === 'https:' || url.protocol === 'http:') open(url, '_blank', 'noopener,noreferrer')
  })
}
