// Taking in an uploaded file: straight from the connection to the disk, no faster than that takes it (contract 4.20).
import { open } from 'node:fs/promises'
import type { Attachment } from '../attachments/repository'
import { badRequest } from '../http/errors'
import { rateLimitHit } from '../http/rate-limits'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import type { User } from '../users/repository'
import { FormFile } from './form-file'
import { largestFile, takeSpace, tooLarge, type Space } from './limits'
import { discardTemporary, finishUpload, temporaryFile } from './storing'
import { writeAsItComes } from './writing'

/** So many uploads of one person may be under way; each holds a file open and some memory. */
const mostAtOnce = 64
/** What a form may have beside the file, in bytes. */
const mostAround = 64 * 1024

export interface ReceivedForm {
  attachment: Attachment
  /** Names of what the form had beside the file. */
  otherFields: readonly string[]
}

/** By user ID. */
const underway = organizationState(() => new Map<number, number>())

/**
 * Stores the file that a form carries, whatever its field is called.
 * @throws ApiError PAYLOAD_TOO_LARGE and REALM_UPLOAD_QUOTA, before anything is read where the length is declared;
 *   RATE_LIMIT_HIT; BAD_REQUEST for a form that is cut off, malformed or has not one file; USER_DEACTIVATED.
 */
export async function receiveUpload(
  organization: Organization,
  caller: User,
  request: Request,
): Promise<ReceivedForm> {
  const counts = underway(organization)
  const count = counts.get(caller.id) ?? 0
  if (count >= mostAtOnce) throw rateLimitHit(1)
  // The file is not much shorter than the body; where no length is declared, room is taken as it comes.
  const declared = Math.max(0, Number(request.headers.get('content-length') ?? 0) - mostAround)
  const space = takeSpace(organization, declared)
  counts.set(caller.id, count + 1)
  try {
    return await receive(organization, caller, request, space)
  } finally {
    space.release()
    const left = (counts.get(caller.id) ?? 1) - 1
    if (left === 0) counts.delete(caller.id)
    else counts.set(caller.id, left)
  }
}

async function receive(
  organization: Organization,
  caller: User,
  request: Request,
  space: Space,
): Promise<ReceivedForm> {
  const form = await FormFile.begin(request.headers.get('content-type'))
  const path = await temporaryFile(organization)
  try {
    const size = await writeFile(path, pieces(organization, request, form, space))
    const upload = { path, name: form.name ?? '', size }
    const attachment = await finishUpload(organization, caller, upload, space)
    return { attachment, otherFields: [...form.otherFields] }
  } catch (error) {
    await discardTemporary(organization, path)
    throw error
  }
}

/** The file's bytes, as they come. */
async function* pieces(
  organization: Organization,
  request: Request,
  form: FormFile,
  space: Space,
): AsyncGenerator<Buffer[]> {
  let received = 0
  let size = 0
  for await (const part of partsOf(request)) {
    const taken = await form.take(part)
    received += part.byteLength
    size += lengthOf(taken)
    if (received - size > mostAround)
      throw size > largestFile(organization) ? tooLarge(organization) : tooMuchAround()
    space.grow(size)
    yield taken
  }
  yield form.end()
}

/** The body as it comes. When it is cut off, nobody is there to be answered, and nothing went wrong here. */
async function* partsOf({ body }: Request): AsyncGenerator<Uint8Array> {
  if (!body) return
  try {
    for await (const part of body) yield part
  } catch {
    throw badRequest('The request was cut off')
  }
}

/** @returns its length in bytes */
async function writeFile(path: string, content: AsyncIterable<Buffer[]>): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  try {
    return await writeAsItComes(file, content)
  } finally {
    await file.close()
  }
}

function lengthOf(content: readonly Buffer[]): number {
  return content.reduce((length, { byteLength }) => length + byteLength, 0)
}

function tooMuchAround() {
  return badRequest('There is too much in the form beside the file')
}
