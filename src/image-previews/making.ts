// Smaller ones of the pictures that people send: made once a picture is there, beside it in the file store (notes: files).
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { attachmentById, type Attachment } from '../attachments/repository'
import {
  storeKeys,
  thumbnailFormats,
  thumbnailKey,
  type ThumbnailFormat,
  type ThumbnailName,
} from '../attachments/thumbnails'
import { fileStore } from '../file-store/file-store'
import { ApiError } from '../http/errors'
import { readHeader, type Box } from '../images/codec'
import { movingThumbnail, stillThumbnails } from '../images/thumbnails'
import { enqueue } from '../jobs/queueing'
import { jobKind } from '../jobs/kind'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { updatePicture } from './repository'
import { showPreviewsKind } from './showing'

/** To be called in the write that makes a picture known whose `previews` are `pending`. */
export function queuePreviews(tx: Transaction, { id }: Pick<Attachment, 'id'>): void {
  enqueue(tx, makePreviewsKind, { attachmentId: id })
}

/** So often it is tried. The attempt after that only notes that there will be none, so that no message waits for ever: */
const tries = 3

export const makePreviewsKind = jobKind({
  name: 'make-image-previews',
  payload: Type.Object({ attachmentId: Type.Integer() }),
  concurrency: 1,
  timeoutSeconds: 300,
  // also where a picture kills the server, which leaves nobody to note it.
  maxAttempts: tries + 1,
  async run({ organization, payload: { attachmentId }, number, signal, write, done }) {
    const attachment = attachmentById(organization.db, attachmentId)
    if (attachment?.previews !== 'pending') return
    const made = number > tries ? [] : await madeOf(organization, attachment)
    signal.throwIfAborted()
    for (const { name, bytes } of made) await keep(organization, attachment, name, bytes)
    const isKnown = await write((tx) => {
      done(tx)
      return settle(tx, attachmentId, made)
    })
    if (!isKnown) await forgetThumbnails(organization, attachment)
  },
})

interface Thumbnail {
  name: ThumbnailName
  bytes: Uint8Array
}

/** @returns none for what is no picture after all, or one that can't be read */
async function madeOf(organization: Organization, { key }: Attachment): Promise<Thumbnail[]> {
  const file = await fileStore(organization).content(key).bytes()
  try {
    const header = await readHeader(file)
    const stills = thumbnailFormats.filter(({ animated }) => !animated)
    const files = await stillThumbnails(file, header, stills.map(boxOf))
    const made = stills.flatMap(({ name }, index) => named(name, files[index]))
    for (const format of thumbnailFormats.filter(({ animated }) => animated)) {
      made.push(...named(format.name, await movingThumbnail(file, header, boxOf(format))))
    }
    return made
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_IMAGE') return []
    throw error
  }
}

function boxOf({ max_width, max_height }: ThumbnailFormat): Box {
  return { width: max_width, height: max_height }
}

function named(name: ThumbnailName, bytes: Uint8Array | undefined): Thumbnail[] {
  return bytes ? [{ name, bytes }] : []
}

/** Its name is the same at each attempt, so that what a crash leaves is there again, or is written over. */
async function keep(
  organization: Organization,
  { key }: Attachment,
  name: ThumbnailName,
  bytes: Uint8Array,
): Promise<void> {
  const folder = join(organization.folder, 'uploads', 'previews')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${key}.${name}`)
  await Bun.write(path, bytes, { mode: 0o600 })
  const store = fileStore(organization)
  await store.remove(thumbnailKey(key, name))
  await store.keep(thumbnailKey(key, name), path)
}

/** @returns whether the attachment is still there */
function settle(tx: Transaction, attachmentId: number, made: readonly Thumbnail[]): boolean {
  if (!attachmentById(tx, attachmentId)) return false
  const isAnimated = made.some(({ name }) =>
    thumbnailFormats.some((format) => format.name === name && format.animated),
  )
  updatePicture(tx, attachmentId, { previews: made.length > 0 ? 'ready' : 'failed', isAnimated })
  enqueue(tx, showPreviewsKind, { attachmentId, afterId: 0 })
  return true
}

async function forgetThumbnails(organization: Organization, attachment: Attachment): Promise<void> {
  const store = fileStore(organization)
  for (const key of storeKeys(attachment)) if (key !== attachment.key) await store.remove(key)
}
