// Emoji: names and codes as clients of the protocol know them.
import { expect, test } from 'bun:test'
import source from 'emoji-datasource/emoji.json'
import { emojiByCode, emojiByName, emojiCodesToNames, isValidUnicodeEmoji } from '../src/emoji/emoji.ts'
import vocabulary from '../src/emoji/protocol-names.tsv' with { type: 'text' }

/** Code and names of each emoji that clients of the protocol know. */
const known = vocabulary
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/[\t ]/))

test.each([
  ['smile', '1f642'],
  ['slightly_smiling_face', '1f642'],
  ['grinning_face_with_smiling_eyes', '1f601'],
  ['oh_no', '1f615'],
  ['squared_ok', '1f197'],
  ['big_smile', '1f604'],
  ['grinning', '1f600'],
  ['joy', '1f602'],
  ['cry', '1f622'],
  ['thumbs_up', '1f44d'],
  ['+1', '1f44d'],
  ['thumbs_down', '1f44e'],
  ['-1', '1f44e'],
  ['heart', '2764'],
  ['tada', '1f389'],
  ['octopus', '1f419'],
  ['working_on_it', '1f6e0'],
  ['check', '2705'],
  ['white_check_mark', '2705'],
  ['check_mark', '2714'],
  ['eyes', '1f440'],
  ['one', '0031-20e3'],
  ['flag-dk', '1f1e9-1f1f0'],
])('%s is %s', (name, code) => {
  expect(emojiByName(name)?.code).toBe(code)
  expect(isValidUnicodeEmoji(name, code)).toBe(true)
})

test('what clients of the protocol send, type and show comes first, and as it is; further names follow', () => {
  expect(known.length).toBe(1875)
  for (const [code = '', ...names] of known) {
    expect(emojiByCode(code)?.names.slice(0, names.length)).toEqual(names)
    for (const name of names) expect(emojiByName(name)?.code).toBe(code)
  }
  expect(emojiByCode('1f62f')?.names).toEqual(['hushed'])
  expect(emojiByCode('1f642')?.names).toEqual(['smile', 'slightly_smiling_face'])
})

test('the canonical name comes first', () => {
  expect(emojiByCode('1f642')?.names[0]).toBe('smile')
  expect(emojiByCode('1f44d')?.names.slice(0, 2)).toEqual(['+1', 'thumbs_up'])
})

test('unknown names, unknown codes, names of another code and names of objects are not emoji', () => {
  expect(emojiByName('no_such_emoji')).toBeUndefined()
  expect(emojiByName('constructor')).toBeUndefined()
  expect(emojiByCode('ffff')).toBeUndefined()
  expect(emojiByCode('2764-fe0f')).toBeUndefined()
  expect(isValidUnicodeEmoji('smile', '1f604')).toBe(false)
  expect(isValidUnicodeEmoji('SMILE', '1f642')).toBe(false)
})

test('every emoji of the data package has a name, and every name means one emoji', () => {
  const all = emojiCodesToNames()
  const codes = source.map((emoji) => (emoji.non_qualified ?? emoji.unified).toLowerCase())
  expect(Object.keys(all).sort()).toEqual(codes.sort())
  const names = Object.values(all).flat()
  expect(new Set(names).size).toBe(names.length)
})
