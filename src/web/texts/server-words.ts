// What the server says when it refuses something, or has done what a command said: its English sentences in the reader's language.
import { language, isText, text } from './text'
import { languages } from './languages'

type Sentences = Readonly<Record<string, string>>

/** What a language says for the server's sentences, and calls parameters. */
interface Words {
  server: Sentences
  parameter: Sentences
}

/** A sentence of the server with what stands in its places. */
interface Known {
  key: string
  pattern: RegExp
  /** How much of it is fixed: the most telling one is meant where several fit. */
  telling: number
}

/** Where the name of a parameter is looked for, with the views that change it. */
const areasOfNames = [
  'organizationSetting',
  'preference',
  'permission',
  'channelPermission',
  'groupPermission',
] as const

/** What can stand in the places of sentences, where not anything can. */
const shapes: Sentences = { parameter: '[\\w.\\[\\]-]+', limit: '\\d+(?:\\.\\d+)?' }

let known: Promise<readonly Known[]> | undefined

/**
 * The sentence in the reader's language.
 * @param sentence as the server says it, in English
 * @returns where it is none that is known, a general one that has it inside
 * @throws where the texts can't be loaded
 */
export async function inReadersWords(sentence: string): Promise<string> {
  const name = language.peek()
  known ??= languages['en']?.loadServerWords().then(({ server }) => patternsOf(server))
  const own = await languages[name]?.loadServerWords()
  const patterns = await known
  if (!own || !patterns) return sentence
  return (
    translated(sentence, patterns, own) ?? filled(own.server['anythingElse'], { words: sentence }) ?? sentence
  )
}

function translated(sentence: string, patterns: readonly Known[], own: Words): string | undefined {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(sentence)
    if (!found) continue
    const { parameter, why, limit, ...others } = { ...found.groups }
    return filled(own.server[key], {
      ...others,
      ...(parameter === undefined ? {} : { parameter: nameOf(parameter, own) }),
      // The rest of a sentence.
      ...(why === undefined ? {} : { why: translated(why, patterns, own) ?? why }),
      ...(limit === undefined ? {} : { limit: new Intl.NumberFormat(language.peek()).format(Number(limit)) }),
    })
  }
  return undefined
}

function filled(sentence: string | undefined, values: Sentences): string | undefined {
  return sentence?.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

function patternsOf(sentences: Sentences): readonly Known[] {
  return Object.entries(sentences)
    .map(([key, sentence]) => {
      const fixed = sentence.split(/\{\w+\}/)
      const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
      const places = names.map((name) => `(?<${name}>${shapes[name] ?? '[^]*?'})`)
      const parts = fixed.map((part, index) => escaped(part) + (places[index] ?? ''))
      return { key, pattern: new RegExp(`^${parts.join('')}$`), telling: fixed.join('').length }
    })
    .sort((a, b) => b.telling - a.telling)
}

function escaped(fixed: string): string {
  return fixed.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
}

/** A parameter as people know it: `topic` is the topic, `alert_words[3]` the alert words. */
function nameOf(parameter: string, { parameter: names, server }: Words): string {
  const name = /^\w+/.exec(parameter)?.[0] ?? parameter
  const label = names[name]
  if (label !== undefined) return label
  const key = areasOfNames.map((area) => `${area}.${name}`).find(isText)
  return filled(server['anyName'], { name: key === undefined ? name : text(key) }) ?? name
}
