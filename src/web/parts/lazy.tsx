// Views, and parts of views, that are loaded when they are first shown.
import type { ComponentType, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../texts/text'
import { Skeleton } from './skeleton'
import { toast } from './toasts'

interface Waiting {
  hasFailed: boolean
  retry(): void
}

/** A view that is loaded when it is first drawn; grey lines stand for it until then. */
export function lazy(load: () => Promise<ComponentType>): FunctionComponent {
  return loadedBy(load, WaitingView).Lazy
}

const soon = new Set<() => Promise<unknown>>()

/** A part of a view likewise, or loaded by `loadParts` before; nothing stands for it until then. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const { Lazy, fetch } = loadedBy(load, WaitingPart)
  soon.add(fetch)
  return Lazy
}

/** Has `loadParts` load something that is no component. */
export function loadSoon(load: () => Promise<unknown>): void {
  soon.add(load)
}

/** Loads what will be wanted soon, so that it is there at once then. */
export function loadParts(): void {
  // What is out of reach now is tried again by whoever wants it.
  for (const load of soon) load().catch(() => undefined)
}

function loadedBy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting: ComponentType<Waiting>,
): { Lazy: FunctionComponent<P>; fetch: () => Promise<void> } {
  let loaded: ComponentType<P> | undefined
  const fetch = async (): Promise<void> => {
    loaded ??= await load()
  }
  function Lazy(props: P) {
    const [, redraw] = useState(0)
    const [hasFailed, setFailed] = useState(false)
    const get = (): void => {
      setFailed(false)
      fetch().then(
        () => redraw((count) => count + 1),
        () => setFailed(true),
      )
    }
    useEffect(() => {
      if (!loaded) get()
    }, [])
    const Content = loaded
    return Content ? <Content {...props} /> : <Waiting hasFailed={hasFailed} retry={get} />
  }
  return { Lazy, fetch }
}

function WaitingView({ hasFailed, retry }: Waiting) {
  return (
    <main id="main" class="view" tabIndex={-1}>
      {hasFailed ? (
        <div class="empty-state" role="alert">
          <p>{text('shell.failed')}</p>
          <button type="button" class="button" onClick={retry}>
            {text('shell.retry')}
          </button>
        </div>
      ) : (
        <Skeleton rows={8} label={text('shell.loading')} />
      )}
    </main>
  )
}

/** Something small has no room to say more; where it is drawn anew, it is tried again. */
function WaitingPart({ hasFailed, retry }: Waiting) {
  useEffect(() => {
    if (hasFailed)
      toast(text('shell.failed'), {
        isProblem: true,
        action: { label: text('shell.retry'), run: retry },
      })
  }, [hasFailed])
  return null
}
