// Reads an archive into a new folder: row by row and file by file, as much at a time as fits into a little memory, whoever made it.
import type { Database, Statement } from 'bun:sqlite'
import { createReadStream, createWriteStream, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { TSchema, Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { getTableName } from 'drizzle-orm'
import { extract, type Extract } from 'tar-stream'
import { storeOf, type FileStore } from '../file-store/file-store'
import { steps } from '../migrations/steps'
import { exportedTables } from './catalogue'
import { End, endName, entryOf, formatVersion, Head, headName, signingKeyName } from './format'
import { archivedColumns, type ArchivedColumn, type Json, type Stored } from './names'

/** A file of an archive that is being read. */
type Entry = Extract extends AsyncIterable<infer Source> ? Source : never

/** It is no archive, or not one that can be taken: the message says why. */
export class UnreadableArchive extends Error {}

/** What was in an archive. */
export interface Read {
  head: Head
  rows: number
  files: number
  missingFiles: readonly string[]
  hasSigningKey: boolean
}

/** What is put together in memory at most, in bytes: a part of a table, of which ours have little over 1 MiB. */
const longestPart = 64 * 1024 * 1024
/** Room that is left on the disk, in bytes. */
const leftRoom = 256 * 1024 * 1024
const rowsPerTransaction = 5000

/**
 * Fills a new organization's database and folder.
 * @param sqlite the database, of this version's schema and empty; foreign keys are off
 * @param onProgress is told how much of the archive is read, from 0 to 1
 * @throws UnreadableArchive; what the disk has to say
 */
export async function readArchive(
  archive: string,
  folder: string,
  sqlite: Database,
  onProgress: (part: number) => void,
): Promise<Read> {
  const reader = new ArchiveReader(sqlite, folder)
  const { size } = statSync(archive)
  let read = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      read += chunk.length
      onProgress(Math.min(1, read / Math.max(1, size)))
      next(undefined, chunk)
    },
  })
  const entries = extract()
  const unpacked = pipeline(createReadStream(archive), counted, createGunzip(), entries)
  unpacked.catch(() => undefined)
  try {
    for await (const entry of entries) await reader.take(entry)
    await unpacked
    return reader.finish()
  } catch (error) {
    entries.destroy()
    if (error instanceof UnreadableArchive || !isOfContent(error)) throw error
    throw new UnreadableArchive(`It is no whole archive of an organization (${error.message}).`)
  }
}

/** What an archive is, without reading the rest of it. @throws UnreadableArchive */
export async function archiveHead(archive: string): Promise<Head> {
  const entries = extract()
  const unpacked = pipeline(createReadStream(archive), createGunzip(), entries)
  unpacked.catch(() => undefined)
  try {
    for await (const entry of entries) {
      if (entry.header.name === headName) return jsonOf(await textOf(entry), Head, headName)
      break
    }
  } catch (error) {
    if (error instanceof UnreadableArchive || !isOfContent(error)) throw error
  } finally {
    entries.destroy()
  }
  throw new UnreadableArchive(`It is no archive of an organization: it does not begin with ${headName}.`)
}

/** What a library says of bytes that it can't read, not of a disk that fails. */
function isOfContent(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return code === '' || /^(Z_|ERR_)/.test(code)
}

interface Table {
  readonly columns: ReadonlyMap<string, ArchivedColumn>
  readonly all: readonly ArchivedColumn[]
  readonly insert: Statement
  /** Columns that archives without credentials lack. */
  readonly optional: readonly string[]
}

class ArchiveReader {
  readonly #sqlite: Database
  readonly #folder: string
  readonly #store: FileStore
  readonly #tables = new Map<string, Table>()
  readonly #rows: Record<string, number> = {}
  #head: Head | undefined
  #end: End | undefined
  #signingKey = false
  #files = 0
  #pending = 0

  constructor(sqlite: Database, folder: string) {
    this.#sqlite = sqlite
    this.#folder = folder
    this.#store = storeOf(folder, null)
    mkdirSync(join(folder, 'pictures'), { recursive: true, mode: 0o700 })
    mkdirSync(join(folder, 'uploads', 'incoming'), { recursive: true, mode: 0o700 })
    for (const exported of exportedTables) this.#tables.set(exported.name, tableOf(sqlite, exported))
  }

