// Narrows as clients write them: lists of terms, read and checked, before anything is looked up (notes: narrow).
import type { NarrowJson } from '../events/queue'
import { Type } from '@sinclair/typebox'
import { ApiError } from '../http/errors'
import { Id } from '../http/parameters'
import { searchParts, type SearchPart } from '../search/query'

/** Anything at all, but some are IDs. */
const operand = Type.Union([Id(), Type.Unknown()])

/** A term: an object, or a pair of operator and operand. */
export const narrowTerm = Type.Union([
  Type.Tuple([Type.String({ maxLength: 100 }), operand]),
  Type.Object({
    operator: Type.String({ maxLength: 100 }),
    operand,
    negated: Type.Optional(Type.Boolean()),
  }),
])

/** How many terms a narrow may have. */
export const maxTerms = 50
/** How many words and phrases all its searches may have together, and how many words with those of the phrases. */
const maxSearched = 50
const maxWords = 200
/** How many people its terms may name together: as many as a direct conversation has. */
const maxPeople = 200
/** How many of its terms may be `with`: what they name is looked for whenever the narrow is asked. */
const maxMessages = 5

/** A narrow as a parameter. */
export const narrowParameter = Type.Array(narrowTerm, { default: [], maxItems: maxTerms })

/** Somebody, by ID or address. */
export type PersonReference = number | string

const isOperands = [
  'dm',
  'starred',
  'unread',
  'mentioned',
  'alerted',
  'resolved',
  'followed',
  'muted',
] as const
export type IsOperand = (typeof isOperands)[number]

const hasOperands = ['attachment', 'image', 'link', 'reaction'] as const
export type HasOperand = (typeof hasOperands)[number]

type Condition =
  | { operator: 'channel'; operand: number | string }
  | { operator: 'channels'; operand: 'public' | 'web-public' }
  | { operator: 'topic'; operand: string }
  | { operator: 'search'; operand: readonly SearchPart[] }
  | { operator: 'sender'; operand: PersonReference }
  | { operator: 'dm' | 'dm-including' | 'group-pm-with'; operand: readonly PersonReference[] }
  | { operator: 'is'; operand: IsOperand }
  | { operator: 'has'; operand: HasOperand }
  | { operator: 'in'; operand: 'home' | 'all' }
  | { operator: 'id' | 'with'; operand: number }

/** One condition of a narrow; all have to hold. */
export type Term = Condition & { negated: boolean }

/** A narrow that can't be understood. */
export function badNarrow(description: string): ApiError<'BAD_NARROW'> {
  return new ApiError('BAD_NARROW', `Invalid narrow operator: ${description}`, { desc: description })
}

/**
 * Reads a narrow.
 * @throws ApiError BAD_NARROW for an operator or operand that does not exist, and for more than a narrow may ask for.
 */
export function parseNarrow(narrow: NarrowJson): readonly Term[] {
  const terms = narrow.flatMap((term) => {
    const { operator, operand, negated } = plainTerm(term)
    const condition = parseCondition(operator, operand)
    return condition === undefined ? [] : [{ ...condition, negated }]
  })
  assertBounded(terms)
  return terms
}

function assertBounded(terms: readonly Term[]): void {
  let people = 0
  let searched = 0
  let words = 0
  let named = 0
  for (const term of terms) {
    if (term.operator === 'search') {
      searched += term.operand.length
      for (const part of term.operand) words += part.kind === 'phrase' ? part.words.length : 1
    } else if (term.operator === 'with') named++
    else if (Array.isArray(term.operand)) people += term.operand.length
  }
  if (searched > maxSearched) throw badNarrow(`more than ${maxSearched} words and phrases to search for`)
  if (words > maxWords) throw badNarrow(`more than ${maxWords} words in phrases to search for`)
  if (people > maxPeople) throw badNarrow(`more than ${maxPeople} people named`)
  if (named > maxMessages) throw badNarrow(`more than ${maxMessages} conversations named by a message`)
}

function plainTerm(term: NarrowJson[number]): { operator: string; operand: unknown; negated: boolean } {
  const [written, operand] = 'operator' in term ? [term.operator, term.operand] : term
  const negated = 'operator' in term && term.negated === true
  const isDashed = written.startsWith('-')
  return {
    operator: (isDashed ? written.slice(1) : written).toLowerCase(),
    operand,
    negated: negated || isDashed,
  }
}

/** Undefined for what is taken and ignored. */
function parseCondition(operator: string, operand: unknown): Condition | undefined {
  const canonical = synonyms[operator] ?? operator
  switch (canonical) {
    case 'channel':
      return { operator: canonical, operand: reference(operator, operand) }
    case 'channels':
      return { operator: canonical, operand: oneOf(operator, operand, ['public', 'web-public']) }
    case 'topic':
      return { operator: canonical, operand: text(operator, operand) }
    case 'search':
      return { operator: canonical, operand: searchParts(text(operator, operand), maxSearched + 1) }
    case 'sender':
      return { operator: canonical, operand: reference(operator, operand) }
    case 'dm':
    case 'dm-including':
    case 'group-pm-with':
      return { operator: canonical, operand: references(operator, operand) }
    case 'is':
      return { operator: canonical, operand: oneOf(operator, isSynonym(operand), isOperands) }
    case 'has':
      return { operator: canonical, operand: oneOf(operator, singular(operand), hasOperands) }
    case 'in':
      return { operator: canonical, operand: oneOf(operator, operand, ['home', 'all']) }
    case 'id':
    case 'with':
      return { operator: canonical, operand: messageId(operator, operand) }
    case 'near':
      return undefined
    default:
      throw badNarrow(`unknown operator '${operator}'`)
  }
}

const synonyms: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  pm_with: 'dm',
  group_pm_with: 'group-pm-with',
}

function isSynonym(operand: unknown): unknown {
  return operand === 'private' ? 'dm' : operand
}

/** `has:links` is `has:link`. */
function singular(operand: unknown): unknown {
  return typeof operand === 'string' ? operand.replace(/s$/, '') : operand
}

function text(operator: string, operand: unknown): string {
  if (typeof operand === 'string') return operand
  throw badNarrow(`'${operator}' needs a text`)
}

function oneOf<T extends string>(operator: string, operand: unknown, known: readonly T[]): T {
  const found = known.find((each) => each === operand)
  if (found === undefined) throw badNarrow(`unknown '${operator}' operand ${JSON.stringify(operand)}`)
  return found
}

function reference(operator: string, operand: unknown): number | string {
  if (typeof operand === 'number' && Number.isInteger(operand)) return operand
  if (typeof operand === 'string' && operand.trim() !== '') return operand.trim()
  throw badNarrow(`'${operator}' needs a name or an ID`)
}

/** IDs or addresses: a list, one, or several in a text with commas between them. */
function references(operator: string, operand: unknown): readonly PersonReference[] {
  const list: unknown[] = Array.isArray(operand) ? operand : listed(operand)
  if (list.length > maxPeople) throw badNarrow(`more than ${maxPeople} people named`)
  return list.map((each) => reference(operator, each))
}

function listed(operand: unknown): unknown[] {
  if (typeof operand !== 'string') return [operand]
  return operand.split(',').filter((each) => each.trim() !== '')
}

function messageId(operator: string, operand: unknown): number {
  const id = typeof operand === 'string' && /^-?\d{1,100}$/.test(operand) ? Number(operand) : operand
  if (typeof id === 'number' && Number.isInteger(id)) return id
  throw badNarrow(`'${operator}' needs a message ID`)
}
