// Moments in time, shown to everyone in their own zone: <time:2026-11-21T10:00:00Z>.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { addInlineSyntax, attribute, type Ready } from './ready-html.ts'

const timestamp = /<time:([^>\n]{1,100})>/y
const unixSeconds = /^\d{1,11}(?:\.\d{1,6})?$/
const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)?$/
const isoZone = /(?:Z| ?[+-]\d{2}:?\d{2})$/i
const mailDate =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC|[+-]\d{4})$/

/** Adds `<time:…>`: ISO 8601 (without a zone: UTC), seconds since 1970, or a date as in an e-mail. */
export function timestampsPlugin(md: MarkdownIt): void {
  addInlineSyntax(
    md,
    'autolink',
    'timestamp',
    timestamp,
    ([, typed = '']) =>
      () =>
        show(typed),
  )
}

function show(typed: string): Ready {
  const moment = parseMoment(typed.trim())
  if (!moment) {
    const text = `Invalid time format: ${typed}`
    return { kind: 'time', html: `<span class="timestamp-error">${escapeHtml(text)}</span>`, text: typed }
  }
  const datetime = moment.toISOString().replace('.000Z', 'Z')
  const html = `<time${attribute('datetime', datetime)}>${escapeHtml(typed)}</time>`
  return { kind: 'time', html, text: typed }
}

function parseMoment(text: string): Date | undefined {
  const moment = new Date(milliseconds(text))
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment : undefined
}

function milliseconds(text: string): number {
  if (unixSeconds.test(text)) return Math.round(Number(text) * 1000)
  if (mailDate.test(text)) return Date.parse(text)
  const zone = isoZone.exec(text)?.[0] ?? ''
  const local = text.slice(0, text.length - zone.length)
  if (!iso.test(local)) return NaN
  const withTime = local.length === 10 ? `${local}T00:00` : local.replace(' ', 'T')
  return Date.parse(withTime + (zone === '' ? 'Z' : zone.trim().replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2')))
}
