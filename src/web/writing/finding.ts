// Who and what fits what was typed: people, channels, topics; the likeliest first.
import { go as search, prepare, single } from 'fuzzysort'
import { state } from '../live/state'
import type { Channel } from '../store/channels'
import { subscribedChannels, topicsOf } from '../store/listings'
import { usersNamed } from '../store/names'
import { whileIdle } from '../parts/idle'
import { refusalToPost } from '../store/permissions'
import type { User, Users } from '../store/users'
import { plain } from '../texts/plain'
import type { Destination } from './destination'
import { likelyPeople } from './likely-people'

const atMost = 8

interface Name {
  /** As fuzzysort looks through it. */
  readonly prepared: ReturnType<typeof prepare>
  /** As `plain` has it, with a space before it: words begin behind one. */
  readonly words: string
}

/** Names that were looked through, for as long as what they are of is the same object. */
const names = new WeakMap<object, Name>()

function nameIn(record: object, name: string): Name {
  const known = names.get(record)
  if (known) return known
  const made = { prepared: prepare(name), words: ` ${plain(name)}` }
  names.set(record, made)
  return made
}

/** The same for whole lists, those that stay. */
const lists = new WeakMap<readonly object[], readonly Name[]>()

function namesIn<T extends object>(records: readonly T[], nameOf: (record: T) => string): readonly Name[] {
  const known = lists.get(records)
  if (known) return known
  const made = records.map((record) => nameIn(record, nameOf(record)))
  lists.set(records, made)
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
  const wanted = ` ${plain(query.trim())}`
  if (wanted === ' ') return best(records, boost, count)
  const names = namesIn(records, nameOf)
  const score = (record: T, index: number): number | undefined => {
    const name = names[index]
    const hit = name && single(query, name.prepared)
    return hit && hit.score >= threshold ? hit.score + boost(record) : undefined
  }
  // A word that begins so fits better than letters here and there: of thousands, few have to be looked at closely.
  const isLikely = (record: T, index: number): boolean =>
    names[index]?.words.includes(wanted) === true || boost(record) > 0
  const found = best(
    records,
    (record, index) => (isLikely(record, index) ? score(record, index) : undefined),
    count,
  )
  return found.length < count ? best(records, score, count) : found
}

/** The best, in order. @param score undefined for what does not count at all */
function best<T>(
  records: readonly T[],
  score: (record: T, index: number) => number | undefined,
  count: number,
): T[] {
  const kept: { record: T; score: number }[] = []
  for (const [index, record] of records.entries()) {
    const own = score(record, index)
    // Few are wanted of perhaps thousands: those are kept in order, all others are passed by.
    if (own === undefined || (kept.length === count && own <= (kept.at(-1)?.score ?? 0))) continue
    const at = kept.findIndex((each) => each.score < own)
    kept.splice(at < 0 ? kept.length : at, 0, { record, score: own })
    if (kept.length > count) kept.pop()
  }
  return kept.map(({ record }) => record)
}

/** Active people and bots: those of the conversation first, then those who have written of late. */
export function findPeople(query: string, to: Destination, count = atMost): User[] {
  const likely = likelyPeople(state(), to)
  return fitting(
    query,
    activePeople(state().users),
    ({ full_name }) => full_name,
    ({ user_id, is_bot }) => (likely.get(user_id) ?? 0) - (is_bot ? 0.05 : 0),
    count,
  )
}

const active = new WeakMap<Users, readonly User[]>()

function activePeople(users: Users): readonly User[] {
  const known = active.get(users)
  if (known) return known
  const people = [...users.values()].filter(({ is_active }) => is_active)
  active.set(users, people)
  return people
}

/** Gets names ready to be looked through, by and by, so that the first sign is answered as soon as others. To be called once. */
export function warmNames(): void {
  const { users, channels } = state()
  const people = users.values()
  const rest = channels.values()
  whileIdle(() => {
    const { value: person } = people.next()
    // What is looked for does not matter: the browser makes code that runs often faster.
    if (person) {
      single('an', nameIn(person, person.full_name).prepared)
      return 'more'
    }
    const { value: channel } = rest.next()
    if (channel) nameIn(channel, channel.name)
    else usersNamed({ users }, '')
    return channel ? 'more' : 'done'
  })
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
