// Files that go: their rows at once, then, by a job, their contents and what is known of messages that linked to them.
import { Type } from '@sinclair/typebox'
import { emit } from '../events/event'
import { fileStore } from '../file-store/file-store'
import { badRequest } from '../http/errors'
import { jobKind } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { momentOf, never, seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import { unclaimedAmong } from './claims-repository'
import { deleteSomeLinks } from './links-repository'
import {
  attachmentById,
  attachmentsByIds,
  deleteAttachments,
  firstUnclaimed,
  unclaimedBefore,
  type Attachment,
} from './repository'
import { storeKeys } from './thumbnails'
import { attachmentRemovedEvent } from './wire'

/** What one write does at most. */
const step = { files: 100, links: 1000 }

/** Its payload is all that is left to know of the files: nothing else does any more. */
export const removeFilesKind = jobKind({
  name: 'remove-files',
  payload: Type.Object({ ids: Type.Array(Type.Integer()), keys: Type.Array(Type.String()) }),
  concurrency: 1,
  timeoutSeconds: 3600,
  maxAttempts: 20,
  async run({ organization, payload: { ids, keys }, signal, write }) {
    const store = fileStore(organization)
    for (const key of keys) {
      signal.throwIfAborted()
      await store.remove(key)
    }
    while ((await write((tx) => deleteSomeLinks(tx, ids, step.links))) > 0);
  },
})

/**
 * Deletes a file of the caller's. Messages that link to it stay as they are.
 * @throws ApiError BAD_REQUEST, the same if there is none and if it is not theirs.
 */
export function removeOwnFile(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    const file = attachmentById(tx, id)
    if (file?.ownerId !== caller.id) throw badRequest('Invalid attachment')
    removeFiles(tx, [file])
  })
}

/** Removes those of the files that nothing links to any more. */
export function removeUnlinked(tx: Transaction, attachmentIds: readonly number[]): void {
  if (attachmentIds.length === 0) return
  removeFiles(tx, attachmentsByIds(tx, unclaimedAmong(tx, attachmentIds)))
}

/** When nothing has linked to a file for long next, in milliseconds. */
export function nextUnclaimed({ db, rules }: Organization): number {
  const since = firstUnclaimed(db)
  return since === null ? never : momentOf(since + rules.keepUnclaimedFilesSeconds + 1)
}

/** Removes files that nothing has linked to for long, some at a time. Called by the timer. */
export async function removeUnclaimedFiles(organization: Organization): Promise<void> {
  const time = seconds(organization.clock) - organization.rules.keepUnclaimedFilesSeconds
  await organization.write((tx) => removeFiles(tx, unclaimedBefore(tx, time, step.files)))
}

/** Nobody finds the files from here on; their owners are told. */
function removeFiles(tx: Transaction, files: readonly Attachment[]): void {
  for (let from = 0; from < files.length; from += step.files) {
    const some = files.slice(from, from + step.files)
    const ids = some.map(({ id }) => id)
    deleteAttachments(tx, ids)
    enqueue(tx, removeFilesKind, { ids, keys: some.flatMap(storeKeys) })
  }
  for (const file of files) emit(tx, attachmentRemovedEvent(tx.organization, file))
}
