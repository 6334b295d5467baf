// How people's presence is shown: who is there, and when the others were last.
import { now } from '../live/presence'
import { state } from '../live/state'
import { presenceOf as presenceAt } from '../store/listings'
import { language, text } from '../texts/text'

export type Presence = 'active' | 'idle' | 'offline'

/** Undefined for bots, which are always there, and where the organization shows no presence. */
export function presenceOf(userId: number): Presence | undefined {
  const { organization, users } = state()
  if (organization.presence_disabled || users.get(userId)?.is_bot === true) return undefined
  return presenceAt(state(), userId, now.value)
}

/** In words: `Active now`, `Last seen 2 hours ago`. */
export function presenceText(userId: number): string {
  const presence = presenceOf(userId)
  if (presence === undefined) return text(state().users.get(userId)?.is_bot ? 'people.bot' : 'people.unknown')
  if (presence === 'active') return text('people.active')
  if (presence === 'idle') return text('people.idle')
  const last = state().presences.byUserId.get(userId)
  const seen = last && Math.max(last.active_timestamp, last.idle_timestamp)
  return seen ? text('people.lastSeen', { time: ago(now.value - seen) }) : text('people.notSeen')
}

/** Such as `2 hours ago`, in the reader's language. @param seconds in the past @param style `short` where room is dear */
export function ago(seconds: number, style: 'long' | 'short' = 'long'): string {
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto', style })
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? (['minute', 60] as const)
  return format.format(-Math.max(1, Math.round(seconds / length)), unit)
}

/** What the clock says where they are; undefined if their time zone is not known. */
export function localTimeOf(userId: number): string | undefined {
  const zone = state().users.get(userId)?.timezone
  if (zone === undefined || zone === '') return undefined
  try {
    return new Intl.DateTimeFormat(language.value, {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
    }).format(now.value * 1000)
  } catch {
    // A zone that this browser has never heard of.
    return undefined
  }
}
