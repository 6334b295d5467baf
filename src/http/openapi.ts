// The OpenAPI document of the routes, made from the schemas that validate their parameters.
import { openapi } from '@elysiajs/openapi'
import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { version } from '../version'
import { fileParameter } from './parameters'
import { isStringLike } from './parsing'
import type { CallingBots, Route, RouteDescription } from './route'

/** The JSON text of the document. */
export async function openApiDocument(routes: readonly Route[]): Promise<string> {
  const described = routes.flatMap(({ method, path, described }) =>
    described ? [{ method, path, described }] : [],
  )
  const kinds = described.flatMap(({ described: { credentials } }) => credentials)
  const reference = openapi({
    provider: null,
    documentation: {
      info: { title: 'Confab API', version, description: 'The calls of this server, feature level 420.' },
      components: {
        schemas: answerSchemas,
        securitySchemes: Object.fromEntries(kinds.map(({ name, scheme }) => [name, scheme])),
      },
    },
  })
  // Made for the document alone, and never served: its routes have their schemas where the plugin reads them.
  const app = new Elysia({ aot: false }).use(reference)
  for (const { method, path, described: route } of described) {
    app.route(method, path, () => undefined, {
      detail: detailOf(method, route),
      params: route.path,
      ...(method === 'GET' || route.takesWholeBody ? { query: asText(route.parameters) } : {}),
    })
  }
  const answer = await app.handle(new Request('http://localhost/openapi/json'))
  return answer.text()
}

function detailOf(
  method: string,
  { summary, description, credentials, bots, isOpen, parameters, takesWholeBody }: RouteDescription,
) {
  const about = [description, aboutBots[bots]].filter((each) => each !== undefined).join(' ')
  const schemes = credentials.map(({ name }) => ({ [name]: [] }))
  return {
    summary,
    ...(about === '' ? {} : { description: about }),
    security: isOpen ? [{}, ...schemes] : schemes,
    ...(method === 'GET' || isEmpty(parameters)
      ? {}
      : { requestBody: takesWholeBody ? anything : bodyOf(parameters) }),
    responses: {
      '200': { description: 'Success', content: json({ $ref: '#/components/schemas/Success' }) },
      default: { description: 'Any failure', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

const aboutBots: Readonly<Record<CallingBots, string | undefined>> = {
  none: 'For people alone, not for bots.',
  able: undefined,
  all: 'Incoming webhook bots may call it, too.',
}

/** Parameters as the query has them: lists, objects and unions are JSON text. */
function asText(parameters: TObject): TObject {
  const properties = Object.entries(parameters.properties).map(([name, schema]) => {
    const text = isJson(schema) ? jsonText(schema) : schema
    return [name, isRequired(parameters, name) ? text : Type.Optional(text)] as const
  })
  return Type.Object(Object.fromEntries(properties))
}

function jsonText(schema: TSchema): TSchema {
  return Type.String({
    contentMediaType: 'application/json',
    contentSchema: schema,
    ...(schema.description === undefined ? {} : { description: schema.description }),
  })
}

/** A body: a form or a JSON object; a form of several parts where there is a file, which alone can hold it. */
function bodyOf(parameters: TObject) {
  const names = Object.keys(parameters.properties)
  const required = names.filter((name) => isRequired(parameters, name))
  const file = fileParameter(parameters)
  const form = formOf(parameters, required)
  if (file === undefined) return { required: required.length > 0, content: withoutFile(form) }
  const { [file]: _file, ...others } = parameters.properties
  return {
    required: required.length > 0,
    content: {
      'multipart/form-data': form,
      ...(required.includes(file) ? {} : withoutFile(formOf(Type.Object(others), required))),
    },
  }
}

/** What is the sender's own to choose. */
const anything = { required: true, content: json({ type: 'object' as const, properties: {} }) }

function formOf({ properties }: TObject, required: string[]) {
  return { schema: { type: 'object' as const, properties, required }, encoding: encodings(properties) }
}

function withoutFile(form: ReturnType<typeof formOf>) {
  return { 'application/x-www-form-urlencoded': form, ...json(form.schema) }
}

function encodings(properties: TProperties) {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, property]) => isJson(property))
      .map(([name]) => [name, { contentType: 'application/json' }]),
  )
}

function json<Schema>(schema: Schema) {
  return { 'application/json': { schema } }
}

function isJson(schema: TSchema): boolean {
  if (isStringLike(schema)) return false
  return schema['type'] === 'array' || schema['type'] === 'object' || Array.isArray(schema['anyOf'])
}

function isRequired(schema: TObject, name: string): boolean {
  return (schema.required ?? []).includes(name) && schema.properties[name]?.['default'] === undefined
}

function isEmpty(schema: TObject): boolean {
  return Object.keys(schema.properties).length === 0
}

const text = { type: 'string' as const }

/** What every answer has. */
const answerSchemas = {
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
