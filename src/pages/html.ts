// HTML of the server's own pages: a template literal that escapes everything but HTML made the same way.

/** HTML that stands in a page as it is. Only `html` makes it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template; nothing is written for undefined and false. */
export type Content = Html | string | number | undefined | false | readonly Content[]

/** html`<p>${anything}</p>`: texts are escaped, in quoted attributes too. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part))
}

function textOf(content: Content): string {
  if (content instanceof Html) return content.text
  if (content === undefined || content === false) return ''
  if (typeof content === 'object') return content.map(textOf).join('')
  return Bun.escapeHTML(content)
}
