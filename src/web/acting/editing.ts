// Which messages are being edited in place: their rows show the editor instead of the content.
import { signal } from '@preact/signals'

const open = signal<ReadonlySet<number>>(new Set())

export function startEditing(id: number): void {
  open.value = new Set([...open.peek(), id])
}

export function stopEditing(id: number): void {
  open.value = new Set([...open.peek()].filter((each) => each !== id))
}

export function isEditing(id: number): boolean {
  return open.value.has(id)
}
