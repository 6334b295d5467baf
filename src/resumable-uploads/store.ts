// Unfinished uploads as @tus/server sees them: their rows, the files that hold what has come, and who may go on with them.
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { FileStore } from '@tus/file-store'
import { DataStore, Metadata, Upload, type KvStore } from '@tus/server'
import type { Attachment } from '../attachments/repository'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { User } from '../users/repository'
import {
  beginUpload,
  declareLength,
  fileMade,
  fileOf,
  finish,
  folderOf,
  forget,
  noteUnchecked,
  ownUpload,
  prolong,
} from './actions'
import { discard, receive, type Part } from './chunks'
import { uploadById, type ResumableUpload } from './repository'
import { reserve } from './room'
import { tusExtensions } from './wire'

/**
 * What one request does with its caller's uploads. @tus/file-store keeps the files. It is not asked to write to them: it
 * does not sync before it says what it has, knows no checksums, and takes 1.7 times as long under Bun.
 */
export class OwnUploads extends DataStore {
  override extensions = tusExtensions
  readonly #files: FileStore
  /** What the upload has become, once it is whole. */
  #made: Attachment | undefined
  #id: string | undefined

  constructor(
    readonly organization: Organization,
    readonly caller: User,
    readonly part: Part,
  ) {
    super()
    this.#files = files(organization)
  }

  /** When the upload is forgotten that the request is about, unless it is whole. */
  get expiry(): Date | undefined {
    const upload = this.#id === undefined ? undefined : uploadById(this.organization.db, this.#id)
    return upload?.attachmentId === null ? new Date(upload.expiresAt * 1000) : undefined
  }

  /** @throws ApiError as `beginUpload` does */
  override async create(upload: Upload): Promise<Upload> {
    const metadata = upload.metadata ? Metadata.stringify(upload.metadata) : ''
    await beginUpload(this.organization, this.caller, { id: upload.id, length: upload.size, metadata })
    this.#id = upload.id
    return this.#files.create(upload)
  }

  /**
   * How far an upload is: on disk, so that nobody is told of more than a crash would leave. A whole one lacks its last byte
   * as far as its sender learns: the answer to that byte has the address of the file, and whoever never got it gets it so.
   * @throws ApiError BAD_REQUEST (404)
   */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#present(id)
    if (upload.offset === upload.size) upload.offset = Math.max(upload.offset - 1, 0)
    return upload
  }

  /** Forgets an upload that could not be begun as it was meant: nobody learns its address. */
  async giveUp(): Promise<void> {
    if (this.#id !== undefined) await forget(this.organization, this.#id)
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await this.#files.declareUploadLength(id, length)
  }

  /** The file that a whole one has become stays. */
  override async remove(id: string): Promise<void> {
    const { attachmentId } = ownUpload(this.organization, this.caller, id)
    await (attachmentId === null ? this.#files.remove(id) : forget(this.organization, id))
  }

  /**
   * Takes in a part, and makes a file of an upload that is whole then. What @tus/server would give it to write is left aside:
   * nothing stands between the request and the file.
   * @returns how far the upload is then
   * @throws ApiError as `receive`, `reserve` and the action `finish` do
   */
  override async write(_: unknown, id: string): Promise<number> {
    await prolong(this.organization, ownUpload(this.organization, this.caller, id))
    const { offset, size } = await this.#present(id)
    if (offset === size) await discard(this.part, assertWithin(1))
    const length = offset === size ? offset : await this.#receive(id, offset, size)
    if (length === size) await this.finish(id)
    return length
  }

  /** Makes a file of an upload that is whole. @throws as the action does */
  async finish(id: string): Promise<Attachment> {
    const upload = ownUpload(this.organization, this.caller, id)
    const { metadata } = asUpload(upload, 0)
    const name = metadata?.['filename'] ?? metadata?.['name'] ?? ''
    return (this.#made ??=
      fileMade(this.organization, upload) ?? (await finish(this.organization, this.caller, upload, name)))
  }

  /** Where it really is. What a part with a checksum has left that was never checked goes. */
  async #present(id: string): Promise<Upload> {
    const row = ownUpload(this.organization, this.caller, id)
    this.#id = id
    if (row.attachmentId !== null) return asUpload(row, row.length ?? 0)
    const file = await open(fileOf(this.organization, id), 'a')
    try {
      if (row.uncheckedFrom !== null) await file.truncate(row.uncheckedFrom)
      await file.sync()
    } finally {
      await file.close()
    }
    if (row.uncheckedFrom !== null) await noteUnchecked(this.organization, id, null)
    return this.#files.getUpload(id)
  }

  async #receive(id: string, offset: number, size: number | undefined): Promise<number> {
    const { organization, part } = this
    // Limits may have changed since it was begun.
    reserve(organization, id, size ?? offset)
    const isWithin = assertWithin(size ?? Infinity)
    if (part.checksum) await noteUnchecked(organization, id, offset)
    const length = await receive(fileOf(organization, id), offset, part, (length) => {
      isWithin(length)
      reserve(organization, id, length)
    })
    if (part.checksum) await noteUnchecked(organization, id, null)
    return length
  }
}

/** The organization's. Its folder is there before it is made: it would make it unasked, and fail where nobody hears it. */
const files = organizationState((organization) => {
  const directory = folderOf(organization)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return new FileStore({ directory, configstore: rows(organization) })
})

/** What @tus/file-store keeps beside its files is in the table: `beginUpload` has put it there. */
function rows(organization: Organization): KvStore {
  const find = (id: string) => uploadById(organization.db, id)
  return {
    async get(id) {
      const upload = find(id)
      return upload && asUpload(upload, 0)
    },
    async set(id, { size }) {
      if (size !== undefined && find(id)?.length !== size) await declareLength(organization, id, size)
    },
    delete: (id) => forget(organization, id),
  }
}

function asUpload({ id, length, metadata }: ResumableUpload, offset: number): Upload {
  return new Upload({
    id,
    offset,
    ...(length === null ? {} : { size: length }),
    ...(metadata === '' ? {} : { metadata: Metadata.parse(metadata) }),
  })
}

/** @returns what refuses a part that makes more than that. */
function assertWithin(most: number): (length: number) => void {
  return (length) => {
    if (length > most) throw new ApiError('PAYLOAD_TOO_LARGE', 'More was sent than Upload-Length says', {})
  }
}
