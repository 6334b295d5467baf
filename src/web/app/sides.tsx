// The two sides of the frame; where there is no room for them they slide in over the middle, one at a time.
import type { ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useIsSeen } from '../parts/seen'
import { text, type TextKey } from '../texts/text'
import { Navigation } from '../finding/navigation'
import { PeopleList } from '../people/people-list'
import { openSide, type SideName } from '../shell/sides-open'

interface SideOfFrame {
  name: SideName
  label: TextKey
  content: ComponentType
}

export const leftSide: SideOfFrame = { name: 'left', label: 'shell.navigation', content: Navigation }
export const rightSide: SideOfFrame = { name: 'right', label: 'shell.people', content: PeopleList }

export function Side({ side: { name, label, content: Content } }: { side: SideOfFrame }) {
  const element = useRef<HTMLElement>(null)
  const isOpen = openSide.value === name
  // What somebody has come to read comes first.
  const isDrawn = useIsSeen()
  useEffect(() => {
    if (isOpen) element.current?.focus()
  }, [isOpen])
  return (
    <>
      {isOpen && <div class="side-back" onPointerDown={() => (openSide.value = undefined)} />}
      <nav
        ref={element}
        tabIndex={-1}
        class={`side ${name} ${isOpen ? 'open' : ''}`}
        aria-label={text(label)}
        onKeyDown={(event) => event.key === 'Escape' && (openSide.value = undefined)}
      >
        {isDrawn && <Content />}
      </nav>
    </>
  )
}
