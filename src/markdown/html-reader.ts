// Reads HTML of our own making piece by piece: its tags and the text between them, each by its place.
import { loadHtmlParser } from './lazy-libraries'

/** Whether a tag opens an element, closes one, or is one by itself. */
export type TagKind = 'open' | 'close' | 'empty'

/** What is told of the pieces of HTML, in order and without gaps: where each begins and where it ends. */
export interface HtmlReader {
  /** Text as it is written, entities and all. */
  text(start: number, end: number): void
  /** @param name of the element, in lower case. */
  tag(kind: TagKind, name: string, start: number, end: number): void
}

/** Elements that have no end tag. */
const empties = new Set(['br', 'hr', 'img'])

/** Tells `reader` of every piece. */
export function readHtml(html: string, reader: HtmlReader): void {
  let name = ''
  let tagStart = 0
  const { Tokenizer } = loadHtmlParser()
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ...ignored,
      ontext: (start, end) => reader.text(start, end),
      onopentagname(start, end) {
        name = html.slice(start, end)
        tagStart = start - '<'.length
      },
      onopentagend: (last) => reader.tag(empties.has(name) ? 'empty' : 'open', name, tagStart, last + 1),
      onselfclosingtag: (last) => reader.tag('empty', name, tagStart, last + 1),
      onclosetag: (start, end) =>
        reader.tag('close', html.slice(start, end), start - '</'.length, end + '>'.length),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}

const ignore = () => {}

/** What our HTML does not have, or nobody asks for. */
const ignored = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  oncdata: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onprocessinginstruction: ignore,
  ontextentity: ignore,
}
