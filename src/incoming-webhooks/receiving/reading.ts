// The body of a webhook as what it says: JSON, by itself or in a field of a form.
import { badRequest } from '../../http/errors'
import { parseJson } from '../../http/json'
import { gather, noneRepeated, type RawParameters } from '../../http/raw-parameters'
import { Payload } from '../payload'

/** Lists, objects and members: a push of two thousand commits has forty thousand. */
const maxParts = 100_000

/** In these fields of forms senders put the JSON that they would send alone. */
const jsonFields = ['payload', 'data'] as const

/**
 * Reads a body; what is no form is taken as JSON, whatever its type says.
 * @throws ApiError BAD_REQUEST for what is neither, or has too much in it.
 */
export function readPayload(request: Request, body: Uint8Array<ArrayBuffer>): Payload | Promise<Payload> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
    return fromJson(new TextDecoder().decode(body))
  }
  const form = gather(request, '', body, noneRepeated)
  return form instanceof Promise ? form.then(fromForm) : fromForm(form)
}

function fromForm(form: RawParameters): Payload {
  for (const name of jsonFields) {
    const field = form.get(name)
    if (typeof field === 'string') return fromJson(field)
  }
  return new Payload(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')))
}

function fromJson(text: string): Payload {
  const value = parseJson(text, (why) => badRequest(`The body ${why}`), maxParts)
  if (value === undefined) throw badRequest('The body is neither JSON nor a form')
  return new Payload(value)
}
