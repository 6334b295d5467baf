// What a custom profile field has beside its name: the options of a list, the provider of an external account.
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../http/errors'
import { ByName } from '../http/parameters'
import { isLongerThan } from '../http/text-length'
import { externalAccount, kinds } from './kinds'

/** A field has at most so many options, under keys of so many UTF-16 units. */
export const optionLimits = { count: 200, key: 100 } as const

const Option = Type.Object({
  text: Type.String(),
  order: Type.Union([Type.String({ maxLength: 10 }), Type.Integer()]),
})
/** By the key that people's choices are stored with. */
const Options = ByName({ maxLength: optionLimits.key }, Option, { maxProperties: optionLimits.count })
export type Options = Static<typeof Options>
/** What was stored before keys were bounded, too. */
const StoredOptions = Type.Record(Type.String(), Option)

const ExternalAccount = Type.Object({
  subtype: Type.String({ maxLength: 40 }),
  url_pattern: Type.Optional(Type.String({ maxLength: 1000 })),
})

/** In characters. */
const maxOptionLength = 100

/**
 * A field's data as it is stored: JSON text, empty for the kinds that have none.
 * @throws ApiError BAD_REQUEST that names the rule.
 */
export function checkedFieldData(kind: number, data: Readonly<Record<string, unknown>>): string {
  if (kind === kinds.options) return JSON.stringify(checkedOptions(data))
  if (kind === kinds.externalAccount) return JSON.stringify(checkedAccount(data))
  return ''
}

/** The options of a field of that kind. */
export function optionsOf(fieldData: string): Options {
  return Value.Parse(StoredOptions, JSON.parse(fieldData))
}

/** The provider of an external account, `custom` for the organization's own. */
export function accountOf(fieldData: string): string {
  return Value.Parse(ExternalAccount, JSON.parse(fieldData)).subtype
}

function checkedOptions(data: unknown): Options {
  if (!Value.Check(Options, data)) {
    throw badRequest('field_data must be an object of options, each with text and order')
  }
  const texts = Object.values(data).map(({ text }) => text.trim())
  if (texts.length === 0) throw badRequest('Field must have at least one choice.')
  if (texts.includes('')) throw badRequest('field_data: the text of an option cannot be blank')
  if (texts.some((text) => isLongerThan(text, maxOptionLength))) {
    throw badRequest(`field_data: the text of an option is too long (limit: ${maxOptionLength} characters)`)
  }
  if (new Set(texts).size < texts.length) throw badRequest('Field must not have duplicate choices.')
  return Object.fromEntries(
    Object.entries(data).map(([key, { text, order }]) => [key, { text: text.trim(), order: String(order) }]),
  )
}

function checkedAccount(data: unknown): Static<typeof ExternalAccount> {
  if (!Value.Check(ExternalAccount, data)) throw badRequest('field_data must name a subtype')
  const { subtype, url_pattern } = data
  if (subtype !== 'custom') {
    if (!externalAccount(subtype)) throw badRequest('Invalid external account type')
    return { subtype }
  }
  if (url_pattern === undefined) throw badRequest('Custom external account must define URL pattern')
  if (url_pattern.split('%(username)s').length !== 2) {
    throw badRequest('url_pattern must hold %(username)s exactly once')
  }
  const address = URL.parse(url_pattern.replace('%(username)s', 'username'))
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') {
    throw badRequest('url_pattern is not a URL')
  }
  return { subtype, url_pattern }
}
