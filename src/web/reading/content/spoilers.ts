// Spoilers: a heading that opens what is hidden below it.
import { text } from '../../texts/text'
import { all, makeButton } from './nodes'

export function prepareSpoilers(nodes: DocumentFragment): void {
  for (const block of all(nodes, 'div', '.spoiler-block')) {
    const header = block.querySelector<HTMLElement>(':scope > .spoiler-header')
    const content = block.querySelector<HTMLElement>(':scope > .spoiler-content')
    if (!header || !content) continue
    content.hidden = true
    content.removeAttribute('aria-hidden')
    const button = makeButton({ class: 'spoiler-button', label: text('reading.showSpoiler') }, () => {
      content.hidden = !content.hidden
      button.ariaExpanded = String(!content.hidden)
    })
    button.ariaExpanded = 'false'
    if (header.textContent.trim() === '') header.append(text('reading.spoiler'))
    header.append(button)
    header.addEventListener('click', ({ target }) => {
      if (target instanceof Element && !target.closest('a, button, [role=button]')) button.click()
    })
  }
}
