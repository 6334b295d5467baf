// Texts of strangers in Markdown: whatever they hold, a reader sees just that, nobody is told, and nothing around it changes.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  bold,
  bullets,
  code,
  codeBlock,
  cut,
  escaped,
  italic,
  link,
  say,
  paragraphs,
  quoted,
  within,
  Markdown,
} from '../src/incoming-webhooks/markdown'
import { maxMessageLength } from '../src/messages/content'
import { renderMarkdown } from '../src/markdown/render'
import { codePoints } from '../src/http/text-length'
import { htmlProblems, organization } from './support/markdown'
import { randomly } from './support/random'

/** As a message of a bot is rendered. */
const render = ({ source }: Markdown) => renderMarkdown(source, organization)

/** What is read of it. */
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

const pieces = [
  '@**all**',
  '@**Anna**',
  '@_**Anna**',
  '@*support*',
  '#**general**',
  '#**general>plans**',
  '@',
  '@_',
  '#',
  '**',
  '*',
  '_',
  '__',
  '`',
  '```',
  '~~',
  '~',
  '~~~ quote',
  '$$',
  '$',
  '[',
  ']',
  '](https://example.com)',
  '(',
  ')',
  '!',
  '<',
  '>',
  '> ',
  '<time:2026-01-01>',
  '<https://example.com>',
  '<b>',
  '&amp;',
  '&#42;',
  '&',
  '# ',
  '- ',
  '+ ',
  '1. ',
  '---',
  '|',
  '| a | b |',
  '/me ',
  '/poll ',
  '\\',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '    ',
  '\t',
  '\0',
  '\u202e',
  '\ud800',
  'word',
  '7',
  'é',
] as const
const strange = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''))

/** A text as one line shows it. */
const inLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|\u202e/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Nobody is told, and the HTML is what it has to be. */
function isHarmless(markdown: Markdown): string {
  const rendered = render(markdown)
  const { mentionedUserIds, mentionedGroupIds, channelWildcard, topicWildcard, html } = rendered
  expect([mentionedUserIds, mentionedGroupIds, channelWildcard, topicWildcard]).toEqual([
    [],
    [],
    false,
    false,
  ])
  expect(rendered.isMeMessage).toBe(false)
  expect(htmlProblems(html)).toEqual([])
  return html
}

describe('a text of a stranger', () => {
  test('is read as it is, wherever it stands in a line', async () => {
    await randomly(fc.tuple(strange, strange), { runs: 1000, must: 'signs' }, ([one, other], did) => {
      const html = isHarmless(say`${one}${other} and ${other} ${bold(`x${one}x`)}, ${one}.`)
      if (/&#/.test(escaped(one).source)) did('signs')
      const [a, b] = [inLine(one), inLine(other)]
      const read = `${a}${b} and ${b} x${inLine(`x${one}x`).slice(1, -1)}x, ${a}.`
      // What would mean something in an address is written as addresses have it.
      const shown = decodeURIComponent(textOf(html))
      expect(shown.replaceAll(/\s+/g, ' ').trim()).toBe(read.replaceAll(/\s+/g, ' ').trim())
    })
  })

  test('breaks out of no code, link, list, quote or emphasis', async () => {
    await randomly(strange, { runs: 300, must: 'run' }, (text, did) => {
      did('run')
      const inCode = isHarmless(say`a ${code(text)} b`)
      if (inLine(text) !== '') {
        expect(inCode).toMatch(/^<p>a <code>[^<]*<\/code> b<\/p>$/)
        expect(textOf(inCode)).toBe(`a ${inLine(text)} b`)
      }
      isHarmless(say`a ${link(text, 'https://example.com/x')} b`)
      isHarmless(say`${italic(within(text))} ${within(text)}`)
      const listed = isHarmless(
        paragraphs(
          bullets([text, `x ${text}`], (each) => escaped(each)),
          say`
after
          `,
        ),
      )
      expect(listed).toContain('<p>after</p>')
      expect(
        isHarmless(
          paragraphs(
            codeBlock(`x${text}`),
            say`
after
            `,
          ),
        ),
      ).toMatch(/<p>after<\/p>$/)
      isHarmless(
        paragraphs(
          quoted(text),
          say`
after
          `,
        ),
      )
    })
  })

  test('leads nowhere but to the web', () => {
    expect(link('x', 'javascript:alert(1)').source).toBe('x')
    expect(link('x', 'not an address').source).toBe('x')
    expect(link('x', '').source).toBe('x')
    expect(link('a](b', 'https://example.com/a)b(c `*d*` [e] |f').source).toBe(
      '[a&#93;(b](https://example.com/a%29b%28c%20%60%2Ad%2A%60%20%5Be%5D%20%7Cf)',
    )
    expect(render(link('x', 'https://example.com/?a=1&lt;b')).html).toBe(
      '<p><a href="https://example.com/?a=1&amp;lt;b">x</a></p>',
    )
  })

  test('of any length fits, and nothing that was closed is open', async () => {
    const long = fc
      .tuple(strange, fc.integer({ min: 1, max: 3000 }))
      .map(([text, times]) => text.repeat(times))
    await randomly(fc.array(long, { maxLength: 6 }), { runs: 150, must: 'cut' }, (texts, did) => {
      const whole = paragraphs(
        ...texts.map((text) => say`${text} ${code(text)}`),
        ...texts.map((text) => within(text.slice(0, 20_000))),
        ...texts.map((text) => quoted(text)),
      )
      const fitting = cut(whole, maxMessageLength)
      if (fitting !== whole.source) did('cut')
      expect(codePoints(fitting)).toBeLessThanOrEqual(maxMessageLength)
      isHarmless(new Markdown(fitting))
    })
  })
})
