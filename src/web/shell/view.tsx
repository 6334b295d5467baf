// What every view looks like: a heading with what belongs to it, then the view itself, which takes the rest of the height.
import { Menu, Users } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { address } from '../addresses/address'
import { state } from '../live/state'
import { windowTitle } from '../live/window-title'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'
import { openSide } from './sides-open'

interface Props {
  /** What the window's title says too. */
  title: string
  /** The heading, where it is more than the title. */
  heading?: ComponentChildren
  /** Buttons at its end. */
  actions?: ComponentChildren
  children: ComponentChildren
}

/** Whether this page has shown another view before: at its beginning the focus is where the browser has put it. */
let hasMoved = false

export function View({ title, heading, actions, children }: Props) {
  const organization = state().organization.name
  const main = useRef<HTMLElement>(null)
  const place = address.value
  useEffect(() => {
    windowTitle.value = `${title} – ${organization}`
  }, [title, organization])
  useEffect(() => {
    // Where the focus was has gone with the view before: keys and screen readers go on in this one.
    const isLost = document.activeElement === document.body
    if (isLost && hasMoved) main.current?.focus({ preventScroll: true })
    hasMoved = true
  }, [place])
  return (
    <main ref={main} id="main" class="view" tabIndex={-1}>
      <header class="view-head">
        <IconButton
          icon={Menu}
          class="to-left"
          label={text('shell.openNavigation')}
          onClick={() => (openSide.value = 'left')}
        />
        <div class="view-title">{heading ?? <h1>{title}</h1>}</div>
        <div class="view-actions">
          {actions}
          <IconButton
            icon={Users}
            class="to-right"
            label={text('shell.openPeople')}
            onClick={() => (openSide.value = 'right')}
          />
        </div>
      </header>
      {children}
    </main>
  )
}
