// A person's own files, as an answer that may be long: made a few milliseconds at a time.
import { fieldsTexts, JsonText, type JsonTexts } from '../http/envelope'
import type { Organization } from '../organization/organization'
import type { Pieces } from '../organization/turns'
import type { User } from '../users/repository'
import { attachmentsOf, spaceUsed, type Attachment } from './repository'
import { attachmentObjects } from './wire'

/** So many files are read at once. */
const atOnce = 100

/** The caller's files, the newest first, and what all of the organization's take (contract 4.20). */
export function* ownFiles(organization: Organization, caller: User): Pieces<JsonTexts> {
  const texts: string[] = []
  let some: Attachment[] = []
  do {
    if (texts.length > 0) yield
    some = attachmentsOf(organization.db, caller.id, some.at(-1)?.id, atOnce)
    for (const file of attachmentObjects(organization.db, some)) texts.push(JSON.stringify(file))
  } while (some.length === atOnce)
  return fieldsTexts({
    attachments: new JsonText(`[${texts.join(',')}]`),
    upload_space_used: spaceUsed(organization),
  })
}
