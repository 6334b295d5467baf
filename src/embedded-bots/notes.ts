// notes: keeps short texts by name, for all who speak to the bot.
import { keepInStorage } from '../bot-storage/actions'
import { deleteEntries, entriesOf } from '../bot-storage/repository'
import { ApiError } from '../http/errors'
import { introducedQuote } from '../messages/quoting'
import type { Said, Service } from './service'

/** In code points: a hundred names fit into a message. */
const longestName = 50

const help = [
  'I keep short texts by name:',
  '- `set NAME TEXT` keeps a text',
  '- `get NAME` shows it',
  '- `list` shows the names',
  '- `delete NAME` forgets it',
].join('\n')

const request = /^(?<verb>set|get|delete|list)(?:\s+(?<name>[\p{L}\p{N}_.-]+)(?:\s+(?<value>.+))?)?$/isu

export const takeNotes: Service = (said) => {
  const { verb = '', name, value } = request.exec(said.text)?.groups ?? {}
  const wanted = verb.toLowerCase()
  if (wanted === 'list') return listed(said)
  if (name === undefined || [...name].length > longestName) return help
  if (wanted === 'set') return value === undefined ? help : kept(said, name, value)
  return wanted === 'get' ? shown(said, name) : forgotten(said, name)
}

function kept({ tx, bot }: Said, name: string, value: string): string {
  try {
    keepInStorage(tx, bot.id, [[name, value]])
    return `I keep \`${name}\`.`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.message
  }
}

function shown({ tx, bot }: Said, name: string): string {
  const value = entriesOf(tx, bot.id, [name]).get(name)
  return value === undefined ? nothing(name) : introducedQuote(`\`${name}\`:\n`, value)
}

function listed({ tx, bot }: Said): string {
  const names = [...entriesOf(tx, bot.id).keys()]
  if (names.length === 0) return `I keep nothing yet.\n\n${help}`
  const first = names.slice(0, 100).map((name) => `\`${name}\``)
  const more = names.length > first.length ? ` and ${names.length - first.length} more` : ''
  return `I keep ${first.join(', ')}${more}.`
}

function forgotten({ tx, bot }: Said, name: string): string {
  if (!entriesOf(tx, bot.id, [name]).has(name)) return nothing(name)
  deleteEntries(tx, bot.id, [name])
  return `I have forgotten \`${name}\`.`
}

function nothing(name: string): string {
  return `I keep nothing named \`${name}\`.`
}
