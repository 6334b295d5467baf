// How long Markdown may take and how large it may grow: the worst that 10,000 characters can ask for.
import { describe, expect, test } from 'bun:test'
import { renderFully } from '../src/markdown/render.ts'
import { htmlProblems, organization } from './support/markdown.ts'
import { shortestTime } from './support/shortest-time'

describe('size', () => {
  const units = [
    '*',
    '**',
    '_',
    '~~',
    '[',
    '![',
    '](',
    '[a](',
    '[]',
    '[]()',
    '>',
    '> ',
    '- ',
    '* ',
    '1. ',
    '`',
    '``',
    '`a',
    '```\n',
    '```quote\n',
    '```spoiler x\n',
    '```js\n',
    '~~~~quote\n',
    '|',
    '|-',
    '|-|\n',
    '|a|\n|-|\n> \n',
    '| a | b |\n|---|---|\n',
    '@**',
    '@*',
    '@_**a',
    '#**',
    '#**general>',
    ':',
    ':a',
    ':smile:',
    '$$',
    '$$a',
    '$$x$$ ',
    '$$\\frac{a}{b}$$ ',
    '<time:',
    '<time:x>',
    '<',
    '<!--',
    '&',
    '&#',
    '\\',
    'http://',
    'http://a',
    'http://a.b/ ',
    'https://a/[[{(',
    'http://a?',
    'www.',
    'www.a.b ',
    'a.com ',
    'a@',
    'a@b.de ',
    '//',
    '#1 ',
    '🙂',
    '\u200d',
    '👩‍',
    '\n',
    'a\n',
    '\t',
    ' ',
    '> a\n',
    '- a\n  - b\n',
    'a*b_c~~d`e',
    '***a',
    '*a **b ',
    '_',
    '__a',
    '\\*',
    '[a](b\\)',
    '[a](b "',
    '[a](b "\\',
    '[](a) ',
    '1. a\n  - b\n',
    '- 1. ',
    '100. ',
    '~~~ a ~~~\n',
    '~~~.py\n',
    '````\n',
    '```quote\n````\n',
    '> ```quote\n> ````\n',
    '```quote\n````\n~~~quote\n~~~~\n',
    '$$ ',
    '$$ a $$',
    '$$\\',
    '|a|\n|-|\n\n',
    'a.de ',
    'a.zz ',
    'a.',
    'a.de:80/',
    'a.de/((',
    'http://a:b@',
    'http://[1:1:',
    'https://a.de/:',
    'a@b.',
    'tel:',
    'tel:+1 ',
    'sms:1?body=',
    'xmpp:a@',
    'magnet:?',
    'magnet:?a) ',
    'mailto:a@',
    '<time:Jun 5th 2017> ',
    '<time:of of of of of of of of of of of of of of of of 2017> ',
    ':) ',
    ':):)',
    '(: <3 ;) ',
  ]
  const repeated = (unit: string, size: number) => unit.repeat(Math.floor(size / unit.length))
  const growing = (line: (depth: number) => string, size: number) => {
    let content = ''
    for (let depth = 0; content.length < size; depth += 1) content += line(depth)
    return content.slice(0, size)
  }
  const shapes: Record<string, (size: number) => string> = {
    ...Object.fromEntries(units.map((unit) => [unit, (size: number) => repeated(unit, size)])),
    'emphasis inside emphasis': (size) => repeated('*a ', size / 2) + repeated('a* ', size / 2),
    'brackets inside brackets': (size) => repeated('[', size / 2) + repeated('](a)', size / 2),
    'lists inside lists': (size) => growing((depth) => `${' '.repeat(depth * 2)}- a\n`, size),
    'lists inside numbered lists': (size) => growing((depth) => `${' '.repeat(depth * 2)}1. a\n`, size),
    'fences longer and longer': (size) => growing((depth) => `${'`'.repeat(depth + 3)}\n`, size),
    'fences deep inside, and never closed': (size) =>
      repeated('```quote\n', 200) + repeated('````\n```js\n', size - 200),
    'one long magnet': (size) => `magnet:?${repeated('a)', size - 8)}`,
    'dots behind an address': (size) => repeated(`magnet:?${'.'.repeat(1500)} `, size),
    'hosts of long names': (size) => repeated(`${'a'.repeat(63)}.`, size),
    'hosts of a domain that is none': (size) => repeated(`${`${'a'.repeat(20)}.`.repeat(12)}zz `, size),
    'quotes inside quotes': (size) => growing((depth) => `${'>'.repeat(depth)} a\n`, size),
    'fences inside fences': (size) => growing((depth) => `${'`'.repeat(depth + 3)}quote\n`, size),
    'rows shorter than their table': (size) =>
      `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${repeated('x\n', size - 250)}`,
    'a wide table': (size) =>
      `|${'a|'.repeat(size / 5)}\n|${'-|'.repeat(size / 5)}\n${repeated('|\n', size / 5)}`,
    'one long URL': (size) => `http://${repeated('a/', size - 7)}`,
    'one long host': (size) => repeated('a.', size),
    'nested groups in TeX': (size) => `$$${'{'.repeat(Math.min(900, size))}$$`,
    'macros that grow in TeX': () =>
      '```math\n\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c\n```',
    'code without end of line': (size) => `\`\`\`java\n${'a'.repeat(size)}\n\`\`\``,
    'code that is all links': (size) => `\`\`\`markdown\n${repeated('[a](', size)}\n\`\`\``,
    'code that is all words': (size) => `\`\`\`cs\n${repeated('let ', size)}\n\`\`\``,
    'code that is all blank': (size) => `\`\`\`ts\n${repeated(' \n', size)}\n\`\`\``,
  }

  const whoTranslates = { ...organization, translateEmoticons: true }

  test.each(Object.entries(shapes))(
    '10,000 times %j ends soon, and its HTML grows no faster than it',
    (_, shape) => {
      const half = renderFully(shape(5_000), whoTranslates).html
      const full = renderFully(shape(10_000), whoTranslates).html
      expect(htmlProblems(full)).toEqual([])
      expect(full.length).toBeLessThan(2.6 * half.length + 4_000)
      expect(full.length).toBeLessThan(1_000_000)
      expect(shortestTime(() => renderFully(shape(10_000), whoTranslates))).toBeLessThan(100)
    },
  )
})
