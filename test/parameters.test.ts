// The decoder of parameters, with any input: what fits comes out as it went in, what does not is named.
import { expect, test } from 'bun:test'
import { Type, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import * as fc from 'fast-check'
import { ApiError } from '../src/http/errors'
import { decoder, Text } from '../src/http/parameters'
import { codePoints, isLongerThan } from '../src/http/text-length'
import { randomly } from './support/random'

/** One of each kind that routes use. */
const kinds = {
  text: Text({ maxLength: 20 }),
  string: Type.String(),
  integer: Type.Integer({ minimum: -5 }),
  number: Type.Number(),
  flag: Type.Boolean(),
  choice: Type.Union([Type.Literal('a'), Type.Literal('b')]),
  level: Type.Union([Type.Literal(1), Type.Literal(2)]),
  ids: Type.Array(Type.Integer(), { maxItems: 5 }),
  object: Type.Object({ name: Type.String(), is: Type.Optional(Type.Boolean()) }),
  peopleOrId: Type.Union([Type.Integer(), Type.Array(Type.Integer(), { minItems: 1, maxItems: 9 })]),
  mixed: Type.Union([Type.Integer(), Type.Array(Type.String()), Type.String()]),
} satisfies Record<string, TSchema>

function decode(schema: TSchema, raw: string | undefined): unknown {
  const { decode: read } = decoder(Type.Object({ p: Type.Optional(schema) }))
  try {
    return read(raw === undefined ? new Map() : new Map([['p', raw]]))['p']
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

const goodText = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))

test('any text at all gives a value that fits the schema, or an error that names the parameter', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom('true', 'null', '[1]', '"x"', '-', '1e5', '[[', '\ud800', '\0', '{"name":"\\u0000"}'),
  )
  for (const [name, schema] of Object.entries(kinds)) {
    await randomly(anything, { runs: 100, must: 'decoded' }, (raw, did) => {
      const result = decode(schema, raw)
      did('decoded')
      if (result === undefined) return
      if (!(result instanceof ApiError)) {
        expect(Value.Check(schema, result)).toBe(true)
        return
      }
      expect(result).toMatchObject({ code: 'REQUEST_VARIABLE_INVALID', fields: { var_name: 'p' } })
      expect(result.message).toContain('p')
    })
    expect(`${name} ${String(decode(schema, undefined))}`).toBe(`${name} undefined`)
  }
})

test('what clients encode comes out as it went in', async () => {
  const roundTrip = <T>(schema: TSchema, values: fc.Arbitrary<T>, encode: (value: T) => string) =>
    randomly(values, { runs: 100, must: 'returned' }, (value, did) => {
      expect<unknown>(decode(schema, encode(value))).toEqual(value)
      did('returned')
    })
  await roundTrip(kinds.string, goodText, (text) => text)
  await roundTrip(kinds.integer, fc.integer({ min: -5 }), String)
  // JSON has no negative zero.
  const numbers = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).filter((value) => !Object.is(value, -0))
  await roundTrip(kinds.number, numbers, (value) => JSON.stringify(value))
  await roundTrip(kinds.flag, fc.boolean(), String)
  await roundTrip(kinds.ids, fc.array(fc.integer(), { maxLength: 5 }), (ids) => JSON.stringify(ids))
  await roundTrip(kinds.object, fc.record({ name: goodText }), (value) => JSON.stringify(value))
  await roundTrip(kinds.mixed, fc.oneof(fc.integer(), fc.array(goodText)), (value) => JSON.stringify(value))
})

test('lengths are counted in code points', async () => {
  const texts = fc.string({ unit: 'binary', maxLength: 40 })
  await randomly(texts, { runs: 100, must: 'longer shorter' }, (text, did) => {
    expect(codePoints(text)).toBe([...text].length)
    expect(isLongerThan(text, 20)).toBe([...text].length > 20)
    did([...text].length > 20 ? 'longer' : 'shorter')
  })
  expect(decode(kinds.text, '👍'.repeat(20))).toBe('👍'.repeat(20))
  expect(decode(kinds.text, '👍'.repeat(21))).toMatchObject({
    message: 'p is too long (limit: 20 characters)',
  })
  const named = Text({ minLength: 3, maxLength: 5 })
  expect(decode(named, '👍👍')).toMatchObject({ message: 'p is too short (at least 3 characters)' })
})

test('the message says which rule was broken, and where', () => {
  for (const [kind, raw, message] of [
    ['choice', 'c', 'Invalid p: must be one of a, b'],
    ['level', '3', 'Invalid p: must be one of 1, 2'],
    ['integer', 'x', 'p is not an integer'],
    ['integer', '9'.repeat(17), 'p is not an integer'],
    ['flag', 'yes', 'p is not a boolean'],
    ['ids', '[1', 'p is not valid JSON'],
    ['ids', '[1e300]', "p holds what can't be stored"],
    ['ids', '[9007199254740993]', "p holds what can't be stored"],
    ['ids', '[1,"2"]', 'p[1] is invalid: expected integer'],
    ['peopleOrId', '[]', 'p is invalid: must be an integer, or a list of 1 to 9, each an integer'],
    ['object', '{}', 'p.name is invalid: expected required property'],
    ['string', '\ud800', 'p contains invalid characters'],
  ] as const) {
    expect(decode(kinds[kind], raw)).toMatchObject({ message })
  }
})
