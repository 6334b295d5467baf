// The server's own OpenAPI document, read as a list of calls with the schemas of their parameters.

/** As far as the document uses JSON Schema. */
export interface Schema {
  readonly type?: string
  readonly description?: string
  /** `binary` is a file. */
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  /** Of a list of that many. */
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  /** What it means. */
  readonly description: string | undefined
}

/** A documented call. */
export interface Operation {
  readonly method: string
  /** With `{names}` where parameters stand. */
  readonly path: string
  /** Answers people without an account, too. */
  readonly isOpen: boolean
  readonly inPath: readonly Parameter[]
  /** Of the query or the body. */
  readonly parameters: readonly Parameter[]
  readonly hasBody: boolean
}

interface Document {
  paths: Record<string, Record<string, DocumentedCall>>
}

interface DocumentedCall {
  security: readonly object[]
  parameters: readonly DocumentedParameter[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

interface DocumentedParameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema?: Schema
  /** Instead of a schema, where it is JSON. */
  content?: Record<string, { schema: Schema }>
}

/** All calls of the document at that server. */
export async function documentedCalls(url: string): Promise<Operation[]> {
  const document: Document = JSON.parse(await (await fetch(`${url}/api/docs/json`)).text())
  return Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => operationOf(method, path, call)),
  )
}

function operationOf(method: string, path: string, call: DocumentedCall): Operation {
  const listed = call.parameters.map(({ name, required, description, schema, content, in: place }) => ({
    name,
    description,
    place,
    schema: schema ?? content?.['application/json']?.schema ?? {},
    isRequired: required,
  }))
  const { 'multipart/form-data': parts, 'application/json': json } = call.requestBody?.content ?? {}
  const body = (parts ?? json)?.schema
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    description: schema.description,
    isRequired: body?.required?.includes(name) === true,
  }))
  return {
    method: method.toUpperCase(),
    path,
    isOpen: call.security.some((scheme) => Object.keys(scheme).length === 0),
    inPath: listed.filter(({ place }) => place === 'path'),
    parameters: [...listed.filter(({ place }) => place === 'query'), ...inBody],
    hasBody: method !== 'get',
  }
}
