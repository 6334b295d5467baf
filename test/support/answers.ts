// Whether an answer is what the API reference says: its status, its fields, all of them, with their types, and the code of an error.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, ResponseObject | undefined> }>>
  components: { responses: { Anywhere: ResponseObject } }
}

interface ResponseObject {
  content?: Record<string, unknown>
}

/** What is wrong with an answer; nothing, if it is as documented. Paths have `{name}` or `:name` for what stands in them. */
export type CheckAnswer = (method: string, path: string, status: number, body: unknown) => string[]

/** Reads the reference of the server at that address. */
export async function documentedAnswers(url: string): Promise<CheckAnswer> {
  const document: Document = JSON.parse(await (await fetch(`${url}/api/docs/json`)).text())
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: 'document', components: document.components })
  const anywhere = document.components.responses.Anywhere
  const checks = new Map<string, ValidateFunction>()
  return (method, path, status, body) => {
    const call = path.replace(/^\/json\//, '/api/v1/').replaceAll(/:(\w+)/g, '{$1}')
    const responses = document.paths[call]?.[method.toLowerCase()]?.responses
    if (!responses) return []
    const place = `${method} ${call} ${status}`
    const schemas = [responses[status], ...(status < 400 ? [] : [anywhere])].flatMap(schemaOf)
    if (schemas.length === 0) return [`${place} is not documented: ${JSON.stringify(body)}`]
    let check = checks.get(place)
    if (!check) checks.set(place, (check = ajv.compile(inDocument({ anyOf: schemas }))))
    if (check(body)) return []
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${place} ${instancePath}: ${message} ${JSON.stringify(params)} in ${JSON.stringify(body).slice(0, 300)}`,
    )
  }
}

function schemaOf(response: ResponseObject | undefined): object[] {
  const json = response?.content?.['application/json']
  if (typeof json !== 'object' || json === null || !('schema' in json)) return []
  return typeof json.schema === 'object' && json.schema !== null ? [json.schema] : []
}

/** With references that lead into the document. */
function inDocument(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
}
