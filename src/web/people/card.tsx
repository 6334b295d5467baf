// A card that tells who a person or a group is, beside the name or picture that was clicked.
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { placeBeside } from '../parts/beside'
import { GroupCard } from './group-card'
import { closeCard, openCard } from './open-card'
import { PersonCard } from './person-card'

const returnsFocus = signal<Element | null>(null)

/** The card that is open. */
export function OpenCard() {
  const element = useRef<HTMLDivElement>(null)
  const card = openCard.value
  useLayoutEffect(() => {
    const box = element.current
    if (!box || !card) return
    returnsFocus.value = document.activeElement
    void placeBeside(box, card.at, { placement: 'right-start', gap: 8, fallsAcross: true })
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
