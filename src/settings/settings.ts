// What the settings are: of a start, by flags before the environment before `confab.toml` before credentials and defaults.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { variable, type Setting } from './setting'
import { SettingsError } from './settings-error'
import { allSettings } from './table'
import { entriesOf, type Entry, type OnFault } from './toml-file'

interface Given {
  readonly text: string
  readonly origin: 'flag' | 'environment' | 'file' | 'credential'
  /** How whoever gave it would call it. */
  readonly where: string
  /** Whether the text is the path of the file that holds the value: it is read when the value is asked for. */
  readonly isInFile?: true
}

/** Where values are given: flags by name, variables, and what `confab.toml` has. */
interface Sources {
  readonly flags: ReadonlyMap<string, string>
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly entries: ReadonlyMap<string, Entry>
}

/** Looked up when they are asked for: a command that needs two of them reads no secrets. */
export class Settings {
  readonly #sources: Sources
  readonly #given = new Map<string, Given>()

  /** @param sources flags by the names of settings, or `NAME-file` for secrets */
  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** @throws SettingsError if what is given is no value of it, or given in two ways that exclude each other */
  value<Value>(setting: Setting<Value>): Value {
    const given = this.#find(setting)
    try {
      return setting.read(given?.isInFile ? lineIn(given.text, given.where) : given?.text)
    } catch (error) {
      if (!(error instanceof InvalidArgumentError) || !given) throw error
      throw new SettingsError(`${given.where}: ${error.message}`)
    }
  }

  isGiven(setting: Setting<unknown>): boolean {
    return this.#find(setting) !== undefined
  }

  /** Where a value comes from that is given: `--port`, `CONFAB_PORT`, `port in data/confab.toml (line 3)`. */
  where(setting: Setting<unknown>): string | undefined {
    return this.#find(setting)?.where
  }

  /** The value as text; undefined where there is none. Not to be shown if it is secret. */
  text(setting: Setting<unknown>): string | undefined {
    return this.#find(setting)?.text ?? setting.usual
  }

  /** What to call it in a message: as it is given, or the flag with which it would be. */
  named(setting: Setting<unknown>): string {
    const given = this.#find(setting)
    if (given && given.origin !== 'environment') return given.where
    return setting.secret === 'value' ? variable(setting) : `--${setting.name}`
  }

  /** The names of secrets that stand on the command line, which others can read. */
  secretsInFlags(): string[] {
    const secrets = allSettings.filter(({ secret }) => secret === 'value')
    return secrets.map(({ name }) => name).filter((name) => this.#sources.flags.has(name))
  }

  /** @throws SettingsError for the first that is wrong by itself */
  assertEach(): void {
    for (const setting of allSettings) this.value(setting)
  }

  #find(setting: Setting<unknown>): Given | undefined {
    const known = this.#given.get(setting.name)
    if (known) return known
    const found =
      setting.secret === undefined ? search(setting, this.#sources) : secret(setting, this.#sources)
    if (found) this.#given.set(setting.name, found)
    return found
  }
}

/**
 * The settings for a start on this data folder.
 * @param onFault is told of what can't be taken of `confab.toml`; without it, nothing is, and that is thrown
 * @throws SettingsError if `confab.toml` there can't be read, or has what is no setting
 */
export async function settingsFor(
  folder: string,
  flags: Sources['flags'],
  environment: Sources['environment'],
  onFault?: OnFault,
): Promise<Settings> {
  return new Settings({ flags, environment, entries: await entriesOf(folder, onFault) })
}

/** Flag, environment, file: the first that has it. An empty text is as good as none. */
function search(
  setting: Pick<Setting<unknown>, 'name' | 'alias'>,
  { flags, environment, entries }: Sources,
): Given | undefined {
  const { name, alias } = setting
  const flag = flags.get(name)
  if (flag !== undefined) return flag === '' ? undefined : { text: flag, origin: 'flag', where: `--${name}` }
  for (const where of [variable(setting), ...(alias === undefined ? [] : [alias])]) {
    const text = environment[where]
    if (text) return { text, origin: 'environment', where }
  }
  const entry = entries.get(name)
  return entry === undefined || entry.text === '' ? undefined : { ...entry, origin: 'file' }
}

/** A secret is a value or in a file, or else a credential that systemd has put where only this service reads it. */
function secret(setting: Setting<unknown>, sources: Sources): Given | undefined {
  const value = search(setting, sources)
  const inFile = setting.secret === 'value' ? search({ name: `${setting.name}-file` }, sources) : undefined
  if (value && inFile)
    throw new SettingsError(`There are two values of ${setting.name}: ${value.where} and ${inFile.where}.`)
  if (inFile) return { ...inFile, isInFile: true }
  if (value) return value
  const folder = sources.environment['CREDENTIALS_DIRECTORY']
  if (!folder) return undefined
  const path = join(folder, setting.name)
  if (!existsSync(path)) return undefined
  const where = `the credential ${setting.name}`
  const given: Given = { text: path, origin: 'credential', where }
  return setting.secret === 'file' ? given : { ...given, isInFile: true }
}

/** What stands in a file that holds nothing but a secret. */
function lineIn(path: string, where: string): string {
  const text = contentOf(path, where).replace(/\r?\n$/, '')
  if (text === '') throw new SettingsError(`${where}: ${path} is empty.`)
  return text
}

/** The text of a file that a setting names. @throws SettingsError if it can't be read */
export function contentOf(path: string, where: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const why = code === 'ENOENT' ? ': there is no such file' : ''
    throw new SettingsError(`${where}: ${path} can't be read (${code})${why}.`)
  }
}
