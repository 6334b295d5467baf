// What the compose box decides without a browser: what is completed at the cursor, what keys do to a text, and the clocks of zones.
import { expect, test } from 'bun:test'
import { codePoints, isLonger } from '../../src/web/writing/code-points'
import { code, continueList, fenceLines, link, pastedLink, surround } from '../../src/web/writing/formatting'
import { formats } from '../../src/web/writing/format-keys'
import type { Change, Selection } from '../../src/web/writing/change'
import { wantedAt } from '../../src/web/writing/wanted'
import { atHour, zonedText, zonedTime } from '../../src/web/writing/zones'
import { shortestTime } from '../support/shortest-time'

/** The selection stands between `[` and `]` in these texts; the cursor is `|`. */
function marked(text: string): { text: string; selection: Selection } {
  const cursor = text.indexOf('|')
  if (cursor >= 0) return { text: text.replace('|', ''), selection: { start: cursor, end: cursor } }
  const [start, end] = [text.indexOf('«'), text.indexOf('»') - 1]
  return { text: text.replace(/[«»]/g, ''), selection: { start, end } }
}

function after(text: string, change: Change | undefined): string | undefined {
  if (!change) return undefined
  const { from, to, insert, select } = change
  const now = text.slice(0, from) + insert + text.slice(to)
  return `${now.slice(0, select.start)}«${now.slice(select.start, select.end)}»${now.slice(select.end)}`
}

function formatted(
  format: (text: string, selection: Selection) => Change | undefined,
  before: string,
): string | undefined {
  const { text, selection } = marked(before)
  return after(text, format(text, selection))
}

test('marks are put around the selection, and taken away again', () => {
  expect(formatted(surround('**'), 'so «bold» it')).toBe('so **«bold»** it')
  expect(formatted(surround('**'), 'so **«bold»** it')).toBe('so «bold» it')
  expect(formatted(surround('**'), 'so «**bold**» it')).toBe('so «bold» it')
  expect(formatted(surround('**'), 'so « bold » it')).toBe('so  **«bold»**  it')
  expect(formatted(surround('*'), '**«bold»**')).toBe('***«bold»***')
  expect(formatted(surround('**'), 'a |b')).toBe('a **«»**b')
})

test('several lines become blocks, whose fence nothing in them ends', () => {
  expect(formatted(code, 'a «b» c')).toBe('a `«b»` c')
  expect(formatted(code, '«one\ntwo»')).toBe('```\n«one\ntwo»\n```')
  expect(formatted(fenceLines('quote'), 'say «```js\nx\n```»')).toBe('````quote\n«say ```js\nx\n```»\n````')
  expect(formatted(fenceLines('spoiler Heading', 'Heading'), '«secret»')).toBe(
    '```spoiler «Heading»\nsecret\n```',
  )
})

test('lists: each selected line is an item, Enter goes on with the next, an empty one ends the list', () => {
  expect(formatted(formats.bullets, '«one\ntwo»')).toBe('«- one\n- two»')
  expect(formatted(formats.bullets, '«- one\n- two»')).toBe('«one\ntwo»')
  expect(formatted(formats.numbers, '«one\ntwo»')).toBe('«1. one\n2. two»')
  expect(formatted(continueList, '9. nine|')).toBe('9. nine\n10. «»')
  expect(formatted(continueList, '  - deep|')).toBe('  - deep\n  - «»')
  expect(formatted(continueList, '- one\n- |')).toBe('- one\n«»')
  expect(formatted(continueList, 'no list|')).toBeUndefined()
})

test('an address that is pasted over words becomes their link; over nothing it stays an address', () => {
  const paste = (url: string) => (text: string, selection: Selection) => pastedLink(text, selection, url)
  expect(formatted(paste('https://x.example/a'), 'see «here» now')).toBe(
    'see [here](https://x.example/a)«» now',
  )
  expect(formatted(paste('https://x.example/a'), 'see | now')).toBeUndefined()
  expect(formatted(paste('two words'), 'see «here» now')).toBeUndefined()
  expect(formatted(paste('javascript:alert(1)'), 'see «here» now')).toBeUndefined()
  expect(formatted(link, 'see «here»')).toBe('see [here](«url»)')
  expect(formatted(link, 'see «https://x.example»')).toBe('see [«»](https://x.example)')
})

