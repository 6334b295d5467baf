// Making elements by hand, where a component would be too much.

interface Options {
  class?: string
  label?: string
  text?: string
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: classes, label, text }: Options = {},
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (classes !== undefined) element.className = classes
  if (text !== undefined) element.textContent = text
  if (label !== undefined) {
    element.setAttribute('aria-label', label)
    element.title = label
  }
  return element
}

export function makeButton(options: Options, onClick: (event: MouseEvent) => void): HTMLButtonElement {
  const button = make('button', options)
  button.type = 'button'
  button.addEventListener('click', onClick)
  return button
}

/** All elements below that match, of that kind. */
export function all<Name extends keyof HTMLElementTagNameMap>(
  nodes: ParentNode,
  name: Name,
  rest = '',
): HTMLElementTagNameMap[Name][] {
  return [...nodes.querySelectorAll<HTMLElementTagNameMap[Name]>(`${name}${rest}`)]
}
