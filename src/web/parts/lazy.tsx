// Views, and parts of views, that are loaded when they are first shown.
import type { ComponentType, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../texts/text'
import { canLoad, tellMissing } from './loading'
import { Skeleton } from './skeleton'

interface Waiting {
  /** `missing`: it could not be loaded, and the browser would not ask for it again. */
  status: 'loading' | 'offline' | 'missing'
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
  if (!canLoad()) return
  // What is out of reach now is said to be so to whoever wants it; those who look from outside see when all was tried.
  void Promise.allSettled([...soon].map(async (load) => load())).then(() => {
    document.documentElement.dataset['parts'] = 'loaded'
  })
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
    const [status, setStatus] = useState<Waiting['status']>('loading')
    const get = (): void => {
      if (loaded) return
      if (!canLoad()) return setStatus('offline')
      setStatus('loading')
      fetch().then(
        () => redraw((count) => count + 1),
        () => setStatus('missing'),
      )
    }
    useEffect(() => {
      if (loaded) return
      get()
      addEventListener('online', get)
      return () => removeEventListener('online', get)
    }, [])
    const Content = loaded
    return Content ? <Content {...props} /> : <Waiting status={status} retry={get} />
  }
  return { Lazy, fetch }
}

function WaitingView({ status, retry }: Waiting) {
  if (status === 'loading')
    return (
      <main id="main" class="view" tabIndex={-1}>
        <Skeleton rows={8} label={text('shell.loading')} />
      </main>
    )
  const isMissing = status === 'missing'
  return (
    <main id="main" class="view" tabIndex={-1}>
      <div class="empty-state" role="alert">
        <p>{text(isMissing ? 'shell.partMissing' : 'shell.failed')}</p>
        <button type="button" class="button" onClick={() => (isMissing ? location.reload() : retry())}>
          {text(isMissing ? 'shell.reload' : 'shell.retry')}
        </button>
      </div>
    </main>
  )
}

/** Something small has no room to say more; offline is said above everything, and then it comes by itself. */
function WaitingPart({ status }: Waiting) {
  useEffect(() => {
    if (status === 'missing') tellMissing()
  }, [status])
  return null
}
