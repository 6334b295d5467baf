// The form in which a feature says what its events change, and ways to reach into a state of unknown shape.
import type { Client, Parameters } from '../client'

export type State = Record<string, unknown>
export type Item = Record<string, unknown>
export type Event = { id: number; type: string; op?: string } & Record<string, unknown>

/** Somebody's client, with the state it keeps in step by events. */
export interface Watcher {
  person: Client
  profile: string
  options: Parameters
  state: State
  /** What the web client was given, where one registered at the same time. */
  web?: State
}

/** What came to a client by an action. */
export interface Sighting {
  /** With the state as it was before. */
  readonly watcher: Watcher
  readonly events: readonly Event[]
  /** To the web client. */
  readonly webEvents: readonly Event[]
  /** The state that a client starting afterwards is given. */
  readonly expected: State
}

export interface FeatureRules {
  /** By event type: what the event changes. @throws if it can't be, to a client of that state. */
  apply: Readonly<Record<string, (state: State, event: Event, watcher: Watcher) => void>>
  /** Drops or sorts what need not be equal. */
  normalize?: (state: State) => void
  /** Takes over what no event tells, such as which message is the newest once that was deleted: a client asks for it. */
  lookUp?: (state: State, expected: State) => void
  /** Adds to a state what no register gives but clients keep. @param known the state whose truth is in question, if any. */
  fetch?: (state: State, watcher: Watcher, known?: State) => Promise<void>
}

/** An object found in a state or event. @throws if it is something else. */
export function item(value: unknown): Item {
  if (!isItem(value)) throw new Error(`Not an object: ${JSON.stringify(value)}`)
  return value
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list of objects in a state or event; the list itself, to be changed in place. @throws if it is none. */
export function items(value: unknown): Item[] {
  if (!Array.isArray(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`)
  return value
}

/** A list of numbers, itself. @throws if it is none. */
export function numbers(value: unknown): number[] {
  if (!Array.isArray(value)) throw new Error(`Not a list: ${JSON.stringify(value)}`)
  return value
}

/** The member of the list whose field has the value. @throws if there is none. */
export function find(list: readonly Item[], field: string, value: unknown): Item {
  const found = list.find((each) => each[field] === value)
  if (!found) throw new Error(`Nothing with ${field} ${String(value)}`)
  return found
}

/**
 * A person whom an event names, as the state has them; undefined to guests, who may not know everybody.
 * @throws if there is no such person.
 */
export function personIn(state: State, id: unknown): Item | undefined {
  return state['is_guest'] === true ? undefined : find(items(state['realm_users']), 'user_id', id)
}

/** Takes the members whose field has the value out of the list. */
export function removeWhere(list: Item[], field: string, value: unknown): void {
  for (let index = list.length - 1; index >= 0; index--)
    if (list[index]?.[field] === value) list.splice(index, 1)
}

/** Whether the client knows the channel: what belongs to others counts for nothing. */
export function knowsChannel(state: State, id: unknown): boolean {
  return items(state['streams']).some((channel) => channel['stream_id'] === id)
}

/** Sorts a list of the state by a numeric field, where order means nothing. */
export function sortBy(state: State, name: string, field: string): void {
  const list = state[name]
  if (Array.isArray(list)) list.sort((a: Item, b: Item) => Number(a[field]) - Number(b[field]))
}
