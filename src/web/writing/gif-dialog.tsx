// Chooses a GIF: the server looks for it at GIPHY, and shows what it has found from here.
import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from '../api/call'
import { Dialog } from '../parts/dialog'
import { Skeleton } from '../parts/skeleton'
import { problemText } from '../parts/toasts'
import { isNumber, isText, listOf, shape } from '../store/shapes'
import { text } from '../texts/text'

const isGif = shape({ title: isText, url: isText, preview_url: isText, width: isNumber, height: isNumber })
interface Gif {
  readonly title: string
  readonly url: string
  readonly preview_url: string
  readonly width: number
  readonly height: number
}

interface Props {
  close(): void
  choose(gif: { readonly title: string; readonly url: string }): void
}

/** Milliseconds after the last key. */
const soon = 350

export function GifDialog({ close, choose }: Props) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly Gif[]>()
  const [next, setNext] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const asked = useRef<AbortController | undefined>(undefined)
  const look = (q: string, before: readonly Gif[], offset: number): void => {
    asked.current?.abort('something else is looked for')
    const controller = new AbortController()
    asked.current = controller
    setProblem(undefined)
    call('GET', '/gifs', { q, offset }, { signal: controller.signal }).then(
      ({ gifs, next_offset }) => {
        const known = new Set(before.map(({ url }) => url))
        setFound([...before, ...listOf(isGif, gifs).filter(({ url }) => !known.has(url))])
        setNext(isNumber(next_offset) ? next_offset : undefined)
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setProblem(problemText(error))
      },
    )
  }
  useEffect(() => {
    setFound(undefined)
    setNext(undefined)
    const timer = setTimeout(() => look(words.trim(), [], 0), words === '' ? 0 : soon)
    return () => clearTimeout(timer)
  }, [words])
  useEffect(() => field.current?.focus(), [])
  useEffect(() => () => asked.current?.abort('closed'), [])
  return (
    <Dialog title={text('writing.gif')} size="medium" onClose={close}>
      <input
        ref={field}
        class="input gif-search"
        type="search"
        maxLength={100}
        aria-label={text('writing.findGifs')}
        placeholder={text('writing.findGifs')}
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {problem !== undefined && (
        <p class="error gif-problem" role="alert">
          {problem}{' '}
          <button
            type="button"
            class="button plain small"
            onClick={() => look(words.trim(), found ?? [], next ?? 0)}
          >
            {text('writing.tryAgain')}
          </button>
        </p>
      )}
      {found === undefined && problem === undefined && <Skeleton rows={4} label={text('shell.loading')} />}
      {found?.length === 0 && <p class="gif-none">{text('writing.noGifs')}</p>}
      <ul class="gifs" aria-label={text('writing.gif')}>
        {found?.map((gif) => (
          <li key={gif.url}>
            <button
              type="button"
              class="gif"
              onClick={() => {
                close()
                choose(gif)
              }}
            >
              <img
                src={gif.preview_url}
                alt={gif.title || text('writing.untitledGif')}
                width={gif.width}
                height={gif.height}
                loading="lazy"
              />
            </button>
          </li>
        ))}
      </ul>
      <p class="gif-foot">
        {next !== undefined && (
          <button type="button" class="button plain" onClick={() => look(words.trim(), found ?? [], next)}>
            {text('writing.moreGifs')}
          </button>
        )}
        <span>Powered by GIPHY</span>
      </p>
    </Dialog>
  )
}
