// Moments in time, shown to everyone in their own zone: <time:2026-11-21T10:00:00Z>.
import type { MarkdownIt } from 'markdown-it'
import { escapeHtml } from './escape.ts'
import { loadDateParser } from './lazy-libraries.ts'
import { addInlineSyntax, attribute, type Ready } from './ready-html.ts'
import { type Rendering, renderingOf } from './rendering.ts'

const timestamp = /<time:([^>\n]{1,100})>/y
const unixSeconds = /^-?\d{1,11}(?:\.\d{1,6})?$/
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** In its long form, and in the short one, which has a time. */
const isoMoment =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d{2})\k<dash>(?<day>\d{2})(?:[T ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)?)?$/i
const isoZone = /(?:Z| ?[+-]\d{2}(?::?\d{2})?)$/i

/** Characters of a date written out; reading longer ones would take long. */
const longestWritten = 60

/** Adds `<time:…>`: ISO 8601, seconds since 1970, or a date that is written out; UTC where no zone is named. */
export function timestampsPlugin(md: MarkdownIt): void {
  addInlineSyntax(
    md,
    'autolink',
    'timestamp',
    timestamp,
    ([, typed = ''], state) =>
      () =>
        show(typed, renderingOf(state.env)),
  )
}

function show(typed: string, rendering: Rendering): Ready {
  const moment = parseMoment(typed.trim(), rendering)
  if (!moment) {
    const text = `Invalid time format: ${typed}`
    return { kind: 'time', html: `<span class="timestamp-error">${escapeHtml(text)}</span>`, text: typed }
  }
  const datetime = moment.toISOString().replace('.000Z', 'Z')
  const html = `<time${attribute('datetime', datetime)}>${escapeHtml(typed)}</time>`
  return { kind: 'time', html, text: typed }
}

function parseMoment(text: string, rendering: Rendering): Date | undefined {
  const moment = new Date(milliseconds(text) ?? writtenOut(text, rendering) ?? NaN)
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999 ? moment : undefined
}

/** Of numbers and of ISO 8601; undefined for anything else. Not a number for days that no calendar has. */
function milliseconds(text: string): number | undefined {
  if (unixSeconds.test(text)) return Math.round(Number(text) * 1000)
  const zone = isoDate.test(text) ? '' : (isoZone.exec(text)?.[0] ?? '')
  const parts = isoMoment.exec(text.slice(0, text.length - zone.length))?.groups
  if (!parts) return undefined
  const { year = '', dash, month = '', day = '', hour, minute = '00', second = '00', fraction = '' } = parts
  // Eight digits are seconds.
  if (dash === '' && hour === undefined) return undefined
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return NaN
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d{2}):?(\d{2})?/.exec(zone) ?? []
  const time = `${hour ?? '00'}:${minute}:${second}.${fraction.padEnd(3, '0')}`
  return Date.parse(`${year}-${month}-${day}T${time}${sign}${hours}:${minutes}`)
}

/** Of a date in words, such as `Jun 5th 2017, 10:30PM`: all of the text, and with its year. */
function writtenOut(text: string, { budget }: Rendering): number | undefined {
  if (text.length > longestWritten || !/\d{4}/.test(text)) return undefined
  budget.writtenDates -= 1
  if (budget.writtenDates < 0) return undefined
  const [found, ...more] = loadDateParser().parse(text, { instant: new Date(0), timezone: 0 })
  if (!found || more.length > 0 || found.end || found.text !== text) return undefined
  const { start } = found
  if (!start.isCertain('year') || !start.isCertain('month') || !start.isCertain('day')) return undefined
  const moment = start.date()
  return start.isCertain('hour') ? moment.getTime() : moment.setUTCHours(0, 0, 0, 0)
}
