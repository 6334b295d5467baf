// Moments ahead, as people choose and read them: by the clock of their own zone.
import { state } from '../live/state'
import { language, text } from '../texts/text'
import { atHour, ownZone, weekdayIn } from './zones'

const minute = 60_000

export interface Moment {
  readonly label: string
  /** Milliseconds. */
  readonly at: number
}

/** What is offered at once: soon, tomorrow, next week. @param now milliseconds */
export function usualMoments(now: number): Moment[] {
  const zone = ownZone()
  const evening = atHour(now, 0, 18, zone)
  const toMonday = (8 - weekdayIn(now, zone)) % 7 || 7
  const isSunday = toMonday === 1
  return [
    { label: text('writing.inAnHour'), at: now + 60 * minute },
    { label: text('writing.thisEvening'), at: evening },
    { label: text('writing.tomorrowMorning'), at: atHour(now, 1, 9, zone) },
    { label: text('writing.tomorrowAfternoon'), at: atHour(now, 1, 13, zone) },
    // Tomorrow has been offered.
    ...(isSunday ? [] : [{ label: text('writing.nextMonday'), at: atHour(now, toMonday, 9, zone) }]),
  ].filter(({ at }) => at > now + 5 * minute)
}

/** Day and time: "Mon, Nov 23, 9:00 AM". */
export function momentName(moment: number): string {
  return new Intl.DateTimeFormat(language.value, {
    timeZone: ownZone(),
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: state().userSettings.twenty_four_hour_time ? 'h23' : 'h12',
  }).format(moment)
}
