// What may be meant by what somebody is typing into the search: the next operator, its operand, or plain words.
import type { Term } from '../addresses/narrow'
import { channelIn } from '../feeds/terms'
import { state } from '../live/state'
import { subscribedChannels, topicsOf } from '../store/listings'
import { findTexts, fitting } from '../writing/finding'
import { directory } from './directory'
import {
  hasOperands,
  isOperands,
  operators,
  partsOf,
  writeTerm,
  type Operator,
  type Part,
} from './search-language'

export interface Suggestion {
  /** What stands in place of the part that is being typed; with a space at its end, the part is done. */
  completion: string
  /** The term that it makes; undefined for an operator that lacks its operand. */
  term: Term | undefined
  /** For which an operand is still to come. */
  operator: Operator | undefined
}

const most = 8
const few = 3

/** What may follow where nothing was typed yet. */
const beginnings: readonly Operator[] = ['channel', 'topic', 'sender', 'dm', 'is', 'has']
const fixed: Partial<Record<Operator, readonly string[]>> = {
  is: isOperands,
  has: hasOperands,
  channels: ['public', 'web-public'],
  in: ['home', 'all'],
}

/**
 * @param typed the whole text; its last part is what is completed
 * @param before terms that stand before the text
 */
export function searchSuggestions(typed: string, before: readonly Term[]): Suggestion[] {
  const part = /\s$/.test(typed) ? undefined : partsOf(typed).at(-1)
  if (part?.text === '-') return beginnings.map((operator) => begun(operator, true))
  if (!part) return beginnings.map((operator) => begun(operator, false))
  if (part.operator !== undefined) return operandsFor(part, part.operator, before)
  return [...operatorsFor(part), ...wordsAsTerms(part, before)]
}

/** The text with the suggestion in place of its last part. */
export function completed(typed: string, { completion }: Suggestion): string {
  const part = /\s$/.test(typed) ? undefined : partsOf(typed).at(-1)
  return typed.slice(0, typed.length - (part?.text.length ?? 0)) + completion
}

function begun(operator: Operator, negated: boolean): Suggestion {
  return { completion: `${negated ? '-' : ''}${operator}:`, term: undefined, operator }
}

function done(term: Term, negated: boolean): Suggestion {
  const signed = negated ? { ...term, negated } : term
  return { completion: `${writeTerm(signed, directory())} `, term: signed, operator: undefined }
}

function operatorsFor({ operand: word, negated }: Part): Suggestion[] {
  const wanted = word.toLowerCase()
  return operators
    .filter((operator) => operator.startsWith(wanted))
    .map((operator) => begun(operator, negated))
}

/** What the word may be part of: the name of a channel, of a person, a kind of message. */
function wordsAsTerms(part: Part, before: readonly Term[]): Suggestion[] {
  const { operand: word, negated } = part
  const wanted = word.toLowerCase()
  const kinds = (['is', 'has'] as const).flatMap((operator) =>
    (fixed[operator] ?? [])
      .filter((operand) => wanted.length > 1 && operand.startsWith(wanted))
      .map((operand) => done({ operator, operand }, negated)),
  )
  return [
    ...kinds,
    ...channels(word, few).map((operand) => done({ operator: 'channel', operand }, negated)),
    ...people(word, few).flatMap((id) => [
      done({ operator: 'sender', operand: id }, negated),
      done({ operator: 'dm', operand: [id] }, negated),
    ]),
    ...topics(word, before, few).map((operand) => done({ operator: 'topic', operand }, negated)),
  ]
}

function operandsFor(part: Part, operator: Operator, before: readonly Term[]): Suggestion[] {
  const { operand: word, negated } = part
  switch (operator) {
    case 'channel':
      return channels(word, most).map((operand) => done({ operator, operand }, negated))
    case 'topic':
      return topics(word, before, most).map((operand) => done({ operator, operand }, negated))
    case 'sender':
      return people(word, most).map((operand) => done({ operator, operand }, negated))
    case 'dm':
    case 'dm-including':
      return groups(word).map((operand) => done({ operator, operand }, negated))
    default:
      return (fixed[operator] ?? [])
        .filter((operand) => operand.startsWith(word.toLowerCase()))
        .map((operand) => done({ operator, operand }, negated))
  }
}

function channels(word: string, count: number): number[] {
  const own = new Set(subscribedChannels(state()))
  const others = [...state().channels.values()].filter((channel) => !own.has(channel))
  const found = fitting(
    word.replace(/^#/, ''),
    [...own, ...others],
    ({ name }) => name,
    (channel) => (own.has(channel) ? 0.3 : 0) - (channel.is_archived ? 0.2 : 0),
    count,
  )
  return found.map(({ stream_id: id }) => id)
}

/** Those who were written with lately first. */
function people(word: string, count: number): number[] {
  const { users, directConversations } = state()
  const near = new Map<number, number>()
  for (const { user_ids: ids, max_message_id: newest } of directConversations.values())
    for (const id of ids) near.set(id, Math.max(newest, near.get(id) ?? 0))
  const newest = Math.max(1, ...near.values())
  const found = fitting(
    word.replace(/^@/, ''),
    [...users.values()],
    ({ full_name: name }) => name,
    ({ user_id: id, is_active, is_bot }) =>
      (near.get(id) ?? 0) / newest / 4 - (is_active ? 0 : 0.3) - (is_bot ? 0.1 : 0),
    count,
  )
  return found.map(({ user_id: id }) => id)
}

/** Whoever is named already, with one more of those who fit what follows the last comma. */
function groups(word: string): number[][] {
  const names = word.split(',')
  const last = names.pop() ?? ''
  const { personName, peopleNamed, me } = directory()
  const first = names.flatMap((name) => {
    if (name.trim().toLowerCase() === 'me') return [me]
    const id = Number(/\|(\d+)$/.exec(name)?.[1] ?? peopleNamed(name.trim())[0])
    return personName(id) === undefined ? [] : [id]
  })
  return people(last, most)
    .filter((id) => !first.includes(id))
    .map((id) => [...first, id])
}

/** Of the channel that the search is about; else of all, as far as they are known. */
function topics(word: string, before: readonly Term[], count: number): string[] {
  const channelId = channelIn(before, state())
  const ids = channelId === undefined ? [...state().subscriptions.keys()] : [channelId]
  const known = ids.flatMap((id) => topicsOf(state(), id)).sort((a, b) => b.max_id - a.max_id)
  return findTexts(word, [...new Set(known.map(({ name }) => name))], count)
}
