// Files of an import: stored before the messages that they hang on, which then link to them.
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { attachmentUrl } from '../attachments/address'
import { attachmentById, type Attachment } from '../attachments/repository'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { discardTemporary, finishUpload, temporaryFile } from '../uploads/storing'
import { directory } from '../users/repository'
import type { Around } from './around'
import type { Report } from './report'
import { noteTaken, takenId } from './repository'
import { UnreadableSource, type SourceFile, type SourceMessage } from './source'

/** A message with what its files have become. */
export interface Ready {
  readonly message: SourceMessage
  /** What stands below its text. */
  readonly links: readonly string[]
  /** Addresses in its text, and what they have become. */
  readonly addresses: readonly (readonly [string, string])[]
  readonly attachments: readonly Attachment[]
}

/** Stores the files of a message, those that were not stored before. */
export async function withFiles(
  organization: Organization,
  around: Around,
  message: SourceMessage,
): Promise<Ready> {
  const addresses: [string, string][] = []
  const links: string[] = []
  const attachments: Attachment[] = []
  for (const file of message.files) {
    const attachment = await takeFile(organization, around, message, file)
    if (attachment) attachments.push(attachment)
    if (file.inText === undefined) links.push(linkTo(file, attachment, around.report))
    else if (attachment) addresses.push([file.inText, attachmentUrl(attachment)])
    else around.report.note('Files that are not in the archive', file.name)
  }
  return { message, links, addresses, attachments }
}

/** What stands below a text for a file. */
function linkTo(file: SourceFile, attachment: Attachment | undefined, report: Report): string {
  const name = file.name.replaceAll(/[[\]\n]/g, ' ').trim() || 'file'
  if (attachment) return `[${name}](${attachmentUrl(attachment)})`
  if (file.url !== undefined && /^https?:\/\/\S+$/.test(file.url)) {
    report.note('Files that are not in the archive are links to where they were', file.url)
    return `[${name}](${file.url})`
  }
  report.note('Files that are not in the archive', file.name)
  return `(${name})`
}

async function takeFile(
  organization: Organization,
  { source, owner, people, report }: Around,
  { senderId }: SourceMessage,
  file: SourceFile,
): Promise<Attachment | undefined> {
  const known = takenId(organization.db, source.id, 'file', file.id)
  if (known !== undefined) return attachmentById(organization.db, known)
  if (!file.open) return undefined
  const sender = directory(organization).byId.get(people.get(senderId) ?? 0)
  const path = await temporaryFile(organization)
  try {
    await pipeline(Readable.from(await file.open()), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    const attachment = await finishUpload(
      organization,
      sender?.isActive ? sender : owner,
      { path, name: file.name, size },
      undefined,
      (tx, { id }) => noteTaken(tx, source.id, 'file', file.id, id),
    )
    report.taken.files += 1
    return attachment
  } catch (error) {
    // What is wrong with one file is no reason to take nothing of all else.
    if (!(error instanceof ApiError) && !(error instanceof UnreadableSource)) throw error
    report.note('Files that can’t be stored', `${file.name}: ${error.message}`)
    return undefined
  } finally {
    await discardTemporary(organization, path)
  }
}
