// Changing immutable records and lists: what is not different stays the same object, since signals go by that.
import { isFields } from './shapes'

/** Whether two values of JSON say the same. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => isEqual(each, b[at]))
  if (!isFields(a) || !isFields(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => name in b && isEqual(a[name], b[name]))
  )
}

/** What is there now; if it says the same as before, what was there before. */
export function kept<T>(before: T, now: T): T {
  return isEqual(before, now) ? before : now
}

/** The record with other fields; itself if they say nothing new. */
export function changed<T extends object>(record: T, fields: Partial<T>): T {
  const isNew = Object.entries(fields).some(([name, value]) => !isEqual(Reflect.get(record, name), value))
  return isNew ? { ...record, ...fields } : record
}

/** The list with the record in place of the one with the same key, else at its end. */
export function placed<T>(list: readonly T[], record: T, keyOf: (record: T) => unknown): readonly T[] {
  const at = list.findIndex((each) => keyOf(each) === keyOf(record))
  if (at < 0) return [...list, record]
  return isEqual(list[at], record) ? list : list.with(at, record)
}

/** The list without those; itself if there are none. */
export function without<T>(list: readonly T[], isGone: (record: T) => boolean): readonly T[] {
  return list.some(isGone) ? list.filter((each) => !isGone(each)) : list
}

/** Adds to the list of that key, where there is none to an empty one. */
export function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Ascending IDs with one more, each once. */
export function withId(ids: readonly number[], id: number): readonly number[] {
  const last = ids.at(-1)
  if (last === undefined || last < id) return [...ids, id]
  const at = positionOf(ids, id)
  return ids[at] === id ? ids : ids.toSpliced(at, 0, id)
}

/** Ascending IDs with more, each once. */
export function withIds(ids: readonly number[], more: readonly number[]): readonly number[] {
  if (more.length <= 4) return more.reduce(withId, ids)
  const all = new Set([...ids, ...more])
  return all.size === ids.length ? ids : [...all].sort((a, b) => a - b)
}

/** IDs that are to go. */
export interface GoneIds {
  readonly ids: ReadonlySet<number>
  readonly lowest: number
  readonly highest: number
}

export function goneIds(ids: Iterable<number>): GoneIds {
  const set = new Set(ids)
  let [lowest, highest] = [Infinity, -Infinity]
  for (const id of set) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  return { ids: set, lowest, highest }
}

/** Ascending IDs without those; the same list if none of them is in it. */
export function withoutIds(ids: readonly number[], gone: GoneIds): readonly number[] {
  const from = positionOf(ids, gone.lowest)
  if ((ids[from] ?? Infinity) > gone.highest) return ids
  return without(ids, (id) => gone.ids.has(id))
}

/** Where the ID stands among ascending ones, or would stand. */
export function positionOf(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ids[middle] ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}
