// A part of the left side that folds away under its heading.
import { ChevronDown, ChevronRight } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { isToggled, toggle } from './folds'

interface Props {
  /** Names it among the folds. */
  name: string
  title: string
  /** Shown beside the title while it is folded. */
  count?: ComponentChildren
  /** Buttons at its end. */
  actions?: ComponentChildren
  /** Open whatever was folded: while something is looked for. */
  isForcedOpen?: boolean
  children: ComponentChildren
}

export function Section({ name, title, count, actions, isForcedOpen = false, children }: Props) {
  const id = useId()
  const isOpen = isForcedOpen || !isToggled(name)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <section class="side-section">
      <div class="side-heading">
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => toggle(name)}>
            <Icon size={14} aria-hidden="true" />
            <span class="side-heading-text">{title}</span>
          </button>
        </h2>
        {!isOpen && count}
        {actions}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
