// A dialog whose content is asked of the server when it opens: grey lines, then the answer or why there is none.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../parts/skeleton'
import { problemText } from '../parts/toasts'
import { text } from '../texts/text'

interface Props<T> {
  load(): Promise<T>
  children(answer: T): ComponentChildren
}

export function Fetched<T>({ load, children }: Props<T>) {
  const [answer, setAnswer] = useState<{ value: T } | Error>()
  useEffect(() => {
    load().then(
      (value) => setAnswer({ value }),
      (error: unknown) => setAnswer(error instanceof Error ? error : new Error(String(error))),
    )
  }, [])
  if (answer === undefined) return <Skeleton rows={3} label={text('shell.loading')} />
  if (answer instanceof Error) return <p role="alert">{problemText(answer)}</p>
  return <>{children(answer.value)}</>
}
