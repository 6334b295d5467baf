// What people type to search (`channel:design from:"Ann Lee" -has:link "exact words"`), read into the terms of a narrow and
// written back (notes: narrow). Without DOM.
import type { Term } from '../addresses/narrow'

/** Who and what is called so. Names may stand for several people: `Ann Lee|12` says which. */
export interface Directory {
  channelNamed(name: string): number | undefined
  channelName(id: number): string | undefined
  peopleNamed(name: string): readonly number[]
  personName(id: number): string | undefined
  /** The reader. */
  me: number
}

/** What was read. */
export interface Search {
  terms: readonly Term[]
  /** The message to open at. */
  near: number | undefined
  /** What looks like a term but says nothing: an operand that does not exist. As it was typed. */
  unknown: readonly string[]
}

export const isOperands = [
  'unread',
  'mentioned',
  'starred',
  'alerted',
  'followed',
  'muted',
  'resolved',
  'dm',
] as const
export const hasOperands = ['link', 'image', 'attachment', 'reaction'] as const
const channelsOperands = ['public', 'web-public']
const inOperands = ['home', 'all']

/** All operators that can be typed, the usual ones first. */
export const operators = [
  'channel',
  'topic',
  'sender',
  'dm',
  'dm-including',
  'is',
  'has',
  'channels',
  'in',
  'near',
  'id',
  'with',
] as const
export type Operator = (typeof operators)[number]

const otherSpellings: Readonly<Record<string, Operator>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  from: 'sender',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
}

/** A part of what was typed: an operator with its operand, or words. */
export interface Part {
  negated: boolean
  /** Undefined for words. */
  operator: Operator | undefined
  /** Without quotation marks. */
  operand: string
  /** Whether there were any around all of it. */
  quoted: boolean
  /** As it was typed. */
  text: string
}

/** Parts end at spaces outside of quotation marks; a quotation that was not closed ends with the text. */
export function partsOf(typed: string): Part[] {
  const parts = typed.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? []
  return parts.map(partOf)
}

function partOf(text: string): Part {
  const negated = /^-[^\s-]/.test(text)
  const rest = negated ? text.slice(1) : text
  const [, written = '', operand = ''] = /^([a-z-]+):(.*)$/is.exec(rest) ?? []
  const lower = written.toLowerCase()
  const operator = operators.find((each) => each === lower) ?? otherSpellings[lower]
  const said = operator === undefined ? rest : operand
  return { negated, operator, operand: said.replaceAll('"', ''), quoted: said.startsWith('"'), text }
}

/** Reads what was typed. @returns words without an operator as one term `search`, in their order */
export function readSearch(typed: string, directory: Directory): Search {
  const terms: Term[] = []
  const words: string[] = []
  const unknown: string[] = []
  let near: number | undefined
  for (const part of partsOf(typed)) {
    if (part.operator === undefined) {
      const word = part.quoted ? `"${part.operand}"` : part.operand
      if (part.operand.trim() === '') continue
      if (part.negated) terms.push({ operator: 'search', operand: word, negated: true })
      else words.push(word)
      continue
    }
    const operand = operandOf(part.operator, part.operand, directory)
    if (operand === undefined) unknown.push(part.text)
    else if (part.operator === 'near' && typeof operand === 'number') near = operand
    else terms.push({ operator: part.operator, operand, ...(part.negated ? { negated: true } : {}) })
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') })
  return { terms, near, unknown }
}

function operandOf(operator: Operator, text: string, directory: Directory): Term['operand'] | undefined {
  switch (operator) {
    case 'channel':
      return channelOf(text, directory)
    case 'sender':
      return text.toLowerCase() === 'me' ? directory.me : personOf(text, directory)
    case 'dm':
    case 'dm-including':
      return peopleOf(text, directory)
    case 'topic':
      return text
    case 'near':
    case 'id':
    case 'with':
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined
    default:
      return oneOf(operator, text.toLowerCase())
  }
}

function oneOf(operator: Operator, text: string): string | undefined {
  const known: Partial<Record<Operator, readonly string[]>> = {
    is: isOperands,
    has: hasOperands,
    channels: channelsOperands,
    in: inOperands,
  }
  // What older clients wrote.
  const now =
    operator === 'is' && text === 'private' ? 'dm' : operator === 'has' ? text.replace(/s$/, '') : text
  return known[operator]?.find((each) => each === now)
}

/** By name; else by ID, which also stands behind a bar where a name could be mistaken. */
function channelOf(text: string, directory: Directory): number | undefined {
  const name = text.replace(/^#/, '')
  return directory.channelNamed(name) ?? idIn(name, directory.channelName)
}

function personOf(text: string, directory: Directory): number | undefined {
  const name = text.replace(/^@/, '')
  const named = directory.peopleNamed(name)
  return named.length > 0 ? named[0] : idIn(name, directory.personName)
}

function idIn(text: string, nameOf: (id: number) => string | undefined): number | undefined {
  const id = /^(?:.*\|)?(\d{1,15})$/s.exec(text)?.[1]
  return id !== undefined && nameOf(Number(id)) !== undefined ? Number(id) : undefined
}

function peopleOf(text: string, directory: Directory): number[] | undefined {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const ids = names.map((name) => (name.toLowerCase() === 'me' ? directory.me : personOf(name, directory)))
  const known = ids.filter((id) => id !== undefined)
  return known.length === names.length && known.length > 0 ? known : undefined
}

/** Terms as they would be typed: `readSearch` reads the same terms of it. */
export function writeSearch(terms: readonly Term[], directory: Directory, near?: number): string {
  const parts = terms.map((term) => writeTerm(term, directory))
  if (near !== undefined) parts.push(`near:${near}`)
  return parts.join(' ')
}

export function writeTerm({ operator, operand, negated }: Term, directory: Directory): string {
  const sign = negated ? '-' : ''
  if (operator === 'search') return `${sign}${String(operand)}`
  return `${sign}${operator}:${quoted(writeOperand(operator, operand, directory))}`
}

function writeOperand(operator: string, operand: Term['operand'], directory: Directory): string {
  if (typeof operand === 'string') return operand
  if (typeof operand !== 'number') return operand.map((id) => writePerson(id, directory)).join(',')
  if (operator === 'channel') return writeChannel(operand, directory)
  return operator === 'sender' ? writePerson(operand, directory) : String(operand)
}

function writeChannel(id: number, directory: Directory): string {
  const name = directory.channelName(id)
  const forms = name === undefined ? [] : [name, `${name}|${id}`]
  return forms.find((form) => isPlain(form) && channelOf(form, directory) === id) ?? String(id)
}

function writePerson(id: number, directory: Directory): string {
  if (id === directory.me) return 'me'
  const name = directory.personName(id)
  const isOnly = name !== undefined && directory.peopleNamed(name).length === 1
  const forms = name === undefined ? [] : [...(isOnly ? [name] : []), `${name}|${id}`]
  const isReadable = (form: string): boolean =>
    isPlain(form) &&
    !form.includes(',') &&
    form.trim() === form &&
    form.toLowerCase() !== 'me' &&
    personOf(form, directory) === id
  return forms.find(isReadable) ?? String(id)
}

/** Whether quotation marks around it keep it as it is. */
function isPlain(text: string): boolean {
  return !text.includes('"')
}

function quoted(text: string): string {
  return /\s/.test(text) ? `"${text}"` : text
}
