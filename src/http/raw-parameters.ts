// Parameters as they came: gathered from the query and the body, strictly decoded, within bounds.
import { ApiError, badRequest, invalidParameter } from './errors'
import { parseJson } from './json'

/** What a JSON body says natively, and not as text: a number, a list, an object, true, false, null. */
export class JsonValue {
  constructor(readonly value: unknown) {}
}

/** Text as forms have it; files only from multipart bodies. */
export type RawValue = string | File | JsonValue
/** Names and raw values. A name given twice has its last value, one that may be repeated a list of all. */
export type RawParameters = ReadonlyMap<string, RawValue>

/** What is gathered so far. */
interface Gathered {
  readonly values: Map<string, RawValue>
  readonly repeated: ReadonlySet<string>
}

/** No call has nearly as many parameters. */
const maxParameters = 1000

export const noRawParameters: RawParameters = new Map()
export const noneRepeated: ReadonlySet<string> = new Set()

/**
 * Gathers query and body; the body wins.
 * @param url the request's, which is made anew each time it is asked for
 * @param body what `readBody` has read; undefined where none is taken
 * @param repeated the names whose values are all kept, as forms send them for several boxes that are ticked
 * @throws ApiError BAD_REQUEST for what can't be read, REQUEST_VARIABLE_INVALID.
 */
export function gather(
  request: Request,
  url: string,
  body: Uint8Array<ArrayBuffer> | undefined,
  repeated: ReadonlySet<string>,
): RawParameters | Promise<RawParameters> {
  const start = url.indexOf('?')
  const isEmpty = body === undefined || body.byteLength === 0
  if (start < 0 && isEmpty) return noRawParameters
  const raw: Gathered = { values: new Map(), repeated }
  if (start >= 0) readPairs(url.slice(start + 1), raw)
  return isEmpty ? raw.values : withBody(request.headers.get('content-type') ?? '', body, raw)
}

/**
 * Reads the body, giving up as soon as it is over the limit, whatever its headers claim.
 * @throws ApiError PAYLOAD_TOO_LARGE
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = request.headers.get('content-length')
  if (declared !== null) {
    if (Number(declared) > maxBytes) throw tooLarge(maxBytes)
    return new Uint8Array(await request.arrayBuffer())
  }
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body === null) return new Uint8Array()
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * Makes a reader of the parameters in paths. Routers take malformed ones as they like, so theirs are not used.
 * @param pattern the route's path, with `:name` for parameters
 * @returns for the address of a request that the router gave to this route: its parameters
 * @throws ApiError REQUEST_VARIABLE_INVALID for malformed percent-encoding
 */
export function pathReader(pattern: string): (url: string) => RawParameters {
  // From the end, as what stands before the path is the caller's choice.
  const parts = pattern.split('/').toReversed()
  const count = parts.findLastIndex((part) => part.startsWith(':')) + 1
  const names = parts.slice(0, count).map((part) => (part.startsWith(':') ? part.slice(1) : undefined))
  if (count === 0) return () => noRawParameters
  return (url) => {
    const raw = new Map<string, RawValue>()
    let end = pathEnd(url)
    for (const name of names) {
      const start = url.lastIndexOf('/', end - 1)
      if (name !== undefined) raw.set(name, pathValue(name, url.slice(start + 1, end)))
      end = start
    }
    return raw
  }
}

/** Where the path ends; a slash at its end is no part of it. */
function pathEnd(url: string): number {
  const query = url.indexOf('?')
  const end = query < 0 ? url.length : query
  return url.endsWith('/', end) ? end - 1 : end
}

function pathValue(name: string, text: string): string {
  const value = percentDecoded(text)
  if (value === undefined) throw malformed(name)
  return value
}

/** Those under earlier names put under their present ones, where these are not given too. */
export function underPresentNames(
  raw: RawParameters,
  earlierNames: readonly (readonly [earlier: string, present: string])[],
): RawParameters {
  if (!earlierNames.some(([name]) => raw.has(name))) return raw
  const renamed = new Map(raw)
  for (const [name, presentName] of earlierNames) {
    const value = raw.get(name)
    renamed.delete(name)
    if (value !== undefined && !raw.has(presentName)) renamed.set(presentName, value)
  }
  return renamed
}

