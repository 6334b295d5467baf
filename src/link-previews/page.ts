// What a page on the web says of itself: title, description and image, by OpenGraph or, without that, by its own head. Loaded with the first page.
import { Parser } from 'htmlparser2'
import sniffEncoding from 'html-encoding-sniffer'

/** What is shown of a page. There is a title or a description. */
export interface PageSummary {
  readonly title: string
  readonly description: string
  /** The address of an image, `http` or `https`; empty for none. */
  readonly image: string
}

/** In characters. */
const longest = { title: 200, description: 400, image: 2048 }

/** The names a page may give each thing by, the first that says something counts. */
const names = {
  title: ['og:title', 'twitter:title'],
  description: ['og:description', 'twitter:description', 'description'],
  image: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
} as const

/**
 * Reads the beginning of a page.
 * @param charset as the answer's headers say it; undefined if they don't
 * @param url where the page is, which addresses in it are relative to
 * @returns undefined if it says nothing of itself
 */
export function summaryOf(
  page: Uint8Array,
  charset: string | undefined,
  url: string,
): PageSummary | undefined {
  const { metas, title: ownTitle } = headOf(decoded(page, charset))
  const first = (all: readonly string[]) =>
    all.map((name) => metas.get(name) ?? '').find((text) => text !== '')
  const title = cut(first(names.title) ?? plain(ownTitle), longest.title)
  const description = cut(first(names.description) ?? '', longest.description)
  if (title === '' && description === '') return undefined
  return { title, description, image: webAddress(first(names.image) ?? '', url) }
}

/** Reads bytes as the page, its headers or its byte order mark say. Where none of them does, most are UTF-8. */
function decoded(page: Uint8Array, charset: string | undefined): string {
  const told = charset === undefined ? {} : { transportLayerEncodingLabel: charset }
  const encoding = sniffEncoding(page, { ...told, defaultEncoding: 'UTF-8' })
  try {
    return new TextDecoder(encoding).decode(page)
  } catch {
    // Of the names in the standard, a few are of no encoding that anybody can read.
    return new TextDecoder().decode(page)
  }
}

interface Head {
  /** What `<meta>` elements say, by name or property in lower case; the first of each. */
  readonly metas: ReadonlyMap<string, string>
  readonly title: string
}

function headOf(html: string): Head {
  const metas = new Map<string, string>()
  let title: string | undefined
  let isInTitle = false
  // A drawing may have a title, too, which is none of the page.
  let drawings = 0
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      if (name === 'svg') drawings += 1
      if (name === 'title' && title === undefined && drawings === 0) {
        title = ''
        isInTitle = true
      }
      const key = (property ?? metaName)?.trim().toLowerCase()
      if (name !== 'meta' || key === undefined || metas.has(key)) return
      const text = plain(content ?? '')
      if (text !== '') metas.set(key, text)
    },
    ontext(text) {
      if (isInTitle) title = (title ?? '') + text
    },
    onclosetag(name) {
      if (name === 'svg') drawings -= 1
      if (name === 'title') isInTitle = false
    },
  })
  parser.end(html)
  return { metas, title: title ?? '' }
}

/** In one line, without what can't be seen or would turn round what follows. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => (/\s/.test(character) ? ' ' : ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function cut(text: string, most: number): string {
  const characters = Array.from(text.slice(0, 2 * most + 2))
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

function webAddress(text: string, base: string): string {
  const url = text === '' ? null : URL.parse(text, base)
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isOfWeb && url.href.length <= longest.image ? url.href : ''
}