test('what is completed at the cursor', () => {
  const at = (before: string) => {
    const { text, selection } = marked(before)
    return wantedAt(text, selection.start)
  }
  expect(at('hi @an|')).toEqual({ kind: 'mention', from: 3, query: 'an', isSilent: false })
  expect(at('hi @_Ann B|')).toEqual({ kind: 'mention', from: 3, query: 'Ann B', isSilent: true })
  expect(at('@**Ann|')).toEqual({ kind: 'mention', from: 0, query: 'Ann', isSilent: false })
  expect(at('mail a@b|')).toBeUndefined()
  expect(at('@ an|')).toBeUndefined()
  expect(at('see #gen|')).toEqual({ kind: 'channel', from: 4, query: 'gen' })
  expect(at('# Heading|')).toBeUndefined()
  expect(at('see #**general>lu|')).toEqual({ kind: 'topic', from: 4, query: 'lu', channel: 'general' })
  expect(at('see #general>|')).toEqual({ kind: 'topic', from: 4, query: '', channel: 'general' })
  expect(at('so :tad|')).toEqual({ kind: 'emoji', from: 3, query: 'tad' })
  expect(at('at 10:30|')).toBeUndefined()
  expect(at(':D|')).toBeUndefined()
  expect(at('/po|')).toEqual({ kind: 'command', from: 0, query: 'po', isFirst: true })
  expect(at('so\n/po|')).toEqual({ kind: 'command', from: 3, query: 'po', isFirst: false })
  expect(at('and/or|')).toBeUndefined()
  expect(at('`@an|')).toBeUndefined()
  // Whose name might go on is no longer meant once another sign follows.
  expect(at('in #the end. And @an|')).toEqual({ kind: 'mention', from: 17, query: 'an', isSilent: false })
  expect(at('@Ann, see #gen|')).toEqual({ kind: 'channel', from: 10, query: 'gen' })
  expect(at('@Ann :tad|')).toEqual({ kind: 'emoji', from: 5, query: 'tad' })
  expect(at('`code` @an|')).toMatchObject({ kind: 'mention', query: 'an' })
})

test('no text that somebody could paste takes long to look at', () => {
  for (const sign of ['@', '#', ':', '/', '>', '*', '`', '# a>', '@_**']) {
    const text = sign.repeat(5000)
    expect(shortestTime(() => wantedAt(text, text.length))).toBeLessThan(50)
  }
})

test('lengths are those of the server: code points', () => {
  expect(codePoints('aä👍🏽')).toBe(4)
  expect(codePoints('\ud83d')).toBe(1)
  expect(isLonger('👍'.repeat(10), 10)).toBe(false)
  expect(isLonger('👍'.repeat(11), 10)).toBe(true)
})

test('moments by the clock of a zone, across the days on which clocks are changed', () => {
  const berlin = 'Europe/Berlin'
  expect(zonedText(Date.UTC(2026, 0, 5, 8, 30), berlin)).toBe('2026-01-05T09:30')
  expect(zonedTime('2026-01-05T09:30', berlin)).toBe(Date.UTC(2026, 0, 5, 8, 30))
  expect(zonedTime('2026-07-05T09:30', berlin)).toBe(Date.UTC(2026, 6, 5, 7, 30))
  // Clocks go forward on 29 March 2026 at 02:00.
  expect(zonedTime('2026-03-29T03:30', berlin)).toBe(Date.UTC(2026, 2, 29, 1, 30))
  expect(atHour(Date.UTC(2026, 2, 28, 20), 1, 9, berlin)).toBe(Date.UTC(2026, 2, 29, 7))
  // Where it is tomorrow already.
  expect(atHour(Date.UTC(2026, 4, 1, 20), 0, 9, 'Pacific/Auckland')).toBe(Date.UTC(2026, 4, 1, 21))
  expect(zonedTime('nothing', berlin)).toBeUndefined()
})