/**
 * The file of a body under the name of its parameter, whatever its sender calls it: clients of the protocol all do as they like.
 * @param name undefined where no file is taken
 * @throws ApiError BAD_REQUEST for several files
 */
export function withFileAs(name: string | undefined, raw: RawParameters): RawParameters {
  if (name === undefined) return raw
  const files = [...raw].filter(([, value]) => value instanceof File)
  if (files.length > 1) throw badRequest('You must upload exactly one file')
  const [file] = files
  if (!file || file[0] === name) return raw
  const renamed = new Map(raw)
  renamed.delete(file[0])
  return renamed.set(name, file[1])
}

function withBody(
  type: string,
  body: Uint8Array<ArrayBuffer>,
  raw: Gathered,
): RawParameters | Promise<RawParameters> {
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  switch (mediaType) {
    case 'multipart/form-data':
      return readForm(body, type, raw)
    case 'application/json':
      return readJson(utf8(body), raw)
    case 'application/x-www-form-urlencoded':
    case '':
      return readPairs(utf8(body), raw)
    default:
      throw badRequest(
        `Unsupported content type '${mediaType.slice(0, 100)}': send parameters as a form or a JSON object`,
      )
  }
}

/** Reads an object of values by name; its strings are what a form would have. */
function readJson(text: string, raw: Gathered): RawParameters {
  const body = parseJson(text, (why) => badRequest(`The body ${why}`))
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw badRequest('The body is not a JSON object')
  }
  for (const [name, value] of Object.entries(body)) {
    put(raw, name, typeof value === 'string' ? value : new JsonValue(value))
  }
  return raw.values
}

async function readForm(body: Uint8Array<ArrayBuffer>, type: string, raw: Gathered): Promise<RawParameters> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw badRequest('The multipart body is malformed')
  })
  for (const [name, value] of form) put(raw, name, value)
  return raw.values
}

/** Reads `name=value&…`, with `+` for spaces and `%` for bytes of UTF-8. */
function readPairs(text: string, raw: Gathered): RawParameters {
  let start = 0
  for (let pairs = 0; start <= text.length; pairs++) {
    if (pairs > maxParameters) throw tooMany()
    let end = text.indexOf('&', start)
    if (end < 0) end = text.length
    if (end > start) readPair(text.slice(start, end), raw)
    start = end + 1
  }
  return raw.values
}

function readPair(pair: string, raw: Gathered): void {
  const equals = pair.indexOf('=')
  const name = decoded(equals < 0 ? pair : pair.slice(0, equals))
  if (name === undefined)
    throw badRequest('The name of a parameter is not well-formed: malformed percent-encoding')
  const value = equals < 0 ? '' : decoded(pair.slice(equals + 1))
  if (value === undefined) throw malformed(name)
  put(raw, name, value)
}

/** Undefined when it is not the encoding of UTF-8. (`URLSearchParams` would take what is malformed as it is.) */
function decoded(text: string): string | undefined {
  return percentDecoded(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/** Undefined when it is not the encoding of UTF-8. */
function percentDecoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function malformed(name: string): ApiError<'REQUEST_VARIABLE_INVALID'> {
  return invalidParameter(name, `${name} is not well-formed: malformed percent-encoding`)
}

function put({ values, repeated }: Gathered, name: string, value: RawValue): void {
  values.set(name, repeated.has(name) && typeof value === 'string' ? oneMore(values.get(name), value) : value)
  if (values.size > maxParameters) throw tooMany()
}

function oneMore(known: RawValue | undefined, text: string): JsonValue {
  const earlier: unknown = known instanceof JsonValue ? known.value : []
  return new JsonValue(Array.isArray(earlier) ? [...earlier, text] : [text])
}

function tooMany(): ApiError<'BAD_REQUEST'> {
  return badRequest(`Too many parameters (at most ${maxParameters})`)
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function utf8(body: Uint8Array<ArrayBuffer>): string {
  try {
    return strictUtf8.decode(body)
  } catch {
    throw badRequest('The body is not well-formed UTF-8')
  }
}

function tooLarge(maxBytes: number): ApiError<'PAYLOAD_TOO_LARGE'> {
  return new ApiError('PAYLOAD_TOO_LARGE', `The request body is over ${maxBytes} bytes`, {})
}
