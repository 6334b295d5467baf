// How large pictures may be sent.
import { ApiError } from '../http/errors'

/** Of a file that is sent, in MiB. */
export const maxFileMib = 5

/** Of the body that it comes in, in bytes. */
export const maxPictureBody = maxFileMib * 1024 * 1024 + 64 * 1024

/** @returns its bytes. @throws ApiError PAYLOAD_TOO_LARGE */
export async function pictureBytes(file: File): Promise<Uint8Array> {
  if (file.size > maxFileMib * 1024 * 1024) {
    throw new ApiError('PAYLOAD_TOO_LARGE', `The image is over ${maxFileMib} MiB`, {})
  }
  return file.bytes()
}
