// Writes an archive: reads a copy of the database row by row and files part by part, so memory stays as it is, whatever there is.
import { Database } from 'bun:sqlite'
import { createWriteStream, existsSync, readFileSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { getTableName } from 'drizzle-orm'
import { pack, type Pack } from 'tar-stream'
import { storeKeys } from '../attachments/thumbnails'
import { storeOf, type FileStore } from '../file-store/file-store'
import type { ObjectStorage } from '../organization/rules'
import { version } from '../version'
import { exportedTables, type ExportedTable } from './catalogue'
import {
  dataName,
  endName,
  formatVersion,
  headName,
  pictureName,
  signingKeyName,
  uploadName,
  type End,
  type Head,
} from './format'
import { archivedColumns, type Json, type Stored } from './names'
import { prepareScope, type ArchiveType } from './scope'

/** What an archive is made of, and where it goes. Plain, as it is sent to the thread that does it. */
export interface ArchiveRequest {
  /** Path of a copy of the organization's database, which is used up. */
  database: string
  /** The organization's folder. */
  folder: string
  /** The organization's name in addresses. */
  subdomain: string
  storage: ObjectStorage | null
  /** Path of the archive. */
  target: string
  type: ArchiveType
  withCredentials: boolean
  /** UNIX seconds. */
  now: number
}

export interface Written {
  rows: number
  files: number
  /** Names of files that were not there. */
  missing: readonly string[]
  /** Bytes of the archive. */
  size: number
}

/** So much of a table is put together before it is written, in characters. */
const partLength = 1024 * 1024
/** What a row counts for as progress, beside the bytes of files. */
const rowWeight = 400

/**
 * Writes an archive.
 * @param onProgress is told now and then how much of it is written, from 0 to 1
 * @throws what the disk and the object storage have to say; a file that is not there is only noted
 */
export async function writeArchive(
  request: ArchiveRequest,
  onProgress: (part: number) => void,
): Promise<Written> {
  const sqlite = new Database(request.database, { strict: true })
  try {
    sqlite.run('PRAGMA cache_size = -8192')
    sqlite.run('PRAGMA temp_store = FILE')
    prepareScope(sqlite, request.type)
    return await new ArchiveWriter(sqlite, request, onProgress).write()
  } finally {
    sqlite.close()
  }
}

class ArchiveWriter {
  readonly #sqlite: Database
  readonly #request: ArchiveRequest
  readonly #onProgress: (part: number) => void
  readonly #store: FileStore
  readonly #tar: Pack = pack()
  readonly #rows: Record<string, number> = {}
  readonly #missing: string[] = []
  #files = 0
  #written = 0
  #total = 1

  constructor(sqlite: Database, request: ArchiveRequest, onProgress: (part: number) => void) {
    this.#sqlite = sqlite
    this.#request = request
    this.#onProgress = onProgress
    this.#store = storeOf(request.folder, request.storage)
  }

  async write(): Promise<Written> {
    const { target, now } = this.#request
    const done = pipeline(
      this.#tar,
      createGzip({ level: 6 }),
      createWriteStream(target, { mode: 0o600, flush: true }),
    )
    // What fails there is what this ends with.
    done.catch(() => undefined)
    const filled = this.#fill(new Date(now * 1000))
    await Promise.race([filled, done.then(() => filled)]).catch((error: unknown) => {
      this.#tar.destroy(error instanceof Error ? error : new Error(String(error)))
      throw error
    })
    await done
    const rows = Object.values(this.#rows).reduce((sum, each) => sum + each, 0)
    return { rows, files: this.#files, missing: this.#missing, size: statSync(target).size }
  }

  async #fill(mtime: Date): Promise<void> {
    const head = this.#head()
    this.#total = Math.max(1, head.rows * rowWeight + head.file_bytes)
    await this.#add(headName, json(head), mtime)
    if (this.#request.withCredentials) await this.#addSigningKey(mtime)
    for (const table of this.#tables()) await this.#addTable(table, mtime)
    await this.#addFiles(mtime)
    const end: End = { rows: this.#rows, files: this.#files, missing_files: this.#missing }
    await this.#add(endName, json(end), mtime)
    this.#tar.finalize()
  }

  #tables(): readonly ExportedTable[] {
    const { withCredentials } = this.#request
    return exportedTables.filter(({ credentials }) => withCredentials || credentials !== 'all')
  }

  #head(): Head {
    const { type, withCredentials, now, subdomain } = this.#request
    const number = (sql: string) =>
      this.#sqlite.query<{ n: number }, []>(`SELECT (SELECT ${sql}) AS n`).get()?.n ?? 0
    const rowsOf = (each: ExportedTable) =>
      number(`count(*) FROM ${getTableName(each.table)} WHERE ${this.#rowsOf(each)}`)
    const name = this.#sqlite
      .query<{ value: string }, []>("SELECT value FROM organization_settings WHERE name = 'name'")
      .get()?.value
    const files = this.#attachments()
    return {
      format: 'confab-organization',
      version: formatVersion,
      type,
      has_credentials: withCredentials,
      server_version: version,
      schema:
        this.#sqlite.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0,
      exported_at: now,
      realm_name: name === undefined ? '' : String(JSON.parse(name)),
      realm_string_id: subdomain,
      last_ids: this.#lastIds(),
      rows: this.#tables().reduce((sum, each) => sum + rowsOf(each), 0),
      files: number(`count(*) FROM attachments WHERE ${files}`) + number('count(*) FROM pictures'),
      file_bytes: number(`coalesce(sum(size), 0) FROM attachments WHERE ${files}`),
    }
  }

  #lastIds(): Record<string, number> {
    const rows = this.#sqlite
      .query<{ name: string; seq: number }, []>('SELECT name, seq FROM sqlite_sequence')
      .all()
    const known = new Map(rows.map(({ name, seq }) => [name, seq]))
    return Object.fromEntries(
      exportedTables.flatMap(({ table, name }) => {
        const last = known.get(getTableName(table))
        return last === undefined ? [] : [[name, last]]
      }),
    )
  }

  #rowsOf({ rows, fullRows = 'TRUE' }: ExportedTable): string {
    return this.#request.type === 'full' ? fullRows : rows
  }

  #attachments(): string {
    const table = exportedTables.find(({ name }) => name === 'attachments')
    return table ? this.#rowsOf(table) : 'FALSE'
  }

  async #addTable(exported: ExportedTable, mtime: Date): Promise<void> {
    const { type, withCredentials } = this.#request
    const { table, name, hidden = {}, credentials } = exported
    const isShown = (column: string) =>
      withCredentials || credentials === undefined || !credentials.includes(column)
    const columns = archivedColumns(exported).filter(({ column }) => isShown(column))
    const selected = columns.map(
      ({ column }) => `${(type === 'full' ? undefined : hidden[column]) ?? `"${column}"`} AS "${column}"`,
    )
    const rows = this.#sqlite
      .query<Record<string, Stored>, []>(
        `SELECT ${selected.join(', ')} FROM ${getTableName(table)} WHERE ${this.#rowsOf(exported)}`,
      )
      .iterate()
    let part = 0
    let lines: string[] = []
    let length = 0
    let count = 0
    const flush = async () => {
      if (lines.length === 0) return
      part += 1
      await this.#add(dataName(name, part), `${lines.join('\n')}\n`, mtime)
      this.#advance(lines.length * rowWeight)
      lines = []
      length = 0
    }
    for (const row of rows) {
      const line: Record<string, Json> = {}
      for (const { column, name, write } of columns) line[name] = write(row[column] ?? null)
      const text = JSON.stringify(line)
      lines.push(text)
      length += text.length
      count += 1
      if (length >= partLength) await flush()
    }
    await flush()
    this.#rows[name] = count
  }

  async #addSigningKey(mtime: Date): Promise<void> {
    const path = join(this.#request.folder, 'signing-key')
    if (existsSync(path)) await this.#add(signingKeyName, readFileSync(path, 'latin1'), mtime)
  }

  async #addFiles(mtime: Date): Promise<void> {
    const { folder } = this.#request
    const pictures = this.#sqlite.query<{ name: string }, []>('SELECT name FROM pictures').iterate()
    for (const { name } of pictures) {
      const file = Bun.file(join(folder, 'pictures', name))
      await this.#addFile(pictureName(name), file, (await file.exists()) ? file.size : undefined, mtime)
    }
    const attachments = this.#sqlite
      .query<{ key: string }, []>(`SELECT key FROM attachments WHERE ${this.#attachments()}`)
      .iterate()
    for (const attachment of attachments) {
      for (const key of storeKeys(attachment)) {
        const size = await this.#store.size(key)
        // Not each has all the smaller ones.
        if (size === undefined && key !== attachment.key) continue
        await this.#addFile(uploadName(key), this.#store.content(key), size, mtime)
      }
    }
  }

  async #addFile(name: string, content: Blob, size: number | undefined, mtime: Date): Promise<void> {
    if (size === undefined) {
      this.#missing.push(name)
      return
    }
    const entry = this.#tar.entry({ name, size, mtime, mode: 0o600 })
    await pipeline(Readable.fromWeb(content.stream()), entry)
    this.#files += 1
    this.#advance(size)
  }

  async #add(name: string, text: string, mtime: Date): Promise<void> {
    const content = Buffer.from(text)
    const entry = this.#tar.entry({ name, size: content.length, mtime, mode: 0o600 })
    const finished = once(entry, 'finish')
    entry.end(content)
    await finished
  }

  #advance(weight: number): void {
    this.#written += weight
    this.#onProgress(Math.min(1, this.#written / this.#total))
  }
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
