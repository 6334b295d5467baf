// Brings an organization's files to another server: what that has already is not sent again, and of what changed since only the change.
import { open, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { TSchema, Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { filesToMove } from '../backup/contents'
import { folderName } from '../organization/organizations'
import { databaseFile } from '../organization/organization'
import { pieceSize, Reception, relocationPath, type Manifest, type MovedFile } from './protocol'

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

  async sendPiece(path: string, offset: number, piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const query = new URLSearchParams({ path, offset: String(offset) })
    await this.#call(Type.Object({}), 'PUT', `/pieces?${query}`, piece)
  }

  async finishFile(file: MovedFile): Promise<void> {
    await this.#call(Type.Object({}), 'POST', '/files', JSON.stringify(file))
  }

  async adopt(manifest: Manifest): Promise<void> {
    await this.#call(Type.Object({}), 'POST', '/adopt', JSON.stringify(manifest))
  }

  async drop(): Promise<void> {
    await this.#call(Type.Object({}), 'DELETE', '')
  }

  /** Every call may be made again: it comes to the same. */
  async #call<Schema extends TSchema>(
    schema: Schema,
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
  ): Promise<Static<Schema>> {
    for (let attempt = 1; ; attempt++) {
      let answer: Response
      try {
        answer = await fetch(`${this.#base}${path}`, {
          method,
          headers: { authorization: `Bearer ${this.#token}` },
          redirect: 'error',
          signal: AbortSignal.timeout(patience),
          ...(body === undefined ? {} : { body }),
        })
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        if (attempt >= tries) throw new OtherServerError(`${this.address} does not answer: ${why}`, true)
        await Bun.sleep(pause)
        continue
      }
      const json: unknown = await answer.json().catch(() => undefined)
      if (answer.ok && Value.Check(schema, json)) return json
      const why = Value.Check(Refusal, json) ? json.msg : `it is no Confab server, or an older one`
      throw new OtherServerError(`${this.address} answered ${answer.status}: ${why}`, answer.status >= 500)
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
    const { files } = await this.server.tell()
    const there = new Map(files.map((file) => [file.path, file]))
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
    const file = await this.#sendFile(databaseFile, copy, there.get(databaseFile), count)
    if (file) this.#sent.set(databaseFile, { ...file, modifiedAt: null })
  }

  /**
   * Sends what has changed since, now that nothing changes any more.
   * @param copy of the database, as it was sent @returns all files that the organization has
   */
  async sendRest(copy: string): Promise<Manifest> {
    const files: MovedFile[] = []
    for await (const { path, size, modifiedAt } of this.#files()) {
      const sent = this.#sent.get(path)
      if (sent?.size === size && sent.modifiedAt === modifiedAt) files.push(sent)
      else files.push(await this.#sendWhole(path, this.#place(path)))
    }
    files.push(await this.#sendChanges(copy))
    return { files: files.map(({ path, size, sha256 }) => ({ path, size, sha256 })) }
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
  ): Promise<MovedFile | undefined> {
    const handle = await openIfThere(place)
    if (!handle) return undefined
    try {
      const { size, sha256 } = await digestOf(handle)
      const file = { path, size, sha256 }
      if (there?.sha256 === sha256 && there.size === size) {
        count(size)
        return file
      }
      for await (const { offset, piece } of piecesOf(handle)) {
        // What was appended since comes with the rest.
        if (offset >= size) break
        await this.server.sendPiece(path, offset, piece)
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

  /** Of the database, those pieces that are not as they were in the copy. */
  async #sendChanges(copy: string): Promise<MovedFile> {
    const present = await open(this.#place(databaseFile))
    const before = await open(copy)
    try {
      const hasher = new Bun.CryptoHasher('sha256')
      const buffer = Buffer.allocUnsafe(pieceSize)
      for await (const { offset, piece } of piecesOf(present)) {
        hasher.update(piece)
        const { bytesRead } = await before.read(buffer, 0, pieceSize, offset)
        if (!buffer.subarray(0, bytesRead).equals(piece))
          await this.server.sendPiece(databaseFile, offset, piece)
      }
      const { size } = await present.stat()
      const file = { path: databaseFile, size, sha256: hasher.digest('hex') }
      await this.server.finishFile(file)
      return file
    } finally {
      await present.close()
      await before.close()
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

/** A file from its beginning to its end. Each piece is only good until the next is asked for. */
async function* piecesOf(handle: FileHandle) {
  const buffer = new Uint8Array(pieceSize)
  for (let offset = 0; ;) {
    const { bytesRead } = await handle.read(buffer, 0, pieceSize, offset)
    if (bytesRead === 0) return
    yield { offset, piece: buffer.subarray(0, bytesRead) }
    offset += bytesRead
  }
}

/** Of as much as there is now, since a journal grows meanwhile. */
async function digestOf(handle: FileHandle): Promise<Pick<MovedFile, 'size' | 'sha256'>> {
  const hasher = new Bun.CryptoHasher('sha256')
  let size = 0
  for await (const { piece } of piecesOf(handle)) {
    hasher.update(piece)
    size += piece.length
  }
  return { size, sha256: hasher.digest('hex') }
}
