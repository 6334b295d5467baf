// What a page shows that no event tells of: fetched when the page opens, after every change, and when it is looked at again.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { generation } from '../../live/state'
import { Skeleton } from '../../parts/skeleton'
import { problemText } from '../../parts/toasts'
import { text } from '../../texts/text'

export interface Fetched<T> {
  /** Undefined until it is there. */
  value: T | undefined
  problem: string | undefined
  /** Fetches it again. */
  again(): Promise<void>
}

/** @param key it is fetched again where this is another */
export function useFetched<T>(fetch: () => Promise<T>, key: unknown = undefined): Fetched<T> {
  const [value, setValue] = useState<T>()
  const [problem, setProblem] = useState<string>()
  const last = useRef(0)
  const again = async (): Promise<void> => {
    const turn = ++last.current
    try {
      const found = await fetch()
      if (turn !== last.current) return
      setValue(() => found)
      setProblem(undefined)
    } catch (error) {
      if (turn === last.current) setProblem(problemText(error))
    }
  }
  const registers = generation.value
  useEffect(() => {
    void again()
    const seen = (): void => {
      if (document.visibilityState === 'visible') void again()
    }
    document.addEventListener('visibilitychange', seen)
    return () => {
      last.current++
      document.removeEventListener('visibilitychange', seen)
    }
  }, [key, registers])
  return { value, problem, again }
}

export function WhenFetched<T>({ of, children }: { of: Fetched<T>; children(value: T): ComponentChildren }) {
  if (of.value !== undefined) return <>{children(of.value)}</>
  if (of.problem === undefined) return <Skeleton rows={4} label={text('shell.loading')} />
  return (
    <p class="form-problem" role="alert">
      {of.problem}{' '}
      <button type="button" class="button plain" onClick={() => void of.again()}>
        {text('shell.retry')}
      </button>
    </p>
  )
}
