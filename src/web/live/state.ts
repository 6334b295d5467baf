// What this client knows of the organization, as a signal: made from a register, kept in step by events.
import { batch, signal, type ReadonlySignal } from '@preact/signals'
import { apply, stateFrom, type ServerEvent, type State } from '../store/state'

const current = signal<State | undefined>(undefined)

/** Undefined until the first register is answered. Within `App`, use `state` instead. */
export const loadedState: ReadonlySignal<State | undefined> = current

/** How many registers there were: whatever was fetched under an earlier one has to be fetched anew. */
export const generation = signal(0)

type Listener = (event: ServerEvent, state: State) => void
const listeners = new Set<Listener>()

/** The state, once there is one: components and what they call come after that. */
export function state(): State {
  const value = current.value
  if (!value) throw new Error('There is no state before the first register')
  return value
}

/** Changes the state outside of events, such as by messages that were fetched. */
export function changeState(change: (state: State) => State): void {
  if (current.value) current.value = change(current.value)
}

export function startWith(register: Readonly<Record<string, unknown>>): void {
  batch(() => {
    current.value = stateFrom(register)
    generation.value += 1
  })
}

/** Takes in events, in order; what listens is told of each when the state has it. All at once for those who look. */
export function takeIn(events: readonly ServerEvent[]): void {
  batch(() => {
    for (const event of events) {
      changeState((before) => apply(before, event))
      for (const listener of listeners) listener(event, state())
    }
  })
}

/** Has `listener` told of every event, after the state has it. @returns ends that */
export function onEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
