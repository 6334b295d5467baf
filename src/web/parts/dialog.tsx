// Dialogs: the browser's own, which keeps the focus inside and gives it back. On phones they are sheets at the bottom.
import { X } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useUniqueId } from './unique-id'
import { text } from '../texts/text'
import { IconButton } from './icon-button'
import { recoverFocus, useKeptFocus } from './kept-focus'

interface Props {
  title: string
  /** Called when it is left by Escape, its close button or a click beside it; whoever shows it takes it away. */
  onClose(): void
  children: ComponentChildren
  /** Buttons below, the main one last. */
  actions?: ComponentChildren
  size?: 'small' | 'medium' | 'large'
  /** Whether nothing inside takes the focus: then what is inside does, so that keys scroll it. */
  isToBeRead?: boolean
}

export function Dialog({ title, onClose, children, actions, size = 'small', isToBeRead = false }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useUniqueId()
  useKeptFocus(element)
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    // Who opens a form writes into it; the browser would begin with the button that closes it.
    if (document.activeElement?.closest('header'))
      dialog
        ?.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea, .moments button):enabled')
        ?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      recoverFocus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      class={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === element.current && onClose()}
    >
      <div class="dialog-inside">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton icon={X} label={text('shell.close')} onClick={onClose} />
        </header>
        <div class="dialog-body" tabIndex={isToBeRead ? 0 : undefined}>
          {children}
        </div>
        {actions !== undefined && <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}
