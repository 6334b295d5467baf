// Dialogs that are loaded when somebody first opens one: what is typed until they are there is meant for them.
import { Unreachable } from '../api/call'
import { keepKeys, type KeptKeys } from './kept-keys'
import { canLoad, tellMissing } from './loading'
import { toastProblem } from './toasts'

let isAwaited = false

/**
 * Loads a dialog and shows it, with what was typed meanwhile in its field; not if Escape was pressed.
 * @param show opens it
 */
export function showLoaded<Loaded>(load: () => Promise<Loaded>, show: (loaded: Loaded) => void): void {
  if (isAwaited) return
  if (!canLoad()) return toastProblem(new Unreachable())
  isAwaited = true
  let isWanted = true
  const keys = keepKeys(() => (isWanted = false))
  load()
    .then(
      async (loaded) => {
        if (!isWanted) return keys()
        show(loaded)
        const field = await focusInDialog()
        return type(keys(), field)
      },
      () => {
        keys()
        tellMissing()
      },
    )
    .finally(() => (isAwaited = false))
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** So long, in milliseconds, a dialog is waited for that does not take the focus, as none should. */
const longest = 1000

/** The field of the dialog that takes the focus now; undefined where it has none to write in. */
async function focusInDialog(): Promise<Field | undefined> {
  const dialog = await new Promise<Element | undefined>((resolve) => {
    const found = ({ target }: Event): void => {
      const inside = target instanceof Element ? target.closest('dialog') : null
      if (inside) end(inside)
    }
    const end = (dialog?: Element): void => {
      removeEventListener('focusin', found, true)
      clearTimeout(timer)
      resolve(dialog)
    }
    const timer = setTimeout(end, longest)
    addEventListener('focusin', found, true)
  })
  const focused = document.activeElement
  if (isField(focused)) return focused
  return [...(dialog?.querySelectorAll('input, textarea') ?? [])].find(isField)
}

function isField(element: Element | null): element is Field {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && ['text', 'search', 'url', 'email'].includes(element.type))
  )
}

function type({ text, isEntered }: KeptKeys, field: Field | undefined): void {
  if (!field || (text === '' && !isEntered)) return
  field.focus()
  if (text !== '') document.execCommand('insertText', false, text)
  if (!isEntered) return
  // Once what was typed is drawn.
  setTimeout(() => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    if (field.dispatchEvent(enter) && field instanceof HTMLInputElement) field.form?.requestSubmit()
  })
}
