// Times beside messages, in the reader's language, zone and clock.
import { computed, type ReadonlySignal } from '@preact/signals'
import { isLoaded, state } from '../live/state'
import { language } from '../texts/text'

const hourCycle = computed(() =>
  isLoaded.value && state().userSettings.twenty_four_hour_time ? 'h23' : 'h12',
)

/** Making a format takes longer than using it. */
const clock = computed(
  () => new Intl.DateTimeFormat(language.value, { timeStyle: 'short', hourCycle: hourCycle.value }),
)
const moment = computed(
  () =>
    new Intl.DateTimeFormat(language.value, {
      dateStyle: 'full',
      timeStyle: 'short',
      hourCycle: hourCycle.value,
    }),
)
const shortMoment = computed(
  () =>
    new Intl.DateTimeFormat(language.value, {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      hourCycle: hourCycle.value,
    }),
)
const day = computed(
  () => new Intl.DateTimeFormat(language.value, { weekday: 'long', month: 'long', day: 'numeric' }),
)
const dayOfYear = computed(
  () => new Intl.DateTimeFormat(language.value, { year: 'numeric', month: 'long', day: 'numeric' }),
)
const shortDay = computed(
  () => new Intl.DateTimeFormat(language.value, { weekday: 'short', month: 'short', day: 'numeric' }),
)
const relativeDay = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' }))

/** Makes the formats that every feed needs, which takes some milliseconds, while there is nothing else to do. */
export function warmFormats(): void {
  for (const { value } of [clock, moment, day]) value.format(0)
  relativeDay.value.format(0, 'day')
}

/** Neighbouring messages are often of the same minute, and formatting takes longer than all else of a row's script. */
function byMinute(
  format: ReadonlySignal<Intl.DateTimeFormat>,
): ReadonlySignal<(timestamp: number) => string> {
  return computed(() => {
    const formatted = format.value
    let [last, words] = [Number.NaN, '']
    return (timestamp) => {
      const minute = Math.floor(timestamp / 60)
      if (minute !== last) [last, words] = [minute, formatted.format(minute * 60_000)]
      return words
    }
  })
}
const clockByMinute = byMinute(clock)
const momentByMinute = byMinute(moment)

/** Such as "9:05 AM". @param timestamp UNIX seconds, as in all of these */
export function timeOfDay(timestamp: number): string {
  return clockByMinute.value(timestamp)
}

/** In full, for who points at it or hears it. */
export function wholeMoment(timestamp: number): string {
  return momentByMinute.value(timestamp)
}

/** Such as "Sat, Nov 21, 2026, 10:00 AM", within sentences. */
export function momentInText(timestamp: number): string {
  return shortMoment.value.format(timestamp * 1000)
}

/** "today", "yesterday", or the date; with its year if that is another one. @param isShort beside other words */
export function dayHeading(timestamp: number, isShort = false, now = Date.now()): string {
  const [date, today] = [new Date(timestamp * 1000), new Date(now)]
  const distance = Math.round((startOfDay(date) - startOfDay(today)) / 86_400_000)
  if (distance === 0 || distance === -1) return capital(relativeDay.value.format(distance, 'day'))
  const format = date.getFullYear() === today.getFullYear() ? (isShort ? shortDay : day) : dayOfYear
  return format.value.format(date)
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function capital(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language.value) + words.slice(1)
}
