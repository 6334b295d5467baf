// `confab.toml` in the data folder: read, and held against the table, with the line of whatever is wrong.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Kind } from './kinds'
import type { Setting } from './setting'
import { SettingsError } from './settings-error'
import { settingsByName } from './table'

/** A value in the file, as text. */
export interface Entry {
  readonly text: string
  /** Such as `port in data/confab.toml (line 3)`. */
  readonly where: string
}

export function tomlPath(folder: string): string {
  return join(folder, 'confab.toml')
}

/** Is told of what can't be taken from the file, and may throw it: otherwise the rest is taken. */
export type OnFault = (fault: SettingsError) => void

/**
 * What the file says, by the keys that it has; nothing where there is no file.
 * @throws what `onFault` throws: by default, the first fault
 */
export async function entriesOf(
  folder: string,
  onFault: OnFault = refuse,
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  const path = tomlPath(folder)
  if (!existsSync(path)) return entries
  /** Undefined where there was a fault. */
  const tried = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      onFault(error)
      return undefined
    }
  }
  const text = await tried(() => contentOf(path))
  if (text === undefined) return entries
  for (const [key, value] of Object.entries((await tried(() => parsed(path, text))) ?? {})) {
    const where = `${key} in ${path}${lineOf(text, key)}`
    const meant = await tried(() => asText(value, kindOf(key, where), where, folder))
    if (meant !== undefined) entries.set(key, { text: meant, where })
  }
  return entries
}

function refuse(fault: SettingsError): never {
  throw fault
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new SettingsError(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

async function parsed(path: string, text: string): Promise<Record<string, unknown>> {
  // Loaded only here: most starts have no such file.
  const { parse, TomlError } = await import('smol-toml')
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const why = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '')
    throw new SettingsError(`${path} is no TOML (line ${error.line}): ${why}.`)
  }
}

/** The kind of values that a key of the file has; `NAME-file` is the path of a file that holds a secret. */
function kindOf(key: string, where: string): Pick<Kind<unknown>, 'toml' | 'words' | 'isPath'> {
  const setting = settingsByName.get(key)
  if (setting) return setting.kind
  const secret = settingsByName.get(key.replace(/-file$/, ''))
  if (secret?.secret === 'value') return { toml: 'string', words: 'the path of a file', isPath: true }
  throw new SettingsError(`${where} is no setting of Confab${likely(key)}.`)
}

/** The setting that was meant, where that is easily seen. */
function likely(key: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_.\s]/g, '')
  const meant = [...settingsByName.values()].find(
    (setting: Setting<unknown>) => plain(setting.name) === plain(key),
  )
  if (meant) return `: it is called ${meant.name}`
  return '; `confab config template` shows those that there are'
}

/** As a flag or a variable would say it. @throws SettingsError if it is of another type */
function asText(
  value: unknown,
  { toml, words, isPath }: Pick<Kind<unknown>, 'toml' | 'words' | 'isPath'>,
  where: string,
  folder: string,
): string {
  if (toml === 'string' && typeof value === 'string')
    return isPath && !value.includes('://') ? resolve(folder, value) : value
  if (toml === 'boolean' && typeof value === 'boolean') return value ? 'on' : 'off'
  if (toml === 'integer' && Number.isInteger(value)) return String(value)
  if (toml === 'array' && isTexts(value)) return value.join(',')
  throw new SettingsError(`${where} must be ${words.replaceAll('`', '')}${inToml[toml]}.`)
}

const inToml: Record<Kind<unknown>['toml'], string> = {
  string: ', in quotes',
  integer: ', without quotes',
  boolean: ', without quotes',
  array: ', such as ["10.0.0.0/8"]',
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','))
}

/** Where the key stands, as ` (line 3)`; nothing if it can't be told. */
function lineOf(text: string, key: string): string {
  const line = text.split('\n').findIndex((each) => keyOf(each) === key)
  return line === -1 ? '' : ` (line ${line + 1})`
}

/** Of a line such as `key = …`, `"key" = …`, `[key]` or `key.more = …`. */
function keyOf(line: string): string | undefined {
  return /^\s*\[*\s*["']?([\w-]+)["']?\s*[=.\]]/.exec(line)?.[1]
}
