// Schemas as the reference shows them: JSON Schema of OpenAPI 3.1, made from those that check values here.
import type { TSchema } from '@sinclair/typebox'

/** As far as the reference uses JSON Schema. */
export interface Schema {
  $ref?: string
  description?: string
  type?: string | readonly string[]
  format?: string
  /** An ID: an integer that names something. */
  'x-id'?: boolean
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  prefixItems?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  unevaluatedProperties?: false
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  default?: unknown
  examples?: readonly unknown[]
}

const kept = [
  'description',
  'type',
  'const',
  'required',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'default',
] as const satisfies readonly (keyof Schema)[]

/** Shapes that have a name of their own, to stand in the document once. */
export type NamedShapes = Map<string, Schema>

/**
 * Without what only our own checks know, and choices as lists.
 * @param named gets the shapes with names, which are shown by reference
 */
export function shown(schema: TSchema, named: NamedShapes): Schema {
  const { $id: name } = schema
  if (name === undefined) return shownPlainly(schema, named)
  if (!named.has(name)) {
    named.set(name, {})
    named.set(name, shownPlainly(schema, named))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function shownPlainly(schema: TSchema, named: NamedShapes): Schema {
  const plain = Object.fromEntries(kept.filter((key) => key in schema).map((key) => [key, schema[key]]))
  // Scalar would explain how many bits an ID has.
  const format = schema['format'] === 'int64' ? { 'x-id': true } : { format: schema['format'] }
  return {
    ...plain,
    ...(schema['format'] === undefined ? {} : format),
    ...membersOf(schema, named),
    ...itemsOf(schema, named),
    ...propertiesOf(schema, named),
  }
}

/** The same, where fields without a description have what is said of them. */
export function withWords(schema: Schema, aboutField: (name: string) => string | undefined): Schema {
  const inner = (each: Schema): Schema => withWords(each, aboutField)
  const { properties, items, anyOf, additionalProperties } = schema
  return {
    ...schema,
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const about = property.description === undefined ? aboutField(name) : undefined
          return [name, { ...inner(property), ...(about === undefined ? {} : { description: about }) }]
        }),
      ),
    }),
  }
}

/** A choice of constants is an enumeration. */
function membersOf({ anyOf }: TSchema, named: NamedShapes): Schema {
  if (!isSchemas(anyOf)) return {}
  if (!anyOf.every((member) => 'const' in member))
    return { anyOf: anyOf.map((member) => shown(member, named)) }
  const types = [...new Set(anyOf.map(({ type }) => String(type)))]
  return { type: types.length === 1 ? (types[0] ?? '') : types, enum: anyOf.map((member) => member['const']) }
}

function itemsOf({ type, items }: TSchema, named: NamedShapes): Schema {
  if (isSchemas(items)) return { prefixItems: items.map((item) => shown(item, named)) }
  return type === 'array' && isSchema(items) ? { items: shown(items, named) } : {}
}

function propertiesOf(
  { properties, patternProperties, additionalProperties }: TSchema,
  named: NamedShapes,
): Schema {
  const [byName] = Object.entries(isSchema(patternProperties) ? patternProperties : {})
  const others = additionalProperties === false ? { additionalProperties: false } : {}
  if (byName) {
    const [pattern, value] = byName
    return {
      ...(pattern === anyName ? {} : { propertyNames: { type: 'string', pattern } }),
      additionalProperties: isSchema(value) ? shown(value, named) : true,
    }
  }
  if (!isSchema(properties)) return others
  const all = Object.entries(properties).map(([name, value]) => [
    name,
    isSchema(value) ? shown(value, named) : {},
  ])
  return { properties: Object.fromEntries(all), ...others }
}

/** What TypeBox asks of names where nothing else is asked. */
const anyName = '^(.*)$'

function isSchema(value: unknown): value is TSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSchemas(value: unknown): value is readonly TSchema[] {
  return Array.isArray(value) && value.every(isSchema)
}
