// Cards that tell who a person or a group is, at the name or picture that was clicked.
import { computePosition, flip, offset, shift } from '@floating-ui/dom'
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { GroupCard } from './group-card'
import { closeCard, openCard } from './open-card'
import { PersonCard } from './person-card'

/** The card that is open, if there is one. To be placed once. */
export function Cards() {
  const card = openCard.value
  return card ? <OpenCard key={`${card.kind} ${String(card.id)}`} /> : null
}

const returnsFocus = signal<Element | null>(null)

function OpenCard() {
  const element = useRef<HTMLDivElement>(null)
  const card = openCard.value
  useLayoutEffect(() => {
    const box = element.current
    if (!box || !card) return
    returnsFocus.value = document.activeElement
    void computePosition(card.at, box, {
      placement: 'right-start',
      strategy: 'fixed',
      middleware: [
        offset(8),
        flip({ padding: 8, fallbackAxisSideDirection: 'start' }),
        shift({ padding: 8 }),
      ],
    }).then(({ x, y }) => Object.assign(box.style, { left: `${x}px`, top: `${y}px` }))
    box.focus()
    return () => {
      const before = returnsFocus.peek()
      if (before instanceof HTMLElement && before.isConnected && box.contains(document.activeElement))
        before.focus()
    }
  }, [card])
  if (!card) return null
  return (
    <div class="menu-back" onPointerDown={(event) => event.target === event.currentTarget && closeCard()}>
      <div
        ref={element}
        class="card"
        role="dialog"
        aria-labelledby="card-name"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          closeCard()
        }}
      >
        {card.kind === 'person' ? <PersonCard id={card.id} /> : <GroupCard id={card.id} />}
      </div>
    </div>
  )
}