  async take(entry: Entry): Promise<void> {
    const { name, size, type } = entry.header
    if (type !== 'file') {
      if (type === 'directory') return entry.resume() && undefined
      throw new UnreadableArchive(`It has something that is no file: ${shown(name)}.`)
    }
    this.#assertRoom(size)
    if (name === headName) return this.#takeHead(jsonOf(await textOf(entry), Head, name))
    if (!this.#head)
      throw new UnreadableArchive(`It is no archive of an organization: it does not begin with ${headName}.`)
    if (name === endName) {
      this.#end = jsonOf(await textOf(entry), End, name)
      return
    }
    if (name === signingKeyName) return this.#takeSigningKey(await textOf(entry))
    const what = entryOf(name)
    if (!what) throw new UnreadableArchive(`It has a file that no archive has: ${shown(name)}.`)
    if (what.kind === 'data') return this.#takeRows(what.table, name, await textOf(entry))
    this.#files += 1
    if (what.kind === 'picture') {
      const path = join(this.#folder, 'pictures', what.key)
      if (existsSync(path)) throw new UnreadableArchive(`It has ${shown(name)} twice.`)
      return pipeline(entry, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }))
    }
    const path = join(this.#folder, 'uploads', 'incoming', 'import.part')
    await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    await this.#store.keep(what.key, path)
  }

  finish(): Read {
    this.#commit()
    const head = this.#head
    const end = this.#end
    if (!head) throw new UnreadableArchive(`It is no archive of an organization: it has no ${headName}.`)
    if (!end) throw new UnreadableArchive('It was cut off: its end is missing.')
    if (end.files !== this.#files || !Bun.deepEquals(this.#rows, withoutZeros(end.rows)))
      throw new UnreadableArchive('It is not whole: it lacks lines or files that it should have.')
    const broken = this.#sqlite.query<{ table: string; parent: string }, []>('PRAGMA foreign_key_check').all()
    const [first] = broken
    if (first) {
      const message = `It contradicts itself: ${broken.length} lines of ${first.table} and others name what is not in ${first.parent}.`
      throw new UnreadableArchive(message)
    }
    this.#continueSequences(head)
    this.#beginIndexes(head)
    const rows = Object.values(this.#rows).reduce((sum, each) => sum + each, 0)
    return {
      head,
      rows,
      files: this.#files,
      missingFiles: end.missing_files,
      hasSigningKey: this.#signingKey,
    }
  }

  #takeHead(head: Head): void {
    if (this.#head) throw new UnreadableArchive(`It has ${headName} twice.`)
    if (head.version > formatVersion || head.schema > steps.length) {
      const message = `It was made by a newer Confab (${head.server_version}): this one can't read it. Upgrade first.`
      throw new UnreadableArchive(message)
    }
    this.#assertRoom(head.file_bytes)
    this.#head = head
  }

  async #takeSigningKey(text: string): Promise<void> {
    if (!/^[0-9a-f]{64}\s*$/.test(text)) throw new UnreadableArchive(`${signingKeyName} is no key.`)
    await Bun.write(join(this.#folder, 'signing-key'), text, { mode: 0o600 })
    this.#signingKey = true
  }

  #takeRows(name: string, file: string, text: string): void {
    const table = this.#tables.get(name)
    if (!table) throw new UnreadableArchive(`It has lines of something unknown: ${shown(file)}.`)
    let number = 0
    for (const line of text.split('\n')) {
      number += 1
      if (line === '') continue
      this.#begin()
      try {
        table.insert.run(...valuesOf(table, line))
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new UnreadableArchive(`Line ${number} of ${file} can't be taken: ${why}.`)
      }
      this.#rows[name] = (this.#rows[name] ?? 0) + 1
    }
  }

  #begin(): void {
    if (this.#pending === rowsPerTransaction) this.#commit()
    if (this.#pending === 0) this.#sqlite.run('BEGIN')
    this.#pending += 1
  }

  #commit(): void {
    if (this.#pending > 0) this.#sqlite.run('COMMIT')
    this.#pending = 0
  }

  #continueSequences({ last_ids }: Head): void {
    for (const exported of exportedTables) {
      const last = last_ids[exported.name]
      if (last === undefined) continue
      const name = getTableName(exported.table)
      const change = this.#sqlite
        .query('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?')
        .run(last, name)
      if (change.changes === 0)
        this.#sqlite.query('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last)
    }
  }

  /** What follows from the messages: unread ones are in their index as they come, words are brought to theirs by a job. */
  #beginIndexes({ exported_at }: Head): void {
    this.#sqlite.run('UPDATE message_states SET is_new = 0 WHERE is_new')
    for (const table of ['unread_progress', 'search_progress'])
      this.#sqlite.run(`UPDATE ${table} SET indexed_up_to = (SELECT coalesce(max(id), 0) FROM messages)`)
    this.#sqlite
      .query(
        `INSERT INTO jobs (kind, payload, queued_at, run_at)
         SELECT 'index-messages', json_object('upTo', max(id)), ?, ? FROM messages HAVING max(id) IS NOT NULL`,
      )
      .run(exported_at, exported_at)
  }

  #assertRoom(bytes: number): void {
    const { bavail, bsize } = statfsSync(this.#folder)
    if (bavail * bsize - bytes >= leftRoom) return
    throw new UnreadableArchive('There is not enough room on the disk for what it has.')
  }
}

function tableOf(sqlite: Database, exported: (typeof exportedTables)[number]): Table {
  const all = archivedColumns(exported)
  const names = all.map(({ column }) => `"${column}"`).join(', ')
  const values = all.map(() => '?').join(', ')
  const { credentials } = exported
  return {
    all,
    columns: new Map(all.map((column) => [column.name, column])),
    insert: sqlite.prepare(`INSERT INTO ${getTableName(exported.table)} (${names}) VALUES (${values})`),
    optional: credentials === undefined || credentials === 'all' ? [] : credentials,
  }
}

function valuesOf({ all, columns, optional }: Table, line: string): Stored[] {
  const values: unknown = JSON.parse(line)
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new Error('it is no object')
  const given = new Map<string, Json>(Object.entries(values))
  for (const name of given.keys()) if (!columns.has(name)) throw new Error(`\`${name}\` is unknown`)
  return all.map(({ column, name, isNeeded, read, absent }) => {
    const value = given.get(name)
    if (value !== undefined) return read(value)
    if (isNeeded && !optional.includes(column)) throw new Error(`\`${name}\` is missing`)
    // What is not known is found to be empty, and made anew.
    return isNeeded ? '' : absent
  })
}

function jsonOf<Schema extends TSchema>(text: string, schema: Schema, name: string): Static<Schema> {
  try {
    const value: unknown = JSON.parse(text)
    if (Value.Check(schema, value)) return value
  } catch {
    // As good as something else.
  }
  throw new UnreadableArchive(`It is no archive of an organization: ${name} is not what it should be.`)
}

async function textOf(entry: Entry): Promise<string> {
  const { name, size } = entry.header
  if (size > longestPart) throw new UnreadableArchive(`${shown(name)} is too large: ${size} bytes.`)
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function withoutZeros(rows: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).filter(([, count]) => count > 0))
}

/** A name that somebody else has written, on one short line. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
