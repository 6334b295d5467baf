// What a file that came in is as a picture: read from its beginning, before it is known to anybody.
import type { Attachment } from '../attachments/repository'
import { ApiError } from '../http/errors'
import { readDeclared } from '../images/codec'

/** Bytes: a picture is in memory as a whole while smaller ones are made of it. */
const largest = 64 * 1024 * 1024

/** Bytes of a file's beginning that are looked at, one after the other: some cameras write much before they say the size. */
const beginnings = [256 * 1024, 16 * 1024 * 1024]

type PictureColumns = Pick<Attachment, 'width' | 'height' | 'previews'>

const noPicture: PictureColumns = { width: null, height: null, previews: 'none' }

/**
 * What the row of an attachment says of it as a picture. Only its header is read, so it costs nothing whatever it claims to be.
 * @param contentType as it was detected
 * @returns `previews: 'pending'` for one that `queuePreviews` is to be called for
 */
export async function inspectPicture(content: Blob, contentType: string): Promise<PictureColumns> {
  if (!contentType.startsWith('image/') || content.size > largest) return noPicture
  for (const length of beginnings) {
    const { width, height } = (await declared(content, length)) ?? noPicture
    if (width !== null && height !== null) return { width, height, previews: 'pending' }
    if (length >= content.size) break
  }
  return noPicture
}

async function declared(
  content: Blob,
  length: number,
): Promise<{ width: number; height: number } | undefined> {
  try {
    return await readDeclared(await content.slice(0, length).bytes())
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_IMAGE') return undefined
    throw error
  }
}
