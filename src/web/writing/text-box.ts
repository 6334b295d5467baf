// A field in which Markdown is written. The text lives in the element, so that a key press draws nothing anew; signals follow it.
import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Change, Selection } from './change'

export class TextBox {
  readonly #text = signal('')
  #field: HTMLTextAreaElement | undefined

  readonly isBlank = computed(() => this.#text.value.trim() === '')

  get text(): ReadonlySignal<string> {
    return this.#text
  }

  get field(): HTMLTextAreaElement | undefined {
    return this.#field
  }

  /** Shows this text in that element from now on; in none, if undefined. */
  attach(field: HTMLTextAreaElement | null): void {
    this.#field = field ?? undefined
    if (field && field.value !== this.#text.peek()) field.value = this.#text.peek()
  }

  /** Takes in what the element says. */
  follow(): void {
    if (this.#field) this.#text.value = this.#field.value
  }

  /** Another text altogether, which is nothing to be undone. */
  put(text: string): void {
    // The element first: whoever follows the text may look at it.
    if (this.#field && this.#field.value !== text) {
      this.#field.value = text
      this.#field.setSelectionRange(text.length, text.length)
      fit(this.#field)
    }
    this.#text.value = text
  }

  get selection(): Selection {
    const length = this.#text.peek().length
    return this.#field
      ? { start: this.#field.selectionStart, end: this.#field.selectionEnd }
      : { start: length, end: length }
  }

  /** Changes the text as if by keys, so that Ctrl+Z takes it back. */
  apply({ from, to, insert, select }: Change): void {
    const field = this.#field
    if (!field) {
      const before = this.#text.peek()
      this.#text.value = before.slice(0, from) + insert + before.slice(to)
      return
    }
    field.focus()
    field.setSelectionRange(from, to)
    typeInto(field, insert)
    field.setSelectionRange(select.start, select.end)
    this.follow()
  }

  /** Puts text in place of the selection, and goes behind it. */
  insert(text: string): void {
    const { start, end } = this.selection
    const after = start + text.length
    this.apply({ from: start, to: end, insert: text, select: { start: after, end: after } })
  }

  /** Puts text on lines of its own: at the cursor, with an empty line before it where there is something. */
  insertBlock(text: string): void {
    const before = this.#text.peek().slice(0, this.selection.start)
    const gap = before.trim() === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    this.insert(`${gap}${text}\n`)
  }

  /** Puts something else in place of a text, wherever it stands now. @returns whether it is there */
  exchange(old: string, text: string): boolean {
    const now = this.#text.peek()
    const at = now.indexOf(old)
    if (at < 0) return false
    const { start, end } = this.selection
    const moved = (place: number): number =>
      place <= at ? place : Math.max(at + text.length, place + text.length - old.length)
    const changed = now.slice(0, at) + text + now.slice(at + old.length)
    if (this.#field) {
      this.#field.value = changed
      this.#field.setSelectionRange(moved(start), moved(end))
      fit(this.#field)
    }
    this.#text.value = changed
    return true
  }

  focus(): void {
    this.#field?.focus()
  }
}

/** `insertText` is the one way to write into a field that its undo knows of. */
function typeInto(field: HTMLTextAreaElement, text: string): void {
  const done = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (done || (text === '' && field.selectionStart === field.selectionEnd)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** Makes the field as high as its text; where the browser can do that by a style, it does. */
export function fit(field: HTMLTextAreaElement): void {
  if (growsByItself) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + 2}px`
}
