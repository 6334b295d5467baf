// What becomes of a change: "Saved" for a moment beside its control, or the server's word why not, until the next try.
import { Check } from 'lucide-preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { problemText } from '../../parts/toasts'
import { text } from '../../texts/text'

/** Undefined: nothing was tried lately, or it is on its way. */
export type Outcome = { kind: 'saved' } | { kind: 'refused'; message: string } | undefined

export interface Saving {
  outcome: Outcome
  /** Does it and keeps what becomes of it. @returns whether it was done */
  save(work: () => Promise<unknown>): Promise<boolean>
  /** Says why something is not even tried. */
  refuse(message: string): void
}

/** For how long it is said that something was saved, in milliseconds. */
const noteStays = 2500

export function useSaving(): Saving {
  const [outcome, setOutcome] = useState<Outcome>()
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])
  const save = async (work: () => Promise<unknown>): Promise<boolean> => {
    clearTimeout(timer.current)
    setOutcome(undefined)
    try {
      await work()
    } catch (error) {
      setOutcome({ kind: 'refused', message: problemText(error) })
      return false
    }
    setOutcome({ kind: 'saved' })
    timer.current = setTimeout(() => setOutcome(undefined), noteStays)
    return true
  }
  const refuse = (message: string): void => {
    clearTimeout(timer.current)
    setOutcome({ kind: 'refused', message })
  }
  return { outcome, save, refuse }
}

/**
 * A value that is changed at once: what was chosen is shown while it is on its way, and what is true when it was refused.
 * @param value as the state has it @param send saves another @param saving of the place that says what becomes of it
 */
export function useChosen<T>(value: T, send: (value: T) => Promise<unknown>, { outcome, save }: Saving) {
  const [chosen, setChosen] = useState<{ value: T }>()
  const known = useRef(value)
  known.current = value
  const underWay = useRef(0)
  // What was chosen since stays.
  const giveUp = (one: typeof chosen): void => setChosen((now) => (now === one ? undefined : now))
  // What is true has changed, here or elsewhere: that is what is shown. Before anybody can choose again, who may be quick.
  useLayoutEffect(() => {
    if (underWay.current === 0) setChosen(undefined)
  }, [value])
  useLayoutEffect(() => (outcome ? () => giveUp(chosen) : undefined), [outcome])
  const change = async (next: T): Promise<void> => {
    const one = { value: next }
    const before = known.current
    setChosen(one)
    underWay.current += 1
    const isSaved = await save(() => send(next))
    underWay.current -= 1
    if (!isSaved || !Object.is(known.current, before)) giveUp(one)
  }
  return { shown: chosen ? chosen.value : value, change }
}

/** The same, where it alone is said beside its control. */
export function useChange<T>(value: T, send: (value: T) => Promise<unknown>) {
  const saving = useSaving()
  const { outcome, refuse } = saving
  return { ...useChosen(value, send, saving), outcome, refuse }
}

/** To be placed beside the control. @param props.done what is said once it is done, where that is not that it is saved */
export function SaveNote({ outcome, done }: { outcome: Outcome; done?: string }) {
  return (
    <span class={`save-note ${outcome?.kind ?? ''}`} role="status">
      {outcome?.kind === 'saved' && (
        <>
          <Check size={14} aria-hidden="true" />
          {done ?? text('settings.saved')}
        </>
      )}
      {outcome?.kind === 'refused' && outcome.message}
    </span>
  )
}
