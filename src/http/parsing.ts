// From a parameter's text to a value of its type: what each type looks like in a form or a query.
import { Kind, type TSchema } from '@sinclair/typebox'
import { checkOf } from './checks'
import { invalidParameter } from './errors'
import { maxNesting, parseJson } from './json'

/** Reads a text, or a file. @throws ApiError REQUEST_VARIABLE_INVALID naming the parameter */
export type Parse = (name: string, raw: string | File) => unknown

/** How texts of a type are read; whether the value fits the rest of the schema is not looked at. */
export function parser(property: TSchema): Parse {
  if (property['file'] === true) return parseFile
  if (isStringLike(property)) return parseText
  if (property[Kind] === 'Id') return parseId
  if (property['type'] === 'integer') return parseInteger
  if (property['type'] === 'number') return parseNumber
  if (property['type'] === 'boolean') return parseBoolean
  return property[Kind] === 'Union' && acceptsString(property) ? parseJsonOrText(property) : parseJsonText
}

/** Whether it takes texts only, which are not JSON but literal. */
export function isStringLike(schema: TSchema): boolean {
  if (schema['type'] === 'string') return true
  return Array.isArray(schema['anyOf']) && schema['anyOf'].every(isStringLike)
}

function acceptsString(schema: TSchema): boolean {
  return Array.isArray(schema['anyOf']) && schema['anyOf'].some((member: TSchema) => isStringLike(member))
}

const parseFile: Parse = (name, raw) => {
  if (typeof raw === 'string') throw invalidParameter(name, `${name} is not a file`)
  return raw
}

export function parseText(name: string, raw: string | File): string {
  if (typeof raw !== 'string') throw invalidParameter(name, `${name} is not well-formed text`)
  if (!isStorableText(raw)) throw invalidParameter(name, `${name} contains invalid characters`)
  return raw
}

const parseInteger: Parse = (name, raw) => {
  const value = typeof raw === 'string' && /^-?\d{1,16}$/.test(raw) ? Number(raw) : NaN
  if (!Number.isSafeInteger(value)) throw invalidParameter(name, `${name} is not an integer`)
  return value
}

const parseId: Parse = (name, raw) => {
  if (typeof raw !== 'string' || !/^-?\d+$/.test(raw))
    throw invalidParameter(name, `${name} is not an integer`)
  // Hundreds of digits are more than a number can be.
  return Math.max(-Number.MAX_VALUE, Math.min(Number(raw), Number.MAX_VALUE))
}

const parseNumber: Parse = (name, raw) => {
  const value = typeof raw === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(raw) ? Number(raw) : NaN
  if (!Number.isFinite(value)) throw invalidParameter(name, `${name} is not a number`)
  return value
}

const parseBoolean: Parse = (name, raw) => {
  if (raw === 'true' || raw === 'True') return true
  if (raw === 'false' || raw === 'False') return false
  throw invalidParameter(name, `${name} is not a boolean`)
}

const parseJsonText: Parse = (name, raw) => {
  const value = parseJson(parseText(name, raw), (why) => invalidParameter(name, `${name} ${why}`))
  if (value === undefined) throw invalidParameter(name, `${name} is not valid JSON`)
  return value
}

/** What fits as JSON is meant so, all else is text. */
function parseJsonOrText(property: TSchema): Parse {
  const check = checkOf(property)
  const withIds = holdsIds(property)
  return (name, raw) => {
    const text = parseText(name, raw)
    const value = parseJson(text, (why) => invalidParameter(name, `${name} ${why}`))
    return value !== undefined && check.fits(value) && isStorable(value, withIds) ? value : text
  }
}

/** Whether there are IDs in values of this type. */
export function holdsIds(schema: TSchema): boolean {
  if (schema[Kind] === 'Id') return true
  const inside = [schema['anyOf'], schema['items'], Object.values(schema['properties'] ?? {})].flat()
  return inside.some((each: TSchema | undefined) => each !== undefined && holdsIds(each))
}

/**
 * Whether a value can be stored: no text with half a character, no number that was rounded, no absurd depth.
 * @param withIds whether its numbers may be IDs
 */
export function isStorable(value: unknown, withIds: boolean, depth = 0): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value === 'number') return isExact(value) || (withIds && Number.isFinite(value))
  if (typeof value !== 'object' || value === null) return true
  if (depth > maxNesting) return false
  if (Array.isArray(value)) return value.every((member) => isStorable(member, withIds, depth + 1))
  return Object.entries(value).every(
    ([key, member]) => key.isWellFormed() && isStorable(member, withIds, depth + 1),
  )
}

function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** An integer that is rounded is not the one that was sent; SQLite has none beyond 64 bits. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}
