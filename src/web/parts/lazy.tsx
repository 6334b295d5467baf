// Views that are loaded when they are first shown.
import type { ComponentType, FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { text } from '../texts/text'
import { Skeleton } from './skeleton'

/** A view that is loaded when it is first drawn; grey lines stand for it until then. */
export function lazy(load: () => Promise<ComponentType>): FunctionComponent {
  let loaded: ComponentType | undefined
  return function Lazy() {
    const [, redraw] = useState(0)
    const [hasFailed, setFailed] = useState(false)
    const get = (): void => {
      setFailed(false)
      load().then(
        (component) => {
          loaded = component
          redraw((count) => count + 1)
        },
        () => setFailed(true),
      )
    }
    useEffect(() => {
      if (!loaded) get()
    }, [])
    const Content = loaded
    if (Content) return <Content />
    return (
      <main id="main" class="view" tabIndex={-1}>
        {hasFailed ? (
          <div class="empty-state" role="alert">
            <p>{text('shell.failed')}</p>
            <button type="button" class="button" onClick={get}>
              {text('shell.retry')}
            </button>
          </div>
        ) : (
          <Skeleton rows={8} label={text('shell.loading')} />
        )}
      </main>
    )
  }
}
