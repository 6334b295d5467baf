// Highlighting never breaks HTML, for whatever is written and searched for.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { renderMarkdown } from '../src/markdown/render'
import { highlighter } from '../src/search/highlight'
import { textOfHtml } from '../src/search/html-text'
import { blockQuery, indexedParts } from '../src/search/full-text'
import { matchesSearch, searchedText, searchParts } from '../src/search/query'
import { organization } from './support/markdown'
import { randomly } from './support/random'

const piece = fc.oneof(
  fc.constantFrom(
    'word',
    'words',
    'Wörter',
    '日本語',
    'span',
    'class',
    'highlight',
    'http',
    'a',
    'x',
    'ｶﾞ',
    'ไทย',
  ),
  fc.constantFrom(
    '**',
    '*',
    '`',
    '```\n',
    '~~',
    '> ',
    '- ',
    '\n',
    '\n\n',
    '|',
    '[',
    '](https://a.b/x"y)',
    '$$',
    '<',
  ),
  fc.constantFrom(
    '&',
    '&amp;',
    '"',
    "'",
    '<span class="highlight">',
    '</span>',
    ':tada:',
    ':parrot:',
    'parrot',
    '@**Anna**',
    '\u0301',
    '😀',
  ),
  fc.constantFrom(
    'https://example.com/word',
    '```spoiler word\nword\n```\n',
    '```js\nlet word = "a"\n```\n',
    '$$word$$',
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
)
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('', '', ' ')), { maxLength: 25 })
  .map((pieces) => pieces.flat().join(''))
const search = fc
  .array(fc.tuple(piece, fc.constantFrom('', ' ', ' "')), { maxLength: 4 })
  .map((pieces) => pieces.flat().join(''))

/** A mark around text, emoji that are pictures, or both. */
const mark = /<span class="highlight">((?:[^<>]|<img alt=":[^<>]*>)+)<\/span>/g

/** Text and elements as a parser of HTML sees them. */
function parsed(html: string): { text: string; marks: number } {
  const seen = { text: '', marks: 0 }
  new HTMLRewriter()
    .on('span.highlight', { element: () => void seen.marks++ })
    .onDocument({ text: (chunk) => void (seen.text += chunk.text) })
    .transform(html)
  return seen
}

test('without the marks, the HTML is what it was; each mark is an element around text or a picture', async () => {
  let marked = 0
  const both = fc.tuple(text, search)
  await randomly(both, { runs: 1500, must: 'marked unmarked picture' }, ([content, searched], did) => {
    const { html } = renderMarkdown(content, organization)
    const parts = searchParts(searched, 50)
    const result = highlighter(parts)(html)
    const marks = result.split('<span class="highlight">').length - 1
    expect(result.replaceAll(mark, '$1')).toBe(html)
    expect(parsed(result)).toEqual({ text: parsed(html).text, marks })
    if (matchesSearch(parts, searchedText(textOfHtml(html), ''))) expect(marks).toBeGreaterThan(0)
    marked += marks
    did(marks > 0 ? 'marked' : 'unmarked')
    if (result.includes('<span class="highlight"><img')) did('picture')
  })
  expect(marked).toBeGreaterThan(300)
})

test('whatever is searched for, the full-text query holds nothing but words in quotes', async () => {
  const anything = fc.oneof(search, fc.string({ unit: 'binary', maxLength: 40 }))
  await randomly(anything, { runs: 1000, must: 'phrase word' }, (searched, did) => {
    const parts = searchParts(searched, 50)
    const query = blockQuery(indexedParts(parts), 'mark')
    const rest = query.replaceAll(/"[\p{L}\p{M}\p{N}\u{E003} ]+"/gu, '""')
    expect(rest).toMatch(/^""( AND (""|NEAR\("" "", \d+\)|\(""( OR "")*\)))*$/)
    for (const { kind } of parts) did(kind)
  })
})
