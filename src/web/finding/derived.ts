// What a component shows of the state, worked out apart from it: it is drawn anew only if that is something else than before.
import { useComputed, type ReadonlySignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

/**
 * Follows what `derive` reads. A list or a plain object with the same things in it counts as the same.
 * @param derive may use the component's props: it is worked out again when `keys` differ
 */
export function useDerived<T>(derive: () => T): T {
  const latest = useRef(derive)
  latest.current = derive
  const before = useRef<T>()
  const value: ReadonlySignal<T> = useComputed(() => {
    const now = latest.current()
    const same = before.current
    if (same !== undefined && isSame(same, now)) return same
    before.current = now
    return now
  })
  return value.value
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [some, others] = [Object.entries(one), Object.entries(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    some.length === others.length &&
    some.every(([key, value]) => Object.is(value, Reflect.get(other, key)))
  )
}
