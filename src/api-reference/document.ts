// The OpenAPI document of the calls: their parameters are the schemas that validate them, their answers those of `answers/`.
import { Type, type TObject, type TProperties, type TSchema } from '@sinclair/typebox'
import { errorStatus, type ErrorCode } from '../http/errors'
import { fileParameter } from '../http/parameters'
import { isStringLike } from '../http/parsing'
import type { CallingBots, Method, Route, RouteDescription } from '../http/route'
import { version } from '../version'
import { answerOf } from './answers'
import type { Answer } from './answers/shapes'
import { errorsOf, everywhere, extraFields, meanings, otherStatuses } from './errors'
import { exampleOf, filledPath } from './examples'
import { aboutField } from './field-words'
import { introduction } from './introduction'
import { nounOf, nouns } from './nouns'
import { samplesOf, type Sample } from './samples'
import { shown, withWords, type NamedShapes, type Schema } from './schema'
import { whoMay } from './who-may'
import { aboutParameter } from './words'

/** A call, with `{name}` for what stands in its path. */
interface DocumentedCall {
  method: Method
  path: string
  route: RouteDescription
}

/** The JSON text of the document. */
export function openApiDocument(routes: readonly Route[]): string {
  const calls = routes.flatMap(({ method, path, described }) =>
    described ? [{ method, path: path.replaceAll(/:(\w+)/g, '{$1}'), route: described }] : [],
  )
  const kinds = calls.flatMap(({ route }) => route.credentials)
  const named: NamedShapes = new Map()
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call, named)
  const namedSchemas = Object.fromEntries(
    [...named].map(([name, schema]) => [name, withWords(schema, aboutField)]),
  )
  return JSON.stringify({
    openapi: '3.1.1',
    info: { title: 'Confab API', version, description: introduction },
    tags: nouns.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: { ...namedSchemas, ...answerSchemas },
      responses: {
        Anywhere: failure(
          everywhere.map((code) => [code, meanings[code]]),
          named,
        ),
      },
      securitySchemes: Object.fromEntries(kinds.map(({ name, scheme }) => [name, scheme])),
    },
  })
}

function operation({ method, path, route }: DocumentedCall, named: NamedShapes) {
  const { summary, description, credentials, bots, isOpen, parameters, takesWholeBody } = route
  const schemes = credentials.map(({ name }) => ({ [name]: [] }))
  const inQuery = method === 'GET' || takesWholeBody
  const call = `${method} ${path}`
  const own = otherStatuses[call] ?? {}
  const who = [`**Who may:** ${whoMay(call, route)}`, aboutBots[bots]].filter((each) => each !== undefined)
  const about = [...(description === undefined ? [] : [description]), who.join(' ')].join('\n\n')
  const body = takesWholeBody
    ? anything
    : inQuery || isEmpty(parameters)
      ? undefined
      : bodyOf(call, parameters, named)
  return {
    operationId: operationId(method, path),
    tags: [nounOf(path)],
    summary,
    description: about,
    security: isOpen ? [{}, ...schemes] : schemes,
    parameters: [
      ...listed(call, 'path', route.path, named, () => true),
      ...(inQuery ? listed(call, 'query', parameters, named, (name) => isRequired(parameters, name)) : []),
    ],
    ...(body && { requestBody: body }),
    'x-codeSamples': samples(method, path, route),
    responses: {
      ...successes(answerOf(method, path), own, named),
      ...failures(errorsOf(method, path, route), own, named),
      default: { $ref: '#/components/responses/Anywhere' },
    },
  }
}

/** The example, where there is one, with names for what each has of their own. */
function samples(method: Method, path: string, { credentials }: RouteDescription): Sample[] {
  const example = exampleOf(method, path)
  if (!example) return []
  const answer = answerOf(method, path)
  return samplesOf({
    method,
    url: `https://chat.example.com${filledPath(path, example.path)}`,
    credentials: credentials.length === 0 ? undefined : { email: 'you@example.com', key: 'YOUR_API_KEY' },
    parameters: example.parameters ?? {},
    file: example.file,
    answersFile: answer === 'file' || answer === 'redirect',
  })
}

/** What is answered when all goes well, by status. */
function successes(
  answer: Answer,
  others: Readonly<Record<string, string>>,
  named: NamedShapes,
): Record<string, object> {
  if (answer === 'file') return { '200': { description: 'The file', content: { '*/*': {} } } }
  if (answer === 'redirect') return { '302': { description: 'Where the picture is, in `Location`' } }
  const empty = Object.entries(others).filter(([status]) => Number(status) < 400)
  const bodiless = Object.fromEntries(empty.map(([status, description]) => [status, { description }]))
  if (answer === 'nothing') return bodiless
  const own = withWords(shown(Type.Object(answer), named), aboutField)
  return { ...bodiless, '200': { description: 'Success', content: json(withCommon('Success', own)) } }
}

