// What this client knows of the organization, as a signal: made from a register, kept in step by events.
import { batch, signal, type ReadonlySignal } from '@preact/signals'
import type { ServerEvent } from '../store/events'
import { apply, stateFrom, type State } from '../store/state'

let current: State | undefined
const loaded = signal(false)

/** Whether there was a register yet: before that, nothing may ask for `state`. */
export const isLoaded: ReadonlySignal<boolean> = loaded

/** How many registers there were: whatever was fetched under an earlier one has to be fetched anew. */
export const generation = signal(0)

type Listener = (event: ServerEvent, state: State) => void
const listeners = new Set<Listener>()

let view: State | undefined
/** Each gives a slice of the view its new value: only those who follow it hear of it, and only where it is another one. */
const followers: ((now: State) => void)[] = []

/**
 * The state. Whoever reads it in a component follows the slices that were read, and no others: a person who comes
 * online does not draw messages anew. (It is one object for good, whose slices are those of the moment.)
 */
export function state(): State {
  return (view ??= follow(known()))
}

function follow(first: State): State {
  const followed = { ...first }
  for (const name of keysOf(first)) {
    const slice = signal(first[name])
    followers.push((now) => (slice.value = now[name]))
    Object.defineProperty(followed, name, { enumerable: true, get: () => slice.value })
  }
  return followed
}

function become(now: State): void {
  if (now === current) return
  current = now
  batch(() => {
    for (const tell of followers) tell(now)
  })
}

function keysOf(value: State): (keyof State)[] {
  const isKey = (name: string): name is keyof State => Object.hasOwn(value, name)
  return Object.keys(value).filter(isKey)
}

function known(): State {
  if (!current) throw new Error('There is no state before the first register')
  return current
}

/** Changes the state outside of events, such as by messages that were fetched. */
export function changeState(change: (state: State) => State): void {
  if (current) become(change(current))
}

export function startWith(register: Readonly<Record<string, unknown>>): void {
  batch(() => {
    become(stateFrom(register))
    loaded.value = true
    generation.value += 1
  })
}

/** Takes in events, in order; what listens is told of each when the state has it. All at once for those who look. */
export function takeIn(events: readonly ServerEvent[]): void {
  batch(() => {
    for (const event of events) {
      changeState((before) => apply(before, event, Date.now()))
      for (const listener of listeners) listener(event, state())
    }
  })
}

/** Has `listener` told of every event, after the state has it. @returns ends that */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
