// The JSON envelope every answer comes in: `result`, `msg`, and the fields of the call (contract 1).
import { answerMemory } from './answer-memory'
import type { ApiError } from './errors'
import type { LimitHeaders } from './rate-limits'

/** Headers that let browsers of other sites read answers. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, WWW-Authenticate',
}

/** Headers of every answer of the API. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...corsHeaders,
}

/** The same, ready: copying them is cheaper than reading an object. */
const withReadyHeaders = { headers: new Headers(commonHeaders) }

/** Fields that are JSON text already: the inside of an object, without its braces; one at least. */
export class JsonFields {
  constructor(readonly text: string) {}
}

/** A text, or one in UTF-8 that never changes. */
type Text = string | Uint8Array

/** The same in several texts, one after another: where they are long, they are written without being put together before. */
export class JsonTexts {
  constructor(readonly texts: readonly Text[]) {}
}

/** A value that is JSON text already, in one or several texts, in an object for `fieldsTexts`. */
export class JsonText {
  readonly texts: readonly Text[]

  constructor(...texts: readonly Text[]) {
    this.texts = texts
  }
}

/** JSON text of an object's fields, some of which are text already; undefined ones are left out. There must be one at least. */
export function fieldsTexts(fields: object): JsonTexts {
  const texts: Text[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    texts.push(`${texts.length === 0 ? '' : ','}${JSON.stringify(name)}:`)
    if (value instanceof JsonText) texts.push(...value.texts)
    else texts.push(JSON.stringify(value))
  }
  return new JsonTexts(texts)
}

/** Fields that are JSON already: a long value in UTF-8, and text before and after it. */
export interface SplicedText {
  before: string
  bytes: Uint8Array
  after: string
}

/** Such fields, read at the moment the answer is written: the bytes may be ones that change later. */
export class SplicedFields {
  constructor(readonly read: () => SplicedText) {}
}

/** Fields that are JSON already, of which the rest is made piece by piece when the client has read what came before. */
export class PiecedFields {
  constructor(
    readonly text: string,
    readonly rest: Iterator<string, void>,
  ) {}
}

/** What a route's handler answers: the fields beside `result` and `msg`. */
export type AnswerFields = object | JsonFields | JsonTexts | SplicedFields | PiecedFields | undefined

/** Fields, and headers that go with them, such as a cookie. */
export class WithHeaders {
  constructor(
    readonly fields: AnswerFields,
    readonly headers: Readonly<Record<string, string>>,
  ) {}

  addTo(answer: Response): Response {
    for (const [name, value] of Object.entries(this.headers)) answer.headers.append(name, value)
    return answer
  }
}

export type Whole = string | Uint8Array<ArrayBuffer>

/** A body's beginning, what comes then, and its end. */
export interface Pieced {
  text: string
  rest: Iterator<string, void>
  end: string
}

export type Body = Whole | Pieced

/**
 * A successful answer.
 * @param ignored the parameters the call does not support
 * @param written what the Response gets as its body: the same, or a stream of it
 */
export function success(
  fields: AnswerFields,
  ignored: readonly string[],
  limits: LimitHeaders | undefined,
  written: (body: Body) => Whole | ReadableStream<Uint8Array> = whole,
): Response {
  const body = written(successBody(fields, ignored))
  const response = new Response(body, withReadyHeaders)
  // Which has copied it.
  if (body instanceof Uint8Array) answerMemory.giveBack(body)
  if (limits) for (const [name, value] of Object.entries(limits)) response.headers.set(name, value)
  return response
}

function successBody(fields: AnswerFields, ignored: readonly string[]): Body {
  const more = ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : undefined
  const start = '{"result":"success","msg":"",'
  const end = more ? `,${JSON.stringify(more).slice(1)}` : '}'
  if (fields instanceof JsonFields) return `${start}${fields.text}${end}`
  if (fields instanceof JsonTexts) return joined([start, ...fields.texts, end])
  if (fields instanceof PiecedFields) return { text: start + fields.text, rest: fields.rest, end }
  if (!(fields instanceof SplicedFields))
    return JSON.stringify({ result: 'success', msg: '', ...fields, ...more })
  const { before, bytes, after } = fields.read()
  return spliced(`${start}${before}`, bytes, `${after}${end}`)
}

function whole(body: Body): Whole {
  return typeof body === 'string' || body instanceof Uint8Array
    ? body
    : body.text + Iterator.from(body.rest).toArray().join('') + body.end
}

/** Answers of this length are long: shorter ones fit into what the system keeps for each connection. In bytes, or UTF-16 units. */
export const longLength = 256 * 1024

/** Where answers that are not long are put together. One place will do: a Response copies the bytes it is given. */
const workbench = Buffer.allocUnsafeSlow(longLength)

function joined(texts: readonly Text[]): Uint8Array<ArrayBuffer> {
  const length = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const place = length < longLength ? workbench : answerMemory.take(length)
  let end = 0
  for (const text of texts) {
    if (typeof text === 'string') end += place.write(text, end)
    else {
      place.set(text, end)
      end += text.length
    }
  }
  return place.subarray(0, end)
}

function spliced(before: string, bytes: Uint8Array, after: string): Uint8Array<ArrayBuffer> {
  const most = 3 * before.length + bytes.length + 3 * after.length
  const place = most <= workbench.length ? workbench : answerMemory.take(most)
  let end = place.write(before)
  place.set(bytes, end)
  end += bytes.length
  end += place.write(after, end)
  return place.subarray(0, end)
}

/** An error's answer. */
export function failure(error: ApiError, limits?: LimitHeaders): Response {
  const body = { result: 'error', msg: error.message, code: error.code, ...error.fields }
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: { ...commonHeaders, ...limits, ...error.headers },
  })
}

/** Adds to an answer of another kind what every answer has: headers of limits, of safety and for browsers. */
export function withCommonHeaders(answer: Response, limits?: LimitHeaders): Response {
  for (const [name, value] of Object.entries({ ...commonHeaders, ...limits })) {
    if (!answer.headers.has(name) && name !== 'content-type') answer.headers.set(name, value)
  }
  return answer
}
