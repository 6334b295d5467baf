// Moments by the clock on a person's wall: in the zone that they have set, or that of their device.
import { state } from '../live/state'

/** An IANA name, such as `Europe/Berlin`. */
export function ownZone(): string {
  const { timezone } = state().userSettings
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return timezone !== '' && isZone(timezone) ? timezone : own
}

function isZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** `2026-11-22T09:30`, as fields for times have it. @param moment milliseconds */
export function zonedText(moment: number, zone: string): string {
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16)
}

/** The moment that a field for times says, in milliseconds; undefined for none. */
export function zonedTime(local: string, zone: string): number | undefined {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // The second look is for hours at which the clock is changed.
  const near = asUtc - offsetAt(asUtc, zone)
  return asUtc - offsetAt(near, zone)
}

/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

const hour = 3_600_000

export function nextFullHour(now: number): number {
  return Math.ceil((now + 1) / hour) * hour
}

/** At that hour of a day ahead by the zone's clock. @param days from today on */
export function atHour(now: number, days: number, clockHour: number, zone: string): number {
  const today = Date.parse(`${zonedText(now, zone).slice(0, 10)}T00:00Z`)
  const day = new Date(today + days * 24 * hour).toISOString().slice(0, 10)
  return zonedTime(`${day}T${String(clockHour).padStart(2, '0')}:00`, zone) ?? now + hour
}

/** 0 is Sunday. */
export function weekdayIn(now: number, zone: string): number {
  return new Date(`${zonedText(now, zone)}Z`).getUTCDay()
}
