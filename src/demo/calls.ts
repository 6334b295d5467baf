// Calls of the API, as the people of the demo make them.
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Somebody with a key. */
export interface Account {
  id: number
  name: string
  email: string
  apiKey: string
}

const AnswerBody = Type.Record(Type.String(), Type.Unknown())

export type Answer = Readonly<Static<typeof AnswerBody>>

/** Strings are sent as they are, everything else as JSON. */
export type Parameters = Readonly<Record<string, unknown>>

/** Calls the API of the server at `url`. @throws if that fails: the demo is then a bug */
export async function call(
  url: string,
  { email, apiKey }: Account,
  method: 'POST' | 'PATCH' | 'GET',
  path: string,
  parameters: Parameters = {},
  file?: File,
): Promise<Answer> {
  const encoded = Object.entries(parameters).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  const headers = {
    authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    'user-agent': 'Demo',
  }
  const query = method === 'GET' ? `?${new URLSearchParams(encoded)}` : ''
  const answer = await fetch(`${url}/api/v1${path}${query}`, {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: file ? form(encoded, file) : new URLSearchParams(encoded) }),
  })
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Error(`The demo failed at ${path}: ${answer.status} ${JSON.stringify(body)}`)
  return Value.Parse(AnswerBody, body)
}

function form(fields: readonly (readonly [string, string])[], file: File): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.set(name, value)
  data.set('file', file)
  return data
}
