// The API reference of the routes, made from the schemas that validate their parameters.
import type { TObject, TSchema } from '@sinclair/typebox'

/** What a route says of itself, until its method is known. */
export interface RouteSchemas {
  path: TObject
  parameters: TObject
  /** Whether it also answers without credentials. */
  isOpen: boolean
}

/** Elysia's `detail` of a route, which the OpenAPI plugin copies into the reference. */
export interface RouteDetail {
  summary: string
}

interface KnownRoute {
  method: string
  hooks: { detail?: object }
}

const schemasOf = new WeakMap<object, RouteSchemas>()

/** A route's `detail`; `completeDetails` adds the parameters once it is known for which method it is. */
export function routeDetail(summary: string, schemas: RouteSchemas): RouteDetail {
  const detail = { summary }
  schemasOf.set(detail, schemas)
  return detail
}

/** Adds parameters, credentials and answers to the details of all routes. */
export function completeDetails(routes: readonly KnownRoute[]): void {
  for (const { method, hooks } of routes) {
    const schemas = hooks.detail && schemasOf.get(hooks.detail)
    if (hooks.detail && schemas) Object.assign(hooks.detail, describe(method, schemas))
  }
}

function describe(method: string, { path, parameters, isOpen }: RouteSchemas): object {
  const inQuery = method === 'GET' || method === 'HEAD'
  return {
    security: isOpen ? [{}, { basic: [] }] : [{ basic: [] }],
    parameters: [...parametersIn('path', path), ...(inQuery ? parametersIn('query', parameters) : [])],
    ...(inQuery || isEmpty(parameters) ? {} : { requestBody: formBody(parameters) }),
    responses: {
      '200': { description: 'Success', content: json({ $ref: '#/components/schemas/Success' }) },
      default: { description: 'Any failure', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function parametersIn(place: 'path' | 'query', schema: TObject): object[] {
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || isRequired(schema, name),
    description: property.description ?? '',
    ...(isJson(property) ? { content: json(property) } : { schema: property }),
  }))
}

function formBody(schema: TObject): object {
  const names = Object.keys(schema.properties)
  const withFile = Object.values(schema.properties).some((property) => property['file'] === true)
  const encoding = Object.entries(schema.properties)
    .filter(([, property]) => isJson(property))
    .map(([name]) => [name, { contentType: 'application/json' }])
  const form = {
    schema: {
      type: 'object',
      properties: schema.properties,
      required: names.filter((name) => isRequired(schema, name)),
    },
    encoding: Object.fromEntries(encoding),
  }
  return {
    required: names.some((name) => isRequired(schema, name)),
    content: { [withFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: form },
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

/** Lists, objects and unions travel as JSON text. */
function isJson(schema: TSchema): boolean {
  return schema['type'] === 'array' || schema['type'] === 'object' || Array.isArray(schema['anyOf'])
}

function isRequired(schema: TObject, name: string): boolean {
  return (schema.required ?? []).includes(name) && schema.properties[name]?.['default'] === undefined
}

function isEmpty(schema: TObject): boolean {
  return Object.keys(schema.properties).length === 0
}

const text = { type: 'string' as const }

/** Shapes that the details refer to. */
export const sharedSchemas = {
  Success: {
    type: 'object' as const,
    properties: {
      result: { ...text, enum: ['success'] },
      msg: text,
      ignored_parameters_unsupported: { type: 'array' as const, items: text },
    },
    required: ['result', 'msg'],
  },
  Error: {
    type: 'object' as const,
    properties: {
      result: { ...text, enum: ['error'] },
      msg: { ...text, description: 'What is wrong, in English' },
      code: { ...text, description: 'What is wrong, for programs' },
    },
    required: ['result', 'msg', 'code'],
  },
}
