// A thing that is changed in a dialog: what nobody has touched there is as it is elsewhere, and only what was touched is sent. So two people
// who change the same thing at once don't undo each other's work.
import { useRef, useState } from 'preact/hooks'

export interface Edited<T> {
  shown: T
  set(change: Partial<T>): void
  /** Whether it was there and is no more; it is shown as it was last. */
  isGone: boolean
  /** Sends what is other than it is now; nothing, if nothing is. */
  send(call: (changes: Partial<T>) => Promise<unknown>): Promise<unknown>
}

/** @param now the thing as the state has it; undefined, if it is new or gone @param blank what a new one begins with */
export function useEdited<T extends object>(now: NoInfer<T> | undefined, blank: T): Edited<T> {
  const [touched, setTouched] = useState<Partial<T>>({})
  const known = useRef(now)
  if (now) known.current = now
  const before = known.current ?? blank
  return {
    shown: { ...before, ...touched },
    set: (change) => setTouched((earlier) => ({ ...earlier, ...change })),
    isGone: known.current !== undefined && now === undefined,
    async send(call) {
      const changes: Partial<T> = {}
      for (const key in touched) if (!Object.is(touched[key], before[key])) changes[key] = touched[key]
      if (Object.keys(changes).length > 0) await call(changes)
    },
  }
}
