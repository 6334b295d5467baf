// How a message will look: rendered by the server, shown as messages are.
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/call'
import { renderedNodes } from '../parts/rendered-html'
import { problemText } from '../parts/toasts'
import { Skeleton } from '../parts/skeleton'
import { text } from '../texts/text'

export function Preview({ content }: { content: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [rendered, setRendered] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (content.trim() === '') return
    const controller = new AbortController()
    call('POST', '/messages/render', { content }, { signal: controller.signal }).then(
      ({ rendered }) => setRendered(typeof rendered === 'string' ? rendered : ''),
      (error) => {
        if (!controller.signal.aborted) setProblem(problemText(error))
      },
    )
    return () => controller.abort('closed')
  }, [content])
  useEffect(() => {
    if (rendered !== undefined) place.current?.replaceChildren(renderedNodes(rendered))
  }, [rendered])
  if (content.trim() === '') return <p class="compose-preview empty">{text('writing.nothingToPreview')}</p>
  if (problem !== undefined)
    return (
      <p class="compose-preview" role="alert">
        {problem}
      </p>
    )
  return (
    <div class="compose-preview" role="region" aria-label={text('writing.preview')} tabIndex={0}>
      {rendered === undefined && <Skeleton rows={1} label={text('shell.loading')} />}
      <div ref={place} class="rendered" dir="auto" />
    </div>
  )
}
