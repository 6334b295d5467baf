// Which parts of lists are folded away, or opened, on this device: kept until the person logs out.
import { signal } from '@preact/signals'

const place = 'folds'
const changed = signal<ReadonlySet<string>>(new Set(stored()))

/** Whether the part is otherwise than it is by itself. */
export function isToggled(part: string): boolean {
  return changed.value.has(part)
}

export function toggle(part: string): void {
  const now = new Set(changed.value)
  if (!now.delete(part)) now.add(part)
  changed.value = now
  localStorage.setItem(place, JSON.stringify([...now]))
}

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
