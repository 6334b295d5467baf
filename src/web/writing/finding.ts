// Who and what fits what was typed: people, channels, topics; the likeliest first.
import { go as search, prepare, single } from 'fuzzysort'
import { state } from '../live/state'
import type { Channel } from '../store/channels'
import { subscribedChannels, topicsOf } from '../store/listings'
import { refusalToPost } from '../store/permissions'
import type { User } from '../store/users'
import type { Destination } from './destination'
import { likelyPeople } from './likely-people'

const atMost = 8

/** Texts prepared for fuzzysort, for as long as what they are of is the same object. */
const prepared = new WeakMap<object, ReturnType<typeof prepare>>()

function preparedName(record: object, name: string): ReturnType<typeof prepare> {
  const known = prepared.get(record)
  if (known) return known
  const made = prepare(name)
  prepared.set(record, made)
  return made
}

/** Below this, letters only happen to stand in that order. */
const threshold = 0.3

/** Records whose name fits. @param boost added to how well it fits, from 0 to 1 */
export function fitting<T extends object>(
  query: string,
  records: readonly T[],
  nameOf: (record: T) => string,
  boost: (record: T) => number,
  count = atMost,
): T[] {
  const isAny = query.trim() === ''
  const best: { record: T; score: number }[] = []
  for (const record of records) {
    const hit = isAny ? undefined : single(query, preparedName(record, nameOf(record)))
    if (!isAny && (!hit || hit.score < threshold)) continue
    const score = (hit?.score ?? 0) + boost(record)
    // Few are wanted of perhaps thousands: those are kept in order, all others are passed by.
    if (best.length === count && score <= (best.at(-1)?.score ?? 0)) continue
    const at = best.findIndex((each) => each.score < score)
    best.splice(at < 0 ? best.length : at, 0, { record, score })
    if (best.length > count) best.pop()
  }
  return best.map(({ record }) => record)
}

/** Active people and bots: those of the conversation first, then those who have written of late. */
export function findPeople(query: string, to: Destination, count = atMost): User[] {
  const likely = likelyPeople(state(), to)
  const people = [...state().users.values()].filter(({ is_active }) => is_active)
  return fitting(
    query,
    people,
    ({ full_name }) => full_name,
    ({ user_id, is_bot }) => (likely.get(user_id) ?? 0) - (is_bot ? 0.05 : 0),
    count,
  )
}

/** Channels in which one may write; those that one is in first. */
export function findChannels(query: string): Channel[] {
  const known = state()
  const own = new Set(subscribedChannels(known))
  const others = [...known.channels.values()].filter((channel) => !own.has(channel))
  const all = [...own, ...others].filter((channel) => refusalToPost(known, channel) === undefined)
  return fitting(
    query,
    all,
    ({ name }) => name,
    (channel) => (own.has(channel) ? 0.3 : 0),
  )
}

/** Texts that fit, in their order where nothing was typed. */
export function findTexts(query: string, texts: readonly string[], count = atMost): string[] {
  if (query.trim() === '') return texts.slice(0, count)
  return search(query, [...texts], { limit: count, threshold }).map(({ target }) => target)
}

export function findTopics(query: string, channelId: number, count = atMost): string[] {
  const names = topicsOf(state(), channelId).map(({ name }) => name)
  return findTexts(query, names, count)
}
