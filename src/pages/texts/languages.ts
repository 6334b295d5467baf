// The languages that the server's own pages speak: a further one is a file beside these, and a line here.
import { english, type Texts } from './english'
import { german } from './german'

/** By the first part of a language's code. */
export const languages = new Map<string, Texts>([
  ['en', english],
  ['de', german],
])

/** The texts in a language, such as `pt-BR`; undefined where there are none. */
export function textsIn(language: string): Texts | undefined {
  return languages.get(language.toLowerCase().split(/[-_]/)[0] ?? '')
}

/** The texts in the language that a browser likes best of those that there are. @param accepted its `Accept-Language` */
export function textsFor(accepted: string | null): Texts | undefined {
  const wanted = (accepted ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [language = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const quality = parameters.find((part) => part.startsWith('q='))
      return { language, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const texts = textsIn(language)
    if (texts) return texts
  }
  return undefined
}
