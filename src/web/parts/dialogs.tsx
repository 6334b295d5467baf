// Which dialogs are open: any code may show one, without a component of its own around it.
import { signal } from '@preact/signals'
import { Fragment, type VNode } from 'preact'

interface Open {
  id: number
  content: VNode
}

const open = signal<readonly Open[]>([])
let last = 0

/**
 * Shows a dialog, above those that are open.
 * @param content makes it (a `Dialog`), given what closes it
 * @returns closes it
 */
export function showDialog(content: (close: () => void) => VNode): () => void {
  last += 1
  const id = last
  const close = (): void => {
    open.value = open.value.filter((dialog) => dialog.id !== id)
  }
  open.value = [...open.value, { id, content: content(close) }]
  return close
}

// Whoever goes back or forward, as phones do to be rid of what is in front, is not to have it above another page.
window.navigation?.addEventListener('navigate', ({ navigationType }) => {
  if (navigationType === 'traverse') open.value = []
})

export function Dialogs() {
  return (
    <>
      {open.value.map(({ id, content }) => (
        <Fragment key={id}>{content}</Fragment>
      ))}
    </>
  )
}
