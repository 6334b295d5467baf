// Brings an organization's files to another server: what that has already is not sent again, and of what changed since only the change.
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema, Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { filesToMove } from '../backup/contents'
import { folderName } from '../organization/organizations'
import { databaseFile } from '../organization/organization'
import { filesListed, listOf } from './listing'
import { digestOf, digestOfPiece, lengthAt, pieceAt, piecesOf, type PieceDigests } from './pieces'
import { pieceSize, Reception, relocationPath, type MovedFile } from './protocol'

/** The other server refuses, or can't be reached. */
export class OtherServerError extends Error {
  /** @param isUnknown whether it may have done what it was asked for */
  constructor(
    message: string,
    readonly isUnknown: boolean,
  ) {
    super(message)
  }
}

/** How long the other server may take for an answer, in milliseconds: it may have to read a large file. */
const patience = 10 * 60_000
/** How often a call is tried again that got no answer, and how long it waits before, in milliseconds. */
const tries = 5
const pause = 1000

const Refusal = Type.Object({ msg: Type.String() })
const isNone = 'it is no Confab server, or an older one'

/** What goes with a call; a function makes it anew for each attempt. */
type Body = string | Uint8Array<ArrayBuffer> | (() => ReadableStream<Uint8Array>)

/** Is told how many bytes were sent or found to be there, of how many. */
export type OnProgress = (done: number, total: number) => void

export class OtherServer {
  readonly #base: string
  readonly #token: string

  /** @param address base address, such as `https://chat.example.com` */
  constructor(
    readonly address: string,
    subdomain: string,
    token: string,
  ) {
    this.#base = `${address}${relocationPath}/${folderName(subdomain)}`
    this.#token = token
  }

  async tell(): Promise<Reception> {
    return await this.#call(Reception, 'GET', '')
  }

  /** Those files that have come there whole, by path. */
  async files(): Promise<Map<string, MovedFile>> {
    const files = new Map<string, MovedFile>()
    await this.#ask('GET', '/files', undefined, async ({ body }) => {
      files.clear()
      for await (const file of filesListed(body ?? new ReadableStream())) {
        if (!file) throw new Error('its list of files is none')
        files.set(file.path, file)
      }
    })
    return files
  }

  async sendPiece(path: string, offset: number, piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = new URLSearchParams({ path, offset: String(offset) })
    await this.#call(Type.Object({}), 'PUT', `/pieces?${query}`, piece)
  }

  async finishFile(file: MovedFile): Promise<void> {
    await this.#call(Type.Object({}), 'POST', '/files', JSON.stringify(file))
  }

  /** @param files all that the organization has */
  async adopt(files: readonly MovedFile[]): Promise<void> {
    await this.#call(Type.Object({}), 'POST', `/adopt?count=${files.length}`, () => listOf(files))
  }

  async drop(): Promise<void> {
    await this.#call(Type.Object({}), 'DELETE', '')
  }

  async #call<Schema extends TSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: Body,
  ): Promise<Static<Schema>> {
    return await this.#ask(method, path, body, async (answer) => {
      const json: unknown = await answer.json().catch(() => undefined)
      if (Value.Check(schema, json)) return json
      throw new OtherServerError(`${this.address} ${isNone}`, false)
    })
  }

  /**
   * Every call may be made again: it comes to the same.
   * @param read is given what is answered if it is no refusal; where it fails otherwise than by an OtherServerError, that counts as none
   */
  async #ask<T>(
    method: string,
    path: string,
    body: Body | undefined,
    read: (answer: Response) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(`${this.#base}${path}`, {
          method,
          headers: { authorization: `Bearer ${this.#token}` },
          redirect: 'error',
          signal: AbortSignal.timeout(patience),
          ...(body === undefined ? {} : { body: typeof body === 'function' ? body() : body }),
        })
        if (answer.ok) return await read(answer)
        const json: unknown = await answer.json().catch(() => undefined)
        const why = Value.Check(Refusal, json) ? json.msg : isNone
        throw new OtherServerError(`${this.address} answered ${answer.status}: ${why}`, answer.status >= 500)
      } catch (error) {
        if (error instanceof OtherServerError) throw error
        const why = error instanceof Error ? error.message : String(error)
        if (attempt >= tries) throw new OtherServerError(`${this.address} does not answer: ${why}`, true)
        await Bun.sleep(pause)
      }
    }
  }
}

/** A file as it was when it was sent. */
interface Sent extends MovedFile {
  /** Milliseconds; null for the database, of which a copy was sent. */
  readonly modifiedAt: number | null
}

