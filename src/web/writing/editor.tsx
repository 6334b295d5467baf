// The field in which Markdown is written, with its keys: in the compose box, and where messages are edited.
import { useSignal, type Signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { state } from '../live/state'
import { lazyPart, loadSoon } from '../parts/lazy'
import { keyFormat } from './format-keys'
import { continueList, isInCode, pastedLink } from './formatting'
import { markdownOf, pastedNodes } from './pasted-html'
import type { Destination } from './destination'
import { fit, type TextBox } from './text-box'
import { wantedAt, type Wanted } from './wanted'

const Completion = lazyPart(async () => (await import('./completion')).Completion)
// Whoever writes will want names.
loadSoon(async () => (await import('./finding')).warmNames())

export interface EditorProps {
  box: TextBox
  /** Where the text will stand: what is completed first follows from that. */
  to: Destination
  label: string
  placeholder?: string
  autofocus?: boolean
  describedBy?: string
  onSubmit(): void
  onInput?(): void
  onEscape?(): void
  /** The arrow up in the empty field. */
  onUp?(): void
  onFiles?(files: readonly File[]): void
}

export function Editor({ box, to, label, placeholder, autofocus, describedBy, ...events }: EditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useSignal<Wanted | undefined>(undefined)
  // With the drawing: what is typed right after it is known.
  useLayoutEffect(() => {
    box.attach(field.current)
    if (field.current) fit(field.current)
    if (autofocus) box.focus()
    // However the text changes: it may be sent while suggestions are open.
    const stop = box.text.subscribe(() => {
      if (field.current && document.activeElement === field.current) lookFor(wanted, field.current)
    })
    return () => {
      stop()
      box.attach(null)
    }
  }, [box])
  return (
    <div class="editor">
      <textarea
        ref={field}
        class="editor-field"
        rows={1}
        dir="auto"
        aria-label={label}
        aria-describedby={describedBy}
        placeholder={placeholder}
        onInput={({ currentTarget }) => {
          box.follow()
          fit(currentTarget)
          events.onInput?.()
        }}
        onClick={({ currentTarget }) => lookFor(wanted, currentTarget)}
        onBlur={() => (wanted.value = undefined)}
        onKeyDown={(event) => {
          if (!completes(event, wanted)) keyDown(event, box, events)
        }}
        onKeyUp={({ key, currentTarget }) => {
          if (moves.has(key)) lookFor(wanted, currentTarget)
        }}
        onPaste={(event) => paste(event, box, events)}
      />
      <Offered box={box} to={to} wanted={wanted} />
    </div>
  )
}

/** What can be completed; where nothing can, what does it need not even be loaded. */
function Offered(props: { box: TextBox; to: Destination; wanted: Signal<Wanted | undefined> }) {
  return props.wanted.value ? <Completion {...props} /> : null
}

/** Keys after which the cursor stands elsewhere in the line. */
const moves = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End'])

function lookFor(wanted: Signal<Wanted | undefined>, field: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end } = field
  wanted.value = start === end ? wantedAt(field.value, start) : undefined
}

/** Whether the key belongs to the list of suggestions, while that is open. */
function completes(
  event: KeyboardEvent & { currentTarget: HTMLTextAreaElement },
  wanted: Signal<Wanted | undefined>,
): boolean {
  if (event.currentTarget.dataset['completing'] === undefined) return false
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    wanted.value = undefined
    return true
  }
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
  return isPlain && ['Enter', 'Tab', 'ArrowUp', 'ArrowDown'].includes(event.key)
}

type Events = Pick<EditorProps, 'onSubmit' | 'onEscape' | 'onUp' | 'onFiles'>

function keyDown(event: KeyboardEvent, box: TextBox, events: Events): void {
  // The list of suggestions has had it, or the keyboard of another script is composing.
  if (event.defaultPrevented || event.isComposing) return
  if (event.key === 'Enter') return enter(event, box, events)
  if (event.key === 'Escape' && events.onEscape) {
    event.preventDefault()
    event.stopPropagation()
    return events.onEscape()
  }
  if (event.key === 'ArrowUp' && box.text.peek() === '' && events.onUp) {
    event.preventDefault()
    return events.onUp()
  }
  const format = keyFormat(event)
  if (!format) return
  event.preventDefault()
  event.stopPropagation()
  box.apply(format(box.text.peek(), box.selection))
}

/** Sends or makes a line, as the setting says; Ctrl+Enter does the other, Shift+Enter always makes a line. */
function enter(event: KeyboardEvent, box: TextBox, { onSubmit }: Events): void {
  const { enter_sends: enterSends } = state().userSettings
  const withCtrl = event.ctrlKey || event.metaKey
  if (!event.shiftKey && !event.altKey && enterSends !== withCtrl) {
    event.preventDefault()
    return onSubmit()
  }
  const next = continueList(box.text.peek(), box.selection)
  if (next && !event.shiftKey) {
    event.preventDefault()
    box.apply(next)
  } else if (withCtrl) {
    event.preventDefault()
    box.insert('\n')
  }
}

function paste(event: ClipboardEvent, box: TextBox, { onFiles }: Events): void {
  const data = event.clipboardData
  if (!data) return
  const files = [...data.files]
  // Programs for tables and texts put a picture beside what was copied.
  if (files.length > 0 && onFiles && data.getData('text/plain') === '') {
    event.preventDefault()
    return onFiles(files)
  }
  const plain = data.getData('text/plain')
  const link = pastedLink(box.text.peek(), box.selection, plain)
  // Ctrl+Shift+V gives no HTML at all: then it is pasted as it is.
  const nodes =
    link || isInCode(box.text.peek(), box.selection.start)
      ? undefined
      : pastedNodes(data.getData('text/html'))
  if (!link && !nodes) return
  event.preventDefault()
  if (link) box.apply(link)
  else if (nodes) void pasteFormatted(box, nodes, plain)
}

async function pasteFormatted(box: TextBox, nodes: HTMLElement, plain: string): Promise<void> {
  const markdown = await markdownOf(nodes).catch(() => '')
  box.insert(markdown === '' ? plain : markdown)
}
