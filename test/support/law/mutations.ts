// Events that say something else: at each place where an event says something, what it says can be changed.
import type { Event } from './rules'

/** Where an event says something: names of fields with dots between them, `*` for members of lists and for IDs. */
export function pathsIn(value: unknown, path: string[] = []): string[] {
  if (Array.isArray(value) && value.length > 0)
    return [...new Set(value.flatMap((each) => pathsIn(each, [...path, '*'])))]
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return [path.join('.')]
  const paths = Object.entries(value).flatMap(([name, inner]) => {
    if (path.length === 0 && (name === 'id' || name === 'type')) return []
    return pathsIn(inner, [...path, /^\d+$/.test(name) ? '*' : name])
  })
  return [...new Set(paths)]
}

/** The event with something else at a path. */
export function changed(event: Event, path: string): Event {
  const copy = structuredClone(event)
  change(copy, path.split('.'))
  return copy
}

function change(value: unknown, [name = '', ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return
  for (const key of name === '*' ? Object.keys(value) : [name]) {
    const inner: unknown = Reflect.get(value, key)
    if (inner === undefined) continue
    if (rest.length > 0) change(inner, rest)
    else Reflect.set(value, key, other(inner))
  }
}

function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1_000_007
  if (typeof value === 'string') return `${value}~`
  if (typeof value === 'boolean') return !value
  return value === null ? 'something' : Array.isArray(value) ? ['something'] : { some: 'thing' }
}
