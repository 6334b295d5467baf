// Streams of JSON are taken apart into rows, however they are cut; what is no such thing is refused.
import { expect, test } from 'bun:test'
import { longestRow, rowsOf, type RowsShape } from '../src/imports/json-rows'
import { UnreadableSource } from '../src/imports/source'

/** The rows of a text that comes in pieces of so many bytes. */
async function rowsIn(text: string | Uint8Array, shape: RowsShape, size: number): Promise<unknown[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const rows: unknown[] = []
  for await (const row of rowsOf(pieces(), 'file', shape)) rows.push([row.list, JSON.parse(row.text)])
  return rows
}

const sizes = [1, 2, 3, 7, 1000]

test('lists, and objects of lists, wherever they are cut', async () => {
  const list = '\ufeff [1, "a,]\\"ü", {"b":[1,{"c":"}"}]}, [2, []], null ]\n'
  const lists = '{"a":[1,2], "other":{"c":[3]}, "n": 7, "d":"e,[", "ü\\u0041":[{"x":[]}] ,"empty":[ ]}'
  for (const size of sizes) {
    expect(await rowsIn(list, 'a list', size)).toEqual([
      ['', 1],
      ['', 'a,]"ü'],
      ['', { b: [1, { c: '}' }] }],
      ['', [2, []]],
      ['', null],
    ])
    expect(await rowsIn(lists, 'an object of lists', size)).toEqual([
      ['a', 1],
      ['a', 2],
      ['ü\\u0041', { x: [] }],
    ])
    expect(await rowsIn('[]', 'a list', size)).toEqual([])
  }
})

test('what is no such thing is refused', async () => {
  const refused: [string, RowsShape][] = [
    ['', 'a list'],
    ['null', 'a list'],
    ['"a"', 'a list'],
    ['{"a":[1]}', 'a list'],
    ['[1]', 'an object of lists'],
    ['[1', 'a list'],
    ['["a', 'a list'],
    ['[1] 2', 'a list'],
    ['[1][2]', 'a list'],
    ['[1}', 'a list'],
    ['{"a":[1}', 'an object of lists'],
    [`["${'x'.repeat(longestRow + 100_000)}"]`, 'a list'],
    [`{"${'x'.repeat(200_000)}":[]}`, 'an object of lists'],
  ]
  for (const [text, shape] of refused) {
    for (const size of text.length > 100 ? [65_536] : sizes) {
      const start = text.slice(0, 20)
      const error = await rowsIn(text, shape, size).catch((thrown: unknown) => thrown)
      expect({ start, size, isRefused: error instanceof UnreadableSource }).toEqual({
        start,
        size,
        isRefused: true,
      })
    }
  }
  const utf16 = Buffer.from('\ufeff[1]', 'utf16le')
  expect(await rowsIn(utf16, 'a list', 3).catch((thrown: unknown) => thrown)).toBeInstanceOf(UnreadableSource)
})
