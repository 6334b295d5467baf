// Moments in words of the reader's language.
import { language } from './text'

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago, or how far ahead: "2 hours ago", "in 3 days", "now". @param seconds UNIX */
export function whenWords(seconds: number): string {
  const distance = seconds - Date.now() / 1000
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' })
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ['second', Infinity]
  return format.format(Math.trunc(distance / length), unit)
}

/** The day: "Mar 3, 2026". @param seconds UNIX */
export function dayWords(seconds: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(seconds * 1000)
}

/** Day and time. @param seconds UNIX @param is24 whether hours go to 24 */
export function momentWords(seconds: number, is24: boolean): string {
  return new Intl.DateTimeFormat(language.value, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: is24 ? 'h23' : 'h12',
  }).format(seconds * 1000)
}

/** A size of files: "1.2 MB", "12 bytes". */
export function sizeWords(bytes: number): string {
  const unit = bytes < 1000 ? 'byte' : bytes < 1e6 ? 'kilobyte' : bytes < 1e9 ? 'megabyte' : 'gigabyte'
  const length = { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit]
  return new Intl.NumberFormat(language.value, {
    style: 'unit',
    unit,
    // In short, many bytes would be called byte.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / length)
}
