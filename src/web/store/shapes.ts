// What the server sends is unknown until it is looked at: checks by which it becomes a record of the store.

/** Something with fields of which nothing is known yet: an answer, an event, a record. */
export type Fields = Readonly<Record<string, unknown>>

/** Tells whether a value is what a field holds. */
export type Check<T> = (value: unknown) => value is T

/** The type that a check, or a shape, lets through. */
export type Checked<C> = C extends Check<infer T> ? T : never

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value)
}

/** A field that may be missing. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value)
}

export function either<A, B>(one: Check<A>, other: Check<B>): Check<A | B> {
  return (value): value is A | B => one(value) || other(value)
}

export function oneOf<const T extends readonly string[]>(...texts: T): Check<T[number]> {
  return (value): value is T[number] => typeof value === 'string' && texts.includes(value)
}

export function list<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check)
}

/** An object used as a dictionary. */
export function dictionary<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => {
    if (!isFields(value)) return false
    for (const name in value) if (!check(value[name])) return false
    return true
  }
}

type Optional<F> = { [K in keyof F]: undefined extends Checked<F[K]> ? K : never }[keyof F]
type Flat<T> = { readonly [K in keyof T]: T[K] }

/** The record that a shape's fields make. */
export type Shaped<F> = Flat<
  { [K in Exclude<keyof F, Optional<F>>]: Checked<F[K]> } & {
    [K in Optional<F>]?: Exclude<Checked<F[K]>, undefined>
  }
>

/** A record with these fields. It may have others: what a newer server says beside them is kept and means nothing. */
export function shape<F extends Readonly<Record<string, Check<unknown>>>>(fields: F): Check<Shaped<F>> {
  const names = Object.keys(fields)
  return (value): value is Shaped<F> => {
    if (!isFields(value)) return false
    for (const name of names) if (fields[name]?.(value[name]) !== true) return false
    return true
  }
}

/** Lists of thousands of IDs are common, so this is a bare loop. */
export function isNumbers(value: unknown): value is readonly number[] {
  if (!Array.isArray(value)) return false
  for (let at = 0; at < value.length; at++) if (typeof value[at] !== 'number') return false
  return true
}
export const isTexts = list(isText)

/** The value if it is what it should be, else what stands for it. */
export function orElse<T>(check: Check<T>, value: unknown, otherwise: T): T {
  return check(value) ? value : otherwise
}

/** A list as it is if all of it is what it should be, else without what is not. */
export function listOf<T>(check: Check<T>, value: unknown): readonly T[] {
  if (!Array.isArray(value)) return []
  return value.every(check) ? value : value.filter(check)
}

/** The record with its shape's fields alone. */
export function bare<T extends Fields>(check: Check<T>, names: readonly string[], record: T): T {
  const own: Record<string, unknown> = {}
  for (const name of names) own[name] = record[name]
  return check(own) ? own : record
}
