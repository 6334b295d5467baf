// What comes of calling a bot's program: an answer to be posted, or none; or why the call failed, and whether to try again.
import { codePoints } from '../http/text-length'
import { isBlank } from '../http/visible-text'
import { maxMessageLength } from '../messages/content'
import type { Failure, Outcome } from '../outgoing/request'
import { retryAfter } from '../outgoing/retry-after'

export type Verdict =
  /** `content`: Markdown to be posted; undefined for nothing. */
  | { readonly kind: 'answered'; readonly content: string | undefined }
  /** It would be so again: not tried again. `reason` goes on a sentence that begins with the address. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** This call may do better later. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** So may any, but none before: the host is down, or wants to be left alone. */
  | { readonly kind: 'down'; readonly reason: string; readonly retryAfterSeconds: number | undefined }

/** What may be in an answer: two formats, as in `bots.payload_format`. */
export const formats = { own: 1, slack: 2 } as const

/** Longer answers are none; in bytes. JSON takes up to twelve for a character. */
export const longestAnswer = 256 * 1024

/**
 * @param format of the bot, as above
 * @param now in milliseconds
 */
export function verdictOn(outcome: Outcome, format: number, now: number): Verdict {
  if (outcome.kind !== 'answered') return verdictOnFailure(outcome)
  const { status, headers, body } = outcome
  if (status >= 200 && status < 300) return verdictOnText(new TextDecoder().decode(body), format)
  const reason = `answered with status ${status}`
  if (isDown(status)) return { kind: 'down', reason, retryAfterSeconds: retryAfter(headers, now) }
  if (status === 408 || status >= 500) return { kind: 'failed', reason }
  const isRedirect = status >= 300 && status < 400
  return refused(isRedirect ? `${reason}: calls are not redirected, as they hold the bot's token` : reason)
}

function verdictOnFailure({ kind, reason }: Failure): Verdict {
  if (kind === 'refused') return refused(`is not called: ${reason}`)
  if (kind === 'tooLarge')
    return refused(`answered with more than ${longestAnswer / 1024} KiB, which is no message`)
  // It may be but this message that takes long.
  if (kind === 'timedOut') return { kind: 'failed', reason: 'did not answer in time' }
  return { kind: 'down', reason: `can't be reached: ${reason}`, retryAfterSeconds: undefined }
}

function refused(reason: string): Verdict {
  return { kind: 'refused', reason }
}

/** What stands before a program says so of it, or it says so of itself. */
function isDown(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}

function verdictOnText(text: string, format: number): Verdict {
  const nothing = { kind: 'answered', content: undefined } as const
  if (text.trim() === '') return nothing
  const said = parsed(text)
  // The bot servers of before 2021 answer with an empty JSON text.
  if (said === '' || said === null) return nothing
  if (typeof said !== 'object' || Array.isArray(said))
    return refused('answered with something that is no JSON object')
  const content = contentOf(new Map<string, unknown>(Object.entries(said)), format)
  if (content === undefined || content === null) return nothing
  if (typeof content !== 'string' && typeof content !== 'number')
    return refused('answered with a content that is no text')
  const clean = String(content).toWellFormed().replaceAll('\0', '')
  return isBlank(clean) ? nothing : { kind: 'answered', content: shortened(clean) }
}

/** Undefined, too, where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `response_string` is what programs said before they said `content`. */
function contentOf(fields: ReadonlyMap<string, unknown>, format: number): unknown {
  if (format === formats.slack) return fields.get('text')
  if (fields.get('response_not_required') === true) return undefined
  return fields.get('content') ?? fields.get('response_string')
}

const cutMark = '\n[message truncated]'

/** What is too long for a message is better cut than lost. */
function shortened(text: string): string {
  if (codePoints(text) <= maxMessageLength) return text
  return (
    Array.from(text)
      .slice(0, maxMessageLength - cutMark.length)
      .join('') + cutMark
  )
}
