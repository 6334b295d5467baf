// The API reference for people: one page without scripts, made from the OpenAPI document, loading nothing from outside.

interface Operation {
  summary?: string
  description?: string
  security?: readonly object[]
  parameters?: readonly Parameter[]
  requestBody?: { content: Readonly<Record<string, { schema: ObjectSchema }>> }
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: object
}

interface ObjectSchema {
  properties: Readonly<Record<string, object>>
  required?: readonly string[]
}

/** The part of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string }
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** An HTML page of all calls. */
export function docsPage({ info, paths }: ApiDocument): string {
  const calls = Object.entries(paths)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
    )
  const title = Bun.escapeHTML(`${info.title} ${info.version}`)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
<p>Calls are authenticated by HTTP Basic with e-mail address and API key, or by the cookie of a browser that is logged in,
which may also call them below <code>/json</code>. Parameters are form-encoded, lists and objects as JSON, or all of them
a JSON object. The same as <a href="docs/json">OpenAPI document</a>.</p>
${calls.join('\n')}
</body></html>
`
}

const style =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}' +
  'summary{cursor:pointer;padding:.3rem 0}summary b{display:inline-block;width:4.5rem}' +
  'table{border-collapse:collapse;margin:.5rem 0 1rem 4.5rem}td,th{padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top}'

function section(method: string, path: string, operation: Operation): string {
  const rows = [...parameterRows(operation), ...bodyRows(operation)]
  const table =
    rows.length === 0
      ? '<p>No parameters.</p>'
      : `<table><tr><th>Parameter<th>Type<th>Required<th></tr>${rows.join('')}</table>`
  const about = operation.description === undefined ? '' : `<p>${Bun.escapeHTML(operation.description)}`
  const call = `<b>${method.toUpperCase()}</b> <code>${Bun.escapeHTML(path)}</code>`
  return `<details><summary>${call} ${Bun.escapeHTML(operation.summary ?? '')}</summary>${about}${table}</details>`
}

function parameterRows({ parameters = [] }: Operation): string[] {
  return parameters.map(({ name, required, schema }) => row(name, schema, required === true))
}

function bodyRows({ requestBody }: Operation): string[] {
  const [form] = Object.values(requestBody?.content ?? {})
  if (!form) return []
  const { properties, required = [] } = form.schema
  return Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))
}

function row(name: string, schema: object, isRequired: boolean): string {
  const description = 'description' in schema ? String(schema.description) : ''
  const cells = [
    `<code>${Bun.escapeHTML(name)}</code>`,
    Bun.escapeHTML(typeText(schema)),
    isRequired ? 'yes' : 'no',
  ]
  return `<tr>${cells.map((cell) => `<td>${cell}`).join('')}<td>${Bun.escapeHTML(description)}</tr>`
}

/** A type in a few words. */
function typeText(schema: object): string {
  if (
    'contentSchema' in schema &&
    typeof schema.contentSchema === 'object' &&
    schema.contentSchema !== null
  ) {
    return typeText(schema.contentSchema)
  }
  if ('const' in schema) return JSON.stringify(schema.const)
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    return [...new Set(schema.anyOf.map((member: object) => typeText(member)))].join(' or ')
  }
  if ('items' in schema && typeof schema.items === 'object' && schema.items !== null) {
    return `list of ${typeText(schema.items)}`
  }
  return 'type' in schema ? String(schema.type) : 'any'
}
