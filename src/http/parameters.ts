// Request parameters: gathered from path, query and body, decoded and validated by the route's TypeBox schema.
import {
  Kind,
  Type,
  TypeRegistry,
  type ObjectOptions,
  type Static,
  type TObject,
  type TSchema,
  type TUnsafe,
} from '@sinclair/typebox'
import { checkOf, type Check } from './checks'
import { badRequest, invalidParameter, missingParameter } from './errors'
import { holdsIds, isStorable, parser, parseText } from './parsing'
import { JsonValue, noneRepeated, type RawParameters, type RawValue } from './raw-parameters'
import { codePoints, isLongerThan } from './text-length'

/** Turns raw parameters into the schema's values. */
export interface Decoder<S extends TObject> {
  readonly schema: S
  decode(raw: RawParameters): Static<S>
}

/** An uploaded file of a multipart body, as a parameter. */
export const UploadedFile = Type.Unsafe<File>({
  [Kind]: 'UploadedFile',
  type: 'string',
  format: 'binary',
  file: true,
})

TypeRegistry.Set('UploadedFile', (_, value) => value instanceof File)

/** The name of the parameter that is a file; undefined if there is none. */
export function fileParameter(schema: TObject): string | undefined {
  return Object.keys(schema.properties).find((name) => schema.properties[name]?.['file'] === true)
}

/**
 * Values by name. (TypeBox's own records ask nothing of how long a name is, nor anything of what stands under a name with a
 * line break in it.)
 * @param names how long they may be, in UTF-16 units
 */
export function ByName<Value extends TSchema>(
  { minLength = 1, maxLength }: TextLength,
  value: Value,
  options: ObjectOptions,
) {
  const name = Type.String({ pattern: `^[^]{${minLength},${maxLength}}$` })
  return Type.Record(name, value, { ...options, additionalProperties: false })
}

/** The boxes of a form that are ticked, of those that have one name: it is sent as often as there are any. */
export function Ticked(most: number): TUnsafe<string[]> {
  return Type.Unsafe<string[]>(Type.Array(Type.String(), { maxItems: most, default: [], repeated: true }))
}

/** The names of parameters that may be sent several times. */
export function repeatedParameters({ properties }: TObject): ReadonlySet<string> {
  const names = Object.keys(properties).filter((name) => properties[name]?.['repeated'] === true)
  return names.length === 0 ? noneRepeated : new Set(names)
}

/** How long a text may be, in code points: what a reader counts as characters, however they are encoded. */
export interface TextLength {
  minLength?: number
  maxLength: number
  description?: string
}

/** A text of limited length. (TypeBox's own strings count UTF-16 units, the protocol's limits are code points.) */
export function Text(length: TextLength): TUnsafe<string> {
  return Type.Unsafe<string>({ [Kind]: 'Text', type: 'string', ...length })
}

TypeRegistry.Set<TextLength>('Text', ({ minLength = 0, maxLength }, value) => {
  if (typeof value !== 'string' || isLongerThan(value, maxLength)) return false
  return value.length >= minLength && (minLength <= 1 || codePoints(value) >= minLength)
})

/**
 * The ID of something. Any integer will do: one that can't be an ID is one of something that does not exist, and
 * gets the answer that such a thing has (notes: errors).
 */
export function Id(options: { description?: string } = {}): TUnsafe<number> {
  return Type.Unsafe<number>({ [Kind]: 'Id', type: 'integer', format: 'int64', ...options })
}

TypeRegistry.Set('Id', (_, value) => Number.isInteger(value))

/**
 * Makes a decoder of a schema, for all requests of a route. Per property:
 * strings are taken literally; integers are decimal; booleans `true`/`false`; lists and objects are JSON;
 * unions are JSON where it parses and fits, else the literal string. A `default` makes a property optional.
 * What a JSON body says natively is taken as it is.
 */
export function decoder<S extends TObject>(schema: S): Decoder<S> {
  const fields = Object.entries(schema.properties).map(([name, property]) => field(name, property, schema))
  const whole = checkOf(schema)
  // Most paths hold no parameters, and many calls take none: there nothing has to be compiled when the first request comes.
  const fits = (values: unknown): values is Static<S> => fields.length === 0 || whole.fits(values)
  return {
    schema,
    decode(raw) {
      const values: Record<string, unknown> = {}
      for (const { name, read } of fields) {
        const value = read(raw.get(name))
        if (value !== undefined) values[name] = value
      }
      if (!fits(values)) throw badRequest('Invalid parameters')
      return values
    },
  }
}

interface Field {
  name: string
  read(raw: RawValue | undefined): unknown
}

function field(name: string, property: TSchema, schema: TObject): Field {
  const check = checkOf(property)
  const isRequired = (schema.required ?? []).includes(name) && property['default'] === undefined
  const parse = parser(property)
  const withIds = holdsIds(property)
  return {
    name,
    read(raw) {
      // Clients of the protocol send a JSON null for what they leave out.
      const isNull = raw instanceof JsonValue ? raw.value === null : raw === 'null' && parse !== parseText
      if (raw === undefined || (isNull && !isRequired && !check.fits(null))) {
        if (isRequired) throw missingParameter(name)
        return structuredCloneIfObject(property['default'])
      }
      const value = raw instanceof JsonValue ? raw.value : parse(name, raw)
      // First whether it is as short as it has to be: all else is work for as long as it is.
      if (!check.fits(value)) throw invalidParameter(name, explain(name, check, value))
      if (!isStorable(value, withIds)) throw invalidParameter(name, `${name} holds what can't be stored`)
      return value
    },
  }
}

function structuredCloneIfObject(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value
}

/** Says in plain English which rule the value broke. */
function explain(name: string, check: Check<TSchema>, value: unknown): string {
  const error = check.firstError(value)
  if (!error) return `Invalid ${name}`
  const where =
    error.path === '' ? name : `${name}${error.path.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`
  const schema = error.schema
  const members: TSchema[] = Array.isArray(schema['anyOf']) ? schema['anyOf'] : []
  if (members.length > 0) {
    return members.every((member) => 'const' in member)
      ? `Invalid ${where}: must be one of ${members.map((member) => String(member['const'])).join(', ')}`
      : `${where} is invalid: must be ${members.map(described).join(', or ')}`
  }
  if (typeof schema['maxLength'] === 'number' && typeof error.value === 'string') {
    if (isLongerThan(error.value, schema['maxLength']))
      return `${where} is too long (limit: ${schema['maxLength']} characters)`
    return `${where} is too short (at least ${String(schema['minLength'] ?? 1)} characters)`
  }
  if (schema[Kind] === 'Id') return `${where} is invalid: expected integer`
  return `${where} is invalid: ${error.message.toLowerCase()}`
}

/** What a member of a union takes, in plain English. */
function described({ type, items, minItems = 0, maxItems }: TSchema): string {
  if (type !== 'array') return nouns[String(type)] ?? 'a value'
  if (Array.isArray(items)) return `a list of ${items.length}`
  const count = typeof maxItems === 'number' ? `${minItems} to ${maxItems}` : `at least ${minItems}`
  return `a list of ${count}, each ${described(items)}`
}

const nouns: Readonly<Record<string, string>> = {
  integer: 'an integer',
  string: 'text',
  object: 'an object',
  boolean: 'true or false',
}
