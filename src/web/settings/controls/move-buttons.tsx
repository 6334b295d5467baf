// Two buttons that move a thing up and down in its list.
import { ArrowDown, ArrowUp } from 'lucide-preact'
import { IconButton } from '../../parts/icon-button'
import { text } from '../../texts/text'

interface Props {
  name: string
  /** From 0 on. */
  place: number
  count: number
  /** Told the place where it is to be. */
  onMove(place: number): void
}

export function MoveButtons({ name, place, count, onMove }: Props) {
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={text('settings.moveUp', { name })}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <IconButton
        icon={ArrowDown}
        label={text('settings.moveDown', { name })}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      />
    </>
  )
}

/** The IDs with this one at another place. */
export function moved(ids: readonly number[], id: number, place: number): readonly number[] {
  return ids.filter((each) => each !== id).toSpliced(place, 0, id)
}
