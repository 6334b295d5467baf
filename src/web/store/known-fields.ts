// Large records of which every field stands for itself, such as settings: what is missing or strange has a value to go on with.
import { isEqual } from './records'
import { isBoolean, isNumber, isText, isTexts, nullable, type Check, type Fields } from './shapes'

/** What a field holds, and what stands for it where the server does not say. */
export interface KnownField<T> {
  readonly check: Check<T>
  readonly otherwise: T
}

export function known<T>(check: Check<T>, otherwise: T): KnownField<T> {
  return { check, otherwise }
}

export const text = (otherwise = ''): KnownField<string> => known(isText, otherwise)
export const number = (otherwise = 0): KnownField<number> => known(isNumber, otherwise)
export const flag = (otherwise = false): KnownField<boolean> => known(isBoolean, otherwise)
export const texts = (): KnownField<readonly string[]> => known(isTexts, [])
export const textOrNull = (): KnownField<string | null> => known(nullable(isText), null)
export const numberOrNull = (): KnownField<number | null> => known(nullable(isNumber), null)

type KnownFields = Readonly<Record<string, KnownField<unknown>>>

/** The record of these fields. */
export type Known<F> = { readonly [K in keyof F]: F[K] extends KnownField<infer T> ? T : never }

/** Reads the fields from an answer. @param prefix what their names begin with there */
export function readFields<F extends KnownFields>(fields: F, said: Fields, prefix = ''): Known<F> {
  const record = Object.fromEntries(
    Object.entries(fields).map(([name, { check, otherwise }]) => {
      const value = said[prefix + name]
      return [name, check(value) ? value : otherwise]
    }),
  )
  if (!isComplete(fields, record)) throw new Error('A default is not what its field holds')
  return record
}

function isComplete<F extends KnownFields>(fields: F, record: object): record is Known<F> {
  return Object.entries(fields).every(([name, { check }]) => check(Reflect.get(record, name)))
}

/** The record with what an event says of its fields; itself if that is nothing new. Fields that are not known are left out. */
export function withFields<F extends KnownFields>(fields: F, record: Known<F>, said: Fields): Known<F> {
  const news = Object.entries(said).filter(
    ([name, value]) =>
      Object.hasOwn(fields, name) &&
      fields[name]?.check(value) === true &&
      !isEqual(Reflect.get(record, name), value),
  )
  return news.length === 0 ? record : { ...record, ...Object.fromEntries(news) }
}
