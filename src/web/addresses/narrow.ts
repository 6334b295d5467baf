// Addresses of narrows: `#narrow/channel/1-general/topic/lunch/with/42` and back (notes: narrow).
import { decodeHash, encodeHash } from './hash'

/** One term of a narrow. IDs are numbers; the rest is text. */
export interface Term {
  operator: string
  operand: string | number | readonly number[]
  negated?: boolean
}

/** A narrow as an address says it. */
export interface Narrow {
  terms: readonly Term[]
  /** The message to open at (`/near/`), which is no term of the search itself. */
  near: number | undefined
}

/** Words for IDs to be read beside them; they change, the IDs don't. */
export interface Names {
  channel(id: number): string | undefined
  person(id: number): string | undefined
}

/** Spellings of old addresses. */
const earlier: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
}
const withIds = new Set(['dm', 'dm-including'])
const withMessage = new Set(['near', 'with', 'id'])

/** @param hash such as `#narrow/is/starred` @returns undefined if it is no such address */
export function narrowOf(hash: string): Narrow | undefined {
  const [head, ...parts] = hash.replace(/^#/, '').split('/')
  if (head !== 'narrow') return undefined
  const terms: Term[] = []
  let near: number | undefined
  for (let index = 0; index < parts.length; index += 2) {
    const word = parts[index] ?? ''
    if (word === '' && index === parts.length - 1) break
    const negated = word.startsWith('-')
    const plain = negated ? word.slice(1) : word
    const operator = earlier[plain] ?? plain
    const operand = operandOf(operator, decodeHash(parts[index + 1] ?? ''))
    if (operand === undefined) return undefined
    if (operator === 'near' && typeof operand === 'number') near = operand
    else terms.push({ operator, operand, ...(negated ? { negated } : {}) })
  }
  return { terms, near }
}

/** The narrow that the view at an address shows: the combined feed, which has an address of its own, is one, too. */
export function narrowAt(hash: string): Narrow | undefined {
  if (hash === '#feed') return { terms: [{ operator: 'in', operand: 'home' }], near: undefined }
  return narrowOf(hash)
}

function operandOf(operator: string, text: string | undefined): Term['operand'] | undefined {
  if (text === undefined) return undefined
  if (withIds.has(operator)) {
    const ids = /^(\d+(?:,\d+)*)(?:-.*)?$/s.exec(text)?.[1]
    return ids === undefined ? text : ids.split(',').map(Number)
  }
  if (withMessage.has(operator)) return /^\d+$/.test(text) ? Number(text) : undefined
  if (operator === 'channel' || operator === 'sender') {
    const id = /^(\d+)(?:-.*)?$/s.exec(text)?.[1]
    return id === undefined ? text : Number(id)
  }
  return text
}

/** The address of a narrow. @param names put beside IDs, as people read them */
export function addressOf(terms: readonly Term[], names: Names, near?: number): string {
  const parts = terms.map(({ operator, operand, negated }) => {
    return `${negated ? '-' : ''}${operator}/${encodedOperand(operator, operand, names)}`
  })
  if (near !== undefined) parts.push(`near/${near}`)
  return `#narrow/${parts.join('/')}`
}

function encodedOperand(operator: string, operand: Term['operand'], names: Names): string {
  if (typeof operand === 'string') return encodeHash(operand)
  if (typeof operand !== 'number')
    return `${operand.join(',')}-${operand.length > 1 ? 'group' : slug(names.person(operand[0] ?? 0) ?? 'dm')}`
  if (operator === 'channel') return `${operand}-${slug(names.channel(operand) ?? 'channel')}`
  if (operator === 'sender') return `${operand}-${slug(names.person(operand) ?? 'person')}`
  return String(operand)
}

function slug(name: string): string {
  return encodeHash(name.replaceAll(' ', '-'))
}

/** The narrow as the API takes it in `narrow`. */
export function apiNarrow(
  terms: readonly Term[],
): { operator: string; operand: unknown; negated?: boolean }[] {
  return terms.map((term) => ({ ...term }))
}
