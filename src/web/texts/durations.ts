// Lengths of time in words of the reader's language: "10 minutes", "1 week".
import { language } from './text'

const units = [
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** In the largest unit that it is a whole number of. */
export function durationWords(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  )
}
