// What the toolbar and its keys do to a text: pure changes of a text with a selection.
import type { Change, Selection } from './change'

export type Format = (text: string, selection: Selection) => Change

/** Marks the selection, or takes the marks away where it has them: `**bold**`. */
export function surround(before: string, after = before): Format {
  return (text, { start, end }) => {
    const inside = text.slice(start, end)
    const isAround =
      text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
    if (isAround && !isLonger(text, start, end, before)) {
      const from = start - before.length
      return { from, to: end + after.length, insert: inside, select: at(from, inside.length) }
    }
    const isWithin =
      inside.length >= before.length + after.length && inside.startsWith(before) && inside.endsWith(after)
    if (isWithin) {
      const plain = inside.slice(before.length, inside.length - after.length)
      return { from: start, to: end, insert: plain, select: at(start, plain.length) }
    }
    // Spaces at the ends stay outside: `** so **` marks nothing.
    const [, lead = '', core = '', tail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inside) ?? []
    return {
      from: start,
      to: end,
      insert: lead + before + core + after + tail,
      select: at(start + lead.length + before.length, core.length),
    }
  }
}

/** `*` beside `**` is part of that. */
function isLonger(text: string, start: number, end: number, mark: string): boolean {
  return (
    mark === '*' &&
    text.slice(start - 2, start) === '**' &&
    text.slice(end, end + 2) === '**' &&
    !(text.slice(start - 3, start) === '***' && text.slice(end, end + 3) === '***')
  )
}

/** A prefix before each selected line, or without it where all have it. */
export function prefixLines(prefix: string | ((line: number) => string), isPrefix: RegExp): Format {
  return (text, { start, end }) => {
    const { from, to } = wholeLines(text, start, end)
    const lines = text.slice(from, to).split('\n')
    const isMarked = lines.every((line) => isPrefix.test(line))
    const changed = lines.map((line, index) =>
      isMarked ? line.replace(isPrefix, '') : (typeof prefix === 'string' ? prefix : prefix(index)) + line,
    )
    const insert = changed.join('\n')
    const select = start === end ? at(from + insert.length, 0) : at(from, insert.length)
    return { from, to, insert, select }
  }
}

/** The selected lines between fences: code, quotes, spoilers, mathematics. @param select a part of the first line to be typed over */
export function fenceLines(kind: string, select = ''): Format {
  return (text, { start, end }) => {
    const { from, to } = wholeLines(text, start, end)
    const inside = text.slice(from, to)
    const fence = fenceFor(inside)
    const insert = `${fence}${kind}\n${inside}\n${fence}`
    const place = select === '' ? -1 : kind.indexOf(select)
    return {
      from,
      to,
      insert,
      select:
        place < 0
          ? at(from + fence.length + kind.length + 1, inside.length)
          : at(from + fence.length + place, select.length),
    }
  }
}

/** Code within a line, or a block of it where several lines are selected. */
export const code: Format = (text, selection) =>
  text.slice(selection.start, selection.end).includes('\n')
    ? fenceLines('')(text, selection)
    : surround('`')(text, selection)

/** Mathematics within a line, or a block of it. */
export const maths: Format = (text, selection) =>
  text.slice(selection.start, selection.end).includes('\n')
    ? fenceLines('math')(text, selection)
    : surround('$$')(text, selection)

/** A link with the selection as its words, or as its address where it is one. */
export const link: Format = (text, { start, end }) => {
  const inside = text.slice(start, end)
  if (isUrl(inside)) {
    const insert = `[](${inside})`
    return { from: start, to: end, insert, select: at(start + 1, 0) }
  }
  return { from: start, to: end, insert: `[${inside}](url)`, select: at(end + 3, 3) }
}

/** An address that was pasted over words. Undefined where it is to be pasted as it is. */
export function pastedLink(text: string, { start, end }: Selection, pasted: string): Change | undefined {
  const inside = text.slice(start, end)
  const url = pasted.trim()
  if (inside.trim() === '' || inside.includes('\n') || isUrl(inside) || !isUrl(url)) return undefined
  const insert = `[${inside}](${url})`
  return { from: start, to: end, insert, select: at(start + insert.length, 0) }
}

export function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text.trim())
}

/** What begins and ends a block so that nothing in the text ends it. */
export function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, fence = '']) => fence.length))
  return '`'.repeat(longest + 1)
}

/** Whether code begins before that place, in its line or as a block, and has not ended. */
export function isInCode(text: string, at: number): boolean {
  const before = text.slice(0, at)
  const fences = before.match(/^\s*(```|~~~)/gm)?.length ?? 0
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return fences % 2 === 1 || (line.split('`').length - 1) % 2 === 1
}

/** What Enter adds within a list: its next mark; an item without words ends the list. */
export function continueList(text: string, { start, end }: Selection): Change | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const [, indent = '', mark, words] = /^( *)([*+-]|\d+[.)]) +(.*)$/.exec(text.slice(from, start)) ?? []
  if (mark === undefined) return undefined
  if (words === '') return { from, to: start, insert: '', select: at(from, 0) }
  const number = Number.parseInt(mark, 10)
  const next = Number.isNaN(number) ? mark : `${number + 1}${mark.slice(-1)}`
  const insert = `\n${indent}${next} `
  return { from: start, to: start, insert, select: at(start + insert.length, 0) }
}

function wholeLines(text: string, start: number, end: number): { from: number; to: number } {
  const next = text.indexOf('\n', end)
  return { from: text.lastIndexOf('\n', start - 1) + 1, to: next < 0 ? text.length : next }
}

function at(start: number, length: number): Selection {
  return { start, end: start + length }
}
