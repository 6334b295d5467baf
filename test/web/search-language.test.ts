// What people type to search: read into terms of a narrow, and written back.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Term } from '../../src/web/addresses/narrow'
import {
  hasOperands,
  isOperands,
  partsOf,
  readSearch,
  writeSearch,
  type Directory,
} from '../../src/web/finding/search-language'
import { randomly } from '../support/random'

const channels = new Map([
  [1, 'general'],
  [2, 'new designs'],
  [3, '17'],
  [17, 'seventeen'],
  [5, 'say "hi"'],
])
const people = new Map([
  [8, 'Ann Lee'],
  [9, 'Ann Lee'],
  [10, 'Bob'],
  [11, 'Smith, John'],
  [12, 'me'],
  [13, 'Eve "the" Third'],
  [14, '10'],
])
const directory: Directory = {
  channelNamed: (name) => [...channels].find(([, each]) => each === name.toLowerCase())?.[0],
  channelName: (id) => channels.get(id),
  peopleNamed: (name) =>
    [...people].filter(([, each]) => each.toLowerCase() === name.toLowerCase()).map(([id]) => id),
  personName: (id) => people.get(id),
  me: 10,
}
const read = (typed: string) => readSearch(typed, directory)

test('every operator is read, by names, IDs and old spellings', () => {
  expect(read('channel:general').terms).toEqual([{ operator: 'channel', operand: 1 }])
  expect(read('stream:"new designs"').terms).toEqual([{ operator: 'channel', operand: 2 }])
  expect(read('channel:5').terms).toEqual([{ operator: 'channel', operand: 5 }])
  expect(read('channels:web-public').terms).toEqual([{ operator: 'channels', operand: 'web-public' }])
  expect(read('subject:"what now"').terms).toEqual([{ operator: 'topic', operand: 'what now' }])
  expect(read('topic:').terms).toEqual([{ operator: 'topic', operand: '' }])
  expect(read('from:me -sender:"Ann Lee|9"').terms).toEqual([
    { operator: 'sender', operand: 10 },
    { operator: 'sender', operand: 9, negated: true },
  ])
  expect(read('dm:bob,"Ann Lee|8" pm-with:me').terms).toEqual([
    { operator: 'dm', operand: [10, 8] },
    { operator: 'dm', operand: [10] },
  ])
  expect(read('dm-including:Bob').terms).toEqual([{ operator: 'dm-including', operand: [10] }])
  expect(read('IS:Private has:links in:all id:7 with:9').terms).toEqual([
    { operator: 'is', operand: 'dm' },
    { operator: 'has', operand: 'link' },
    { operator: 'in', operand: 'all' },
    { operator: 'id', operand: 7 },
    { operator: 'with', operand: 9 },
  ])
  expect(read('channel:general near:42')).toEqual({
    terms: [{ operator: 'channel', operand: 1 }],
    near: 42,
    unknown: [],
  })
})

test('words and phrases are one term in their order; words with a minus sign are their own', () => {
  expect(read('  pizza "extra cheese" is:unread https://example.com/a:b -olives ').terms).toEqual([
    { operator: 'is', operand: 'unread' },
    { operator: 'search', operand: 'olives', negated: true },
    { operator: 'search', operand: 'pizza "extra cheese" https://example.com/a:b' },
  ])
  expect(read('"not closed yet').terms).toEqual([{ operator: 'search', operand: '"not closed yet"' }])
  expect(read('""').terms).toEqual([])
  expect(read('--flag').terms).toEqual([{ operator: 'search', operand: '--flag' }])
})

test('what does not exist is told, not searched for', () => {
  expect(read('is:nice channel:nowhere sender:nobody id:abc dm: dm:bob,nobody has:').unknown).toEqual([
    'is:nice',
    'channel:nowhere',
    'sender:nobody',
    'id:abc',
    'dm:',
    'dm:bob,nobody',
    'has:',
  ])
})

const word = fc.stringMatching(/^[a-z%&/#|.üß✔😀]{1,8}$/u)
const term: fc.Arbitrary<Term> = fc
  .record({
    negated: fc.constantFrom(true, undefined),
    said: fc.oneof(
      fc.record({ operator: fc.constant('channel'), operand: fc.constantFrom(...channels.keys()) }),
      fc.record({ operator: fc.constant('sender'), operand: fc.constantFrom(...people.keys()) }),
      fc.record({
        operator: fc.constantFrom('dm', 'dm-including'),
        operand: fc.uniqueArray(fc.constantFrom(...people.keys()), { minLength: 1 }),
      }),
      fc.record({
        operator: fc.constant('topic'),
        operand: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
      }),
      fc.record({ operator: fc.constant('is'), operand: fc.constantFrom(...isOperands) }),
      fc.record({ operator: fc.constant('has'), operand: fc.constantFrom(...hasOperands) }),
      fc.record({ operator: fc.constantFrom('id', 'with'), operand: fc.nat() }),
    ),
  })
  .map(({ negated, said }) => ({ ...said, ...(negated ? { negated } : {}) }))

test('what is written is read as the same terms, whatever things are called', async () => {
  const searches = fc.tuple(
    fc.array(term, { maxLength: 5 }),
    fc.array(word, { maxLength: 3 }),
    fc.option(fc.nat()),
  )
  await randomly(searches, { runs: 300, must: 'near words negated' }, ([terms, words, near], did) => {
    if (near !== null) did('near')
    if (words.length > 0) did('words')
    if (terms.some(({ negated }) => negated === true)) did('negated')
    const all: Term[] = [
      ...terms,
      ...(words.length > 0 ? [{ operator: 'search', operand: words.join(' ') }] : []),
    ]
    const typed = writeSearch(all, directory, near ?? undefined)
    expect(read(typed)).toEqual({ terms: all, near: near ?? undefined, unknown: [] })
  })
})

test('nothing that is typed makes it fail, and its parts are all that was typed', async () => {
  await randomly(
    fc.string({ unit: fc.constantFrom(...'ab:-," |#@\n12is') }),
    { runs: 500, must: 'operator' },
    (typed, did) => {
      if (typed.includes('is:')) did('operator')
      read(typed)
      const parts = partsOf(typed).map(({ text }) => text)
      expect(parts.join('')).toBe(parts.length === 0 ? '' : withoutGaps(typed, parts))
    },
  )
})

/** The text without the spaces between its parts. */
function withoutGaps(typed: string, parts: readonly string[]): string {
  let [rest, kept] = [typed, '']
  for (const part of parts) {
    const at = rest.indexOf(part)
    expect(rest.slice(0, at).trim()).toBe('')
    kept += part
    rest = rest.slice(at + part.length)
  }
  expect(rest.trim()).toBe('')
  return kept
}
