// Values for parameters: what the schema asks for, as often as not naming what is there; and what it does not.
import * as fc from 'fast-check'
import { plain, png, pngClaiming, red } from '../pictures'
import { linkingContents } from '../world-files'
import type { Schema } from './document'

/** So many of everything, numbered from 1, may be named: users, channels, messages, drafts … of anybody's. */
export const knownIds = 10

const id = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 1, max: knownIds }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, 4_000_000, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e300) },
)

const picture = png(20, 10, plain(red))
const files: readonly Uint8Array[] = [
  picture,
  picture,
  picture,
  picture.subarray(0, 60),
  pngClaiming(60_000, 60_000),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  new Uint8Array(),
]

const oddTexts = [
  '',
  ' ',
  '\u200b',
  '\u202e\u2066txt.exe',
  '\0',
  'a\0b',
  '\ud800',
  '\uffff',
  'é'.normalize('NFD'),
  `a${'\u0301'.repeat(300)}`,
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'ﷺ'.repeat(20),
  'İstanbul ſ ẞ ﬁ ㎏',
  "'; DROP TABLE users; --",
  '"\\%_*',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%2f%25',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'true',
  '-0',
  '1e400',
  '9'.repeat(400),
  '{"a":',
  '[[[[',
  '@**all** @**|1** @*role:members* #**general>plans**',
  '`'.repeat(50),
  '> '.repeat(50),
  'https://[::1]:99999/%zz',
]
const odd = fc.constantFrom(...oddTexts)
const text = fc.oneof(
  fc.constantFrom(
    'general',
    'private',
    'vault',
    'plans',
    'Hello',
    'Hello *there*',
    'member@example.com',
    ...linkingContents,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  odd,
)
const long = fc.constantFrom(61, 101, 1025, 10_001, 70_000).map((length) => '𝔵'.repeat(length))

/** Names of what is there, and words of the protocol, where chance would not find them. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  anchor: fc.constantFrom('newest', 'oldest', 'first_unread', '3', 'date'),
  domain: fc.constantFrom('example.com', 'other.example'),
  emoji_code: fc.constantFrom('1f389', '2764', '1f44d'),
  emoji_name: fc.constantFrom('tada', 'heart', '+1', 'no_such'),
  flag: fc.constantFrom('read', 'starred', 'collapsed'),
  fragment: fc.constantFrom('narrow/is/starred', 'recent'),
  full_name: fc.constantFrom('Ann Other', 'Bob'),
  invitee_emails: fc.constantFrom('new@example.com', 'a@example.com, b@example.com', 'member@example.com'),
  last_event_id: fc.constantFrom(-1, 0, 5),
  narrow: fc.array(
    fc.oneof(
      fc.record({
        operator: fc.constantFrom(
          'channel',
          'topic',
          'sender',
          'is',
          'has',
          'search',
          'dm',
          'id',
          'with',
          'in',
        ),
        operand: fc.oneof(fc.constantFrom('general', 'plans', 'starred', 'link', 'hello', 'home'), id),
        negated: fc.boolean(),
      }),
      fc.tuple(fc.constantFrom('channel', 'topic', 'near'), fc.constantFrom('general', 'plans', '5')),
    ),
    { maxLength: 3 },
  ),
  op: fc.constantFrom('add', 'remove', 'start', 'stop'),
  pattern: fc.constantFrom('#(?P<id>[0-9]+)', '(', '(a+)+$'),
  queue_id: fc.constantFrom('QUEUE', 'no such queue'),
  status: fc.constantFrom('active', 'idle'),
  timezone: fc.constantFrom('Europe/Berlin', 'Nowhere/Land'),
  type: fc.constantFrom('channel', 'direct', 'stream', 'private'),
  url_template: fc.constantFrom('https://example.com/{id}', 'https://example.com/{'),
  username: fc.constantFrom('member@example.com', 'owner@example.com'),
}

/** What the schema asks for. */
export function fitting(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const hinted = name.endsWith('_id') ? id : byName[name]
  const plain = bySchema(schema, name)
  return hinted === undefined ? plain : fc.oneof(hinted, plain)
}

function bySchema(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.format === 'binary') return fc.constantFrom(...files)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, name)))
  switch (schema.type) {
    case 'integer':
      return integerFor(schema)
    case 'number':
      return fc.oneof(fc.integer({ min: -5, max: 2_000_000_000 }), fc.double({ noNaN: true }))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return arrayFor(schema, name)
    case 'object':
      return objectFor(schema)
    default:
      return text
  }
}

function integerFor({ minimum, maximum }: Schema): fc.Arbitrary<unknown> {
  if (minimum === undefined && maximum === undefined) return id
  const min = minimum ?? -1000
  return fc.integer({ min, max: Math.max(min, Math.min(maximum ?? 5000, 2_000_000_000)) })
}

function arrayFor(
  { items, prefixItems, minItems = 0, maxItems = 4 }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map((each) => fitting(each)))
  const item = items || {}
  return fc.array(fitting(item, name), {
    minLength: minItems,
    maxLength: Math.max(minItems, Math.min(maxItems, 4)),
  })
}

function objectFor({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fitting(schema, name)] as const)
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const few = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] })
  return optional.length > 0 ? few : fc.record(Object.fromEntries(fields))
}

/** What the schema does not ask for: another type, too long, too many, too deep, out of range. */
export function unfitting({ maxItems, maxLength, items }: Schema): fc.Arbitrary<unknown> {
  const tooMany = maxItems === undefined ? 5001 : Math.min(maxItems + 1, 20_001)
  const member = items && items.type === 'string' ? 'x' : 1
  return fc.oneof(
    odd,
    long,
    fc.constant('x'.repeat(Math.min((maxLength ?? 1000) + 1, 200_000))),
    fc.constant(Array.from({ length: tooMany }, () => member)),
    fc.constant(JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`)),
    fc.constantFrom<unknown>(true, null, 0, -1, 1.5, 1e300, -(2 ** 63), [], {}, [null], [[]], {
      a: { b: [] },
    }),
    fc.constant(JSON.parse('{"__proto__":{"x":1},"constructor":1,"new":{"toString":1}}')),
    fc
      .anything({ maxDepth: 2, withNullPrototype: false })
      .map((value) => JSON.parse(JSON.stringify(value) ?? 'null')),
  )
}
