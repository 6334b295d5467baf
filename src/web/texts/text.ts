// All texts of the client in the reader's language: `text('shell.retry')`, with values and plurals.
import { computed, signal } from '@preact/signals'
import type english from './en.json'
import englishAtFirst from './en.json?first'
import { languages } from './languages'

/** A text, or its plural forms by category of `Intl.PluralRules`, chosen by the value `count`. */
type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
export type Catalogue = {
  [Area in keyof typeof english]: {
    [Key in keyof (typeof english)[Area]]: (typeof english)[Area][Key] extends string ? string : Text
  }
}
/** Names a text: its area, a dot, its key. */
export type TextKey = {
  [Area in keyof typeof english]: `${Area}.${Extract<keyof (typeof english)[Area], string>}`
}[keyof typeof english]

/** In which language all texts are: one of `languages`. */
export const language = signal('en')
const catalogue = signal<Readonly<Record<string, Readonly<Record<string, Text>>>>>(englishAtFirst)
/** Which language was asked for last; its texts may still be on their way. */
let wanted = 'en'
/** Whether views were opened whose texts are not loaded at first. */
let isAllWanted = false
const plurals = computed(() => new Intl.PluralRules(language.value))

/** Shows the client in this language, if it is one of ours; regional variants (`de-AT`) are. */
export async function useLanguage(tag: string): Promise<void> {
  const name = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  if (!isLanguage(name)) return
  wanted = name
  await load()
}

/** What can be chosen, each by its own name: `Deutsch`. */
export function languageOptions(): { value: string; label: string }[] {
  return Object.keys(languages).map((value) => {
    const name = new Intl.DisplayNames(value, { type: 'language' }).of(value) ?? value
    return { value, label: name.charAt(0).toLocaleUpperCase(value) + name.slice(1) }
  })
}

/** Loads the texts of the areas that are not there at first; whoever shows them waits for that. */
export async function loadAllTexts(): Promise<void> {
  if (isAllWanted) return
  isAllWanted = true
  try {
    await load()
  } catch (error) {
    // Whoever wants them next asks again.
    isAllWanted = false
    throw error
  }
}

/** Shows what is wanted as soon as it is there: what was wanted before and comes later is not shown. */
async function load(): Promise<void> {
  const [name, isAll] = [wanted, isAllWanted]
  const texts = await textsOf(name, isAll)
  if (name !== wanted || isAll !== isAllWanted) return load()
  catalogue.value = texts
  language.value = name
}

async function textsOf(name: string, isAll: boolean): Promise<typeof englishAtFirst> {
  const { load: loadFirst, loadLater } = languages[name] ?? {}
  const [first, later] = await Promise.all([loadFirst?.(), isAll ? loadLater?.() : undefined])
  return { ...englishAtFirst, ...first, ...later }
}

function isLanguage(name: string): boolean {
  return Object.hasOwn(languages, name)
}

/**
 * A text in the reader's language. Components that call it follow a change of the language.
 * @param values for `{name}` in it; `count` also chooses the plural form, and is written as a number of the language
 */
export function text(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  const [area = '', name = ''] = key.split('.')
  const entry = catalogue.value[area]?.[name] ?? ''
  const form =
    typeof entry === 'string'
      ? entry
      : (entry[plurals.value.select(Number(values.count ?? 0))] ?? entry.other)
  return form.replace(/\{(\w+)\}/g, (_, value: string) => written(values[value]))
}

/** Whether there is a text of this name, where the name comes from the server: it may know more than this client. */
export function isText(key: string): key is TextKey {
  const [area = '', name = ''] = key.split('.')
  return catalogue.value[area]?.[name] !== undefined
}

function written(value: string | number | undefined): string {
  return typeof value === 'number' ? new Intl.NumberFormat(language.value).format(value) : (value ?? '')
}