export class Sender {
  readonly #sent = new Map<string, Sent>()
  /** Of the copy of the database that was sent. */
  readonly #database: PieceDigests = new Map()

  constructor(
    private readonly server: OtherServer,
    private readonly dataFolder: string,
    private readonly name: string,
  ) {}

  /**
   * Sends all there is while the organization is served; what changes meanwhile is for `sendRest`.
   * @param copy of the database, made for this
   */
  async sendWhileServed(copy: string, onProgress: OnProgress): Promise<void> {
    const there = await this.server.files()
    const found = await Array.fromAsync(this.#files())
    const { size: copySize } = await stat(copy)
    const total = found.reduce((sum, { size }) => sum + size, copySize)
    let done = 0
    const count = (bytes: number): void => onProgress((done += bytes), total)
    for (const { path, size, modifiedAt } of found) {
      const file = await this.#sendFile(path, this.#place(path), there.get(path), count)
      // Removed meanwhile.
      if (file) this.#sent.set(path, { ...file, modifiedAt })
      else count(size)
    }
    const file = await this.#sendFile(databaseFile, copy, there.get(databaseFile), count, this.#database)
    if (file) this.#sent.set(databaseFile, { ...file, modifiedAt: null })
  }

  /**
   * Sends what has changed since, now that nothing changes any more.
   * @param changed the places of the pieces of the database that may not be as they were in the copy; undefined if that is not known
   * @returns all files that the organization has
   */
  async sendRest(changed: ReadonlySet<number> | undefined): Promise<MovedFile[]> {
    const files: MovedFile[] = []
    for await (const { path, size, modifiedAt } of this.#files()) {
      const sent = this.#sent.get(path)
      if (sent?.size === size && sent.modifiedAt === modifiedAt) files.push(sent)
      else files.push(await this.#sendWhole(path, this.#place(path)))
    }
    files.push(await this.#sendChanges(changed))
    return files
  }

  async *#files() {
    const top = `organizations/${this.name}/`
    for await (const file of filesToMove(this.dataFolder, this.name)) {
      const path = file.path.slice(top.length)
      if (path !== databaseFile) yield { ...file, path }
    }
  }

  #place(path: string): string {
    return join(this.dataFolder, 'organizations', this.name, path)
  }

  /** @returns undefined if there is no such file any more */
  async #sendFile(
    path: string,
    place: string,
    there: MovedFile | undefined,
    count: (bytes: number) => void,
    pieces: PieceDigests = new Map(),
  ): Promise<MovedFile | undefined> {
    const handle = await openIfThere(place)
    if (!handle) return undefined
    try {
      // What is appended meanwhile comes with the rest.
      const { size } = await handle.stat()
      const digest = await digestOf(handle, size, pieces)
      const file = { path, size, digest }
      if (there?.digest === digest && there.size === size) {
        count(size)
        return file
      }
      for await (const { place, piece } of piecesOf(handle, size)) {
        await this.server.sendPiece(path, place * pieceSize, piece)
        count(piece.length)
      }
      await this.server.finishFile(file)
      return file
    } finally {
      await handle.close()
    }
  }

  async #sendWhole(path: string, place: string): Promise<MovedFile> {
    const file = await this.#sendFile(path, place, undefined, () => {})
    if (!file) throw new Error(`${path} is gone, though nobody should have removed it`)
    return file
  }

  /** Of the database, those pieces that are not as they were in the copy: the others are not even read. */
  async #sendChanges(changed: ReadonlySet<number> | undefined): Promise<MovedFile> {
    const handle = await open(this.#place(databaseFile))
    try {
      const { size } = await handle.stat()
      const pieces: PieceDigests = new Map()
      for (let place = 0; place * pieceSize < size; place++) {
        const before = this.#database.get(place)
        if (changed?.has(place) === false && before?.length === lengthAt(place, size)) {
          pieces.set(place, before)
          continue
        }
        const piece = await pieceAt(handle, place)
        const digest = digestOfPiece(piece)
        pieces.set(place, digest)
        if (before && Buffer.compare(before.sha256, digest.sha256) === 0) continue
        await this.server.sendPiece(databaseFile, place * pieceSize, piece)
      }
      const file = { path: databaseFile, size, digest: await digestOf(handle, size, pieces) }
      await this.server.finishFile(file)
      return file
    } finally {
      await handle.close()
    }
  }
}

async function openIfThere(place: string): Promise<FileHandle | undefined> {
  try {
    return await open(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
