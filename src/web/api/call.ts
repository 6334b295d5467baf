// Calls of the API by the browser's session: `/json/…`, parameters as a form, answers as JSON, failures as `Problem`.
import { isFields } from '../store/shapes'
import { language } from '../texts/text'
import { formOf, type Parameters } from './form'

/** The server has refused a call. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    /** Such as `BAD_REQUEST` (notes: errors). */
    readonly code: string,
    /** In the reader's language. */
    message: string,
    /** The whole answer, with the extra fields of its code. */
    readonly answer: Readonly<Record<string, unknown>>,
  ) {
    super(message)
  }

  /** After how many seconds to try again, where the server says so. */
  get retryAfterSeconds(): number | undefined {
    const wait = this.answer['retry-after']
    return typeof wait === 'number' ? wait : undefined
  }
}

/** The server could not be reached, or what answered was not it. */
export class Unreachable extends Error {}

/** The session is over: what the page would still ask is answered as the server would answer it. */
let isOver = false

export function endCalls(): void {
  isOver = true
}

/** Whose page this is; undefined before the first register. */
let caller: number | undefined

/**
 * From now on calls are this person's alone: what changes something is refused by the server where the browser's session is somebody
 * else's by now, who has logged in beside this page.
 */
export function callAs(userId: number): void {
  caller = userId
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface CallOptions {
  signal?: AbortSignal
  /** Lets the request outlive the page, for what is said last. */
  keepalive?: boolean
  /** Whoever is logged in by now may make it, too. */
  asAnybody?: boolean
}

/**
 * Calls the API.
 * @param path below `/json`, such as `/messages`
 * @returns the answer, unchecked: readers take what they know of it
 * @throws Problem if the server refuses, Unreachable, or the signal's reason
 */
export async function call(
  method: Method,
  path: string,
  parameters: Parameters = {},
  { signal, keepalive, asAnybody }: CallOptions = {},
): Promise<Readonly<Record<string, unknown>>> {
  const form = formOf(parameters)
  const inQuery = method === 'GET' && form.size > 0
  const response = await answered(inQuery ? `/json${path}?${form}` : `/json${path}`, {
    method,
    ...(method === 'GET' ? {} : { body: form }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
    headers: { accept: 'application/json', ...(asAnybody ? {} : callersHeader()) },
  })
  return readAnswer(response)
}

/** Says whose page makes a request. */
export function callersHeader(): Record<string, string> {
  return caller === undefined ? {} : { 'x-confab-user': String(caller) }
}

/** Reads an answer of the API. @throws Problem, Unreachable */
export async function readAnswer(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const answer: unknown = await response.json().catch(() => undefined)
  if (!isFields(answer)) throw new Unreachable(`The server answered ${response.status} without an answer`)
  if (response.ok) return answer
  const { code, msg } = answer
  throw new Problem(
    response.status,
    typeof code === 'string' ? code : 'BAD_REQUEST',
    typeof msg === 'string' ? await inReadersWords(msg) : '',
    answer,
  )
}

/** What the server says, which is English, in the reader's language; as it is where the texts for it can't be had. */
export async function inReadersWords(sentence: string): Promise<string> {
  if (language.peek() === 'en') return sentence
  try {
    return await (await import('../texts/server-words')).inReadersWords(sentence)
  } catch {
    return sentence
  }
}

/** The server’s answer, whatever it says. @throws Unreachable, or the reason of the signal */
export async function answered(path: string, init: RequestInit): Promise<Response> {
  if (isOver) return Response.json({ code: 'UNAUTHORIZED', msg: '' }, { status: 401 })
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason
    throw new Unreachable(error instanceof Error ? error.message : String(error))
  }
}