/**
 * What is answered when it can't be done, by status.
 * @param own what statuses of the call's own mean, such as those of tus: errors among them have the code `BAD_REQUEST`
 */
function failures(codes: readonly ErrorCode[], own: Readonly<Record<string, string>>, named: NamedShapes) {
  const byStatus = new Map<string, [ErrorCode, string][]>()
  const add = (status: string, code: ErrorCode, meaning: string) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), [code, meaning]])
  for (const code of codes) add(String(errorStatus[code]), code, meanings[code])
  for (const [status, meaning] of Object.entries(own))
    if (Number(status) >= 400) add(status, 'BAD_REQUEST', meaning)
  return Object.fromEntries([...byStatus].map(([status, each]) => [status, failure(each, named)]))
}

function failure(errors: readonly (readonly [ErrorCode, string])[], named: NamedShapes) {
  const codes = errors.map(([code]) => code)
  const extra: TProperties = Object.assign({}, ...codes.map((code) => extraFields[code] ?? {}))
  const { properties } = shown(Type.Partial(Type.Object(extra)), named)
  const own = { type: 'object', properties: { code: { type: 'string', enum: codes }, ...properties } }
  return {
    description: errors.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join('\n'),
    content: json(withCommon('Error', own)),
  }
}

/** What all such answers have, and these fields; nothing else. */
function withCommon(name: 'Success' | 'Error', own: Schema): Schema {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, own], unevaluatedProperties: false }
}

/** Such as `patch-users-user_id`. */
function operationId(method: Method, path: string): string {
  const words = path.replace('/api/v1', '').match(/\w+/g) ?? []
  return [method.toLowerCase(), ...words].join('-')
}

const aboutBots: Readonly<Record<CallingBots, string | undefined>> = {
  none: 'For people alone, not for bots.',
  able: undefined,
  all: 'Incoming webhook bots may call it, too.',
}

/** Parameters of the path or the query, where lists, objects and unions are JSON text. */
function listed(
  call: string,
  place: 'path' | 'query',
  { properties }: TObject,
  named: NamedShapes,
  required: (name: string) => boolean,
) {
  return Object.entries(properties).map(([name, property]) => {
    const { description = aboutParameter(call, name), ...schema } = shown(property, named)
    return {
      name,
      in: place,
      required: required(name),
      ...(description === undefined ? {} : { description }),
      ...(isJson(property) ? { content: json(schema) } : { schema }),
    }
  })
}

/** A body: a form or a JSON object; a form of several parts where there is a file, which alone can hold it. */
function bodyOf(call: string, parameters: TObject, named: NamedShapes) {
  const names = Object.keys(parameters.properties)
  const required = names.filter((name) => isRequired(parameters, name))
  const file = fileParameter(parameters)
  const { [file ?? '']: _file, ...others } = parameters.properties
  return {
    required: required.length > 0,
    content: {
      ...(file === undefined
        ? {}
        : { 'multipart/form-data': formOf(call, parameters.properties, required, named) }),
      ...(file !== undefined && required.includes(file)
        ? {}
        : {
            'application/x-www-form-urlencoded': formOf(call, others, required, named),
            ...json(objectOf(call, others, required, named)),
          }),
    },
  }
}

/** What is the sender's own to choose. */
const anything = { required: true, content: json({ type: 'object' }) }

function formOf(call: string, properties: TObject['properties'], required: string[], named: NamedShapes) {
  const inJson = Object.entries(properties).filter(([, property]) => isJson(property))
  const encoding = Object.fromEntries(inJson.map(([name]) => [name, { contentType: 'application/json' }]))
  return { schema: objectOf(call, properties, required, named), ...(inJson.length === 0 ? {} : { encoding }) }
}

function objectOf(
  call: string,
  properties: TObject['properties'],
  required: string[],
  named: NamedShapes,
): Schema {
  const all = Object.entries(properties).map(([name, property]) => [
    name,
    described(shown(property, named), aboutParameter(call, name)),
  ])
  return { type: 'object', properties: Object.fromEntries(all), required }
}

function described(schema: Schema, about: string | undefined): Schema {
  return about === undefined ? schema : { description: about, ...schema }
}

function json(schema: Schema) {
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

const text = { type: 'string' }

/** What every answer has. */
const answerSchemas = {
  Success: {
    type: 'object',
    properties: {
      result: { ...text, enum: ['success'] },
      msg: { ...text, description: 'Empty, but for slash commands.' },
      ignored_parameters_unsupported: {
        type: 'array',
        items: text,
        description: 'Parameters that the call does not know; there only if there are any.',
      },
    },
    required: ['result', 'msg'],
  },
  Error: {
    type: 'object',
    properties: {
      result: { ...text, enum: ['error'] },
      msg: { ...text, description: 'What is wrong, in English' },
      code: { ...text, description: 'What is wrong, for programs' },
    },
    required: ['result', 'msg', 'code'],
  },
}
