// The menu of a row: by a button at its end, which shows where one points or goes to, by the right button of the mouse, and by a
// finger that stays.
import { EllipsisVertical } from 'lucide-preact'
import { onLongPress } from '../acting/long-press'
import { IconButton } from '../parts/icon-button'

/** Where a menu opens. */
export type MenuPlace = Element | { x: number; y: number }

interface Props {
  label: string
  open(at: MenuPlace): void
}

export function RowMenu({ label, open }: Props) {
  return (
    <IconButton
      icon={EllipsisVertical}
      size={15}
      class="row-menu"
      label={label}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => open(currentTarget)}
    />
  )
}

interface Handlers {
  onContextMenu(event: MouseEvent): void
  onPointerDown(event: PointerEvent): void
}

/** To be put on the row. */
export function menuByPointer(open: (at: MenuPlace) => void): Handlers {
  return {
    ...onLongPress(open),
    onContextMenu(event) {
      event.preventDefault()
      open({ x: event.clientX, y: event.clientY })
    },
  }
}
