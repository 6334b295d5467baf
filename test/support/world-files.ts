// Files in a random organization, one of each person's, and the slow, obvious reference of who may open them.
import { insertAttachment, type Attachment } from '../../src/attachments/repository'
import type { Organization } from '../../src/organization/organization'
import type { Transaction } from '../../src/organization/writer'

/** What a message may say: a link to a file, or to several. */
export const linkingContents = [
  '[plan](/user_uploads/1/file1/plan.txt)',
  '[menu](/user_uploads/1/file2/plan.txt)',
  'both [a](/user_uploads/1/file1/plan.txt) and [b](/user_uploads/1/file3/plan.txt)',
  '[wrong](/user_uploads/1/file1/other.txt) [none](/user_uploads/1/file9/plan.txt)',
] as const

/** By the number in its address, which is that of its owner. @throws Error if there is none. */
export function worldFile(files: readonly Attachment[], number: number): Attachment {
  const file = files[number]
  if (!file) throw new Error(`There is no file ${number}`)
  return file
}

/** The numbers of the files that a text has addresses of, whoever may open them. */
export function filesIn(content: string): number[] {
  return [...content.matchAll(/file([0-4])\/plan/g)].map(([, number]) => Number(number))
}

/** Gives each of the people a file: their own number is in its address. */
export function addFiles(organization: Organization, ownerIds: readonly number[]): Promise<Attachment[]> {
  return organization.write((tx) => ownerIds.map((ownerId, index) => addFile(tx, ownerId, `file${index}`)))
}

/** A text file of that person's, without any content, with that key in its address. */
export function addFile(tx: Transaction, ownerId: number, key: string): Attachment {
  const now = tx.organization.clock.now()
  return insertAttachment(tx, {
    key,
    pathName: 'plan.txt',
    name: 'plan.txt',
    ownerId,
    size: 10,
    contentType: 'text/plain',
    createdAt: now,
    previews: 'none',
    unclaimedSince: Math.floor(now / 1000),
  })
}
