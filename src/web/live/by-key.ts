// A map that is replaced as a whole, as a signal for each key: of a thousand rows only those follow a change whose key has changed.
import { batch, effect, signal, untracked, type Signal } from '@preact/signals'
import { isLoaded } from './state'

/** What of a map is needed here. */
interface Lookup<V> {
  get(key: number): V | undefined
}

/**
 * @param read the map as it is now, such as a slice of the state; values that are the same wake nobody
 * @returns reads the value of a key, which is followed by whoever asks
 */
export function byKey<V>(read: () => Lookup<V>): (key: number) => V | undefined {
  const values = new Map<number, Signal<V | undefined>>()
  effect(() => {
    if (!isLoaded.value) return
    const map = read()
    batch(() => {
      for (const [key, value] of values) value.value = map.get(key)
    })
  })
  return (key) => {
    const known = values.get(key)
    if (known) return known.value
    const value = signal(untracked(() => read().get(key)))
    values.set(key, value)
    return value.value
  }
}
