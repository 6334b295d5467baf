// What HTTPS keeps in the data folder, for its owner's eyes only: accounts with authorities, certificates with their keys, failures.
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Certificate, readCertificate } from './certificate'

/** Who the server is to the authority. */
export interface Account {
  /** PEM */
  key: string
  /** Undefined until the authority has made the account. */
  url: string | undefined
}

/** How orders for a name have failed, one after another, so that a restart does not begin again at once. */
export interface Failures {
  count: number
  why: string
  /** When the next one may be made, in milliseconds since the epoch. */
  next: number
}

/** What there is of one authority: another one, such as that for trying things out, has its own. Looking makes nothing. */
export class HttpsStorage {
  readonly #folder: string

  /** @param directory the authority's address */
  constructor(dataFolder: string, directory: string) {
    const digest = createHash('sha256').update(directory).digest('hex').slice(0, 8)
    this.#folder = join(dataFolder, 'https', `${new URL(directory).hostname}-${digest}`)
  }

  get account(): Account | undefined {
    const { key, url } = parsed(contentsOf(this.#accountFile))
    if (typeof key !== 'string') return undefined
    return { key, url: typeof url === 'string' ? url : undefined }
  }

  /** @throws if it can't be written, such as to a full disk; what was there before is there still */
  keepAccount(account: Account): void {
    writePrivate(this.#accountFile, JSON.stringify(account))
  }

  /** All that are stored and can be read. @param onUnreadable is told of the others */
  certificates(onUnreadable: (file: string, error: unknown) => void): Map<string, Certificate> {
    const found = new Map<string, Certificate>()
    if (!existsSync(this.#folder)) return found
    for (const file of readdirSync(this.#folder)) {
      if (!file.endsWith('.pem')) continue
      try {
        const pem = readFileSync(join(this.#folder, file), 'utf8')
        found.set(file.slice(0, -'.pem'.length), readCertificate(pem, pem))
      } catch (error) {
        onUnreadable(join(this.#folder, file), error)
      }
    }
    return found
  }

  /** Key and certificate are one file, so that they are always of each other. @throws as `keepAccount` */
  keepCertificate(name: string, { key, chain }: Certificate): void {
    writePrivate(join(this.#folder, `${name}.pem`), `${key.trim()}\n${chain.trim()}\n`)
  }

  removeCertificate(name: string): void {
    rmSync(join(this.#folder, `${name}.pem`), { force: true })
  }

  /** By host name. */
  failures(): Map<string, Failures> {
    const all = new Map<string, Failures>()
    const stored = parsed(contentsOf(this.#failuresFile))
    for (const [name, failures] of Object.entries(stored)) if (isFailures(failures)) all.set(name, failures)
    return all
  }

  keepFailures(failures: ReadonlyMap<string, Failures>): void {
    writePrivate(this.#failuresFile, JSON.stringify(Object.fromEntries(failures)))
  }

  get #failuresFile(): string {
    return join(this.#folder, 'failures.json')
  }

  get #accountFile(): string {
    return join(this.#folder, 'account.json')
  }
}

function isFailures(value: unknown): value is Failures {
  return typeof value === 'object' && value !== null && 'count' in value && 'why' in value && 'next' in value
}

/** What a file of JSON holds; of one that was damaged, nothing. */
function parsed(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function contentsOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file that only its owner can read, as a whole or not at all, whatever happens meanwhile. */
function writePrivate(file: string, text: string): void {
  const draft = `${file}.new`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  try {
    const descriptor = openSync(draft, 'w', 0o600)
    try {
      writeSync(descriptor, text)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
