// Makes the archive of an export: a copy of the database, from which a thread of its own writes it, then the file store.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { emit } from '../events/event'
import { writeArchiveAside } from '../export-archive/writing-thread'
import { fileStore } from '../file-store/file-store'
import { jobKind, type Attempt } from '../jobs/kind'
import { sendDirectNotice } from '../messages/sending/notices'
import { seconds } from '../organization/clock'
import { copyDatabase } from '../organization/database-copy'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { makingType } from './making-type'
import { exportById, updateExport, type DataExport } from './repository'
import { exportsEvent, exportUrl } from './wire'

const maxAttempts = 3
/** How often its requester is told how far it has come, in percent. */
const told = 5

export const makeExportKind = jobKind({
  ...makingType,
  concurrency: 1,
  timeoutSeconds: 12 * 3600,
  maxAttempts,
  // Cut short at any time, it begins anew.
  isInSteps: true,
  async run(attempt) {
    const { organization, payload, signal, number, write } = attempt
    const wanted = exportById(organization.db, payload.id)
    if (!wanted || wanted.size !== null || wanted.failedAt !== null) return
    try {
      await make(attempt, wanted)
    } catch (error) {
      if (signal.aborted || number < maxAttempts) throw error
      await write((tx) => {
        fail(tx, wanted, error instanceof Error ? error.message : String(error))
        attempt.done(tx)
      })
    }
  },
})

async function make({ organization, signal, write, done }: Attempt<{ id: number }>, wanted: DataExport) {
  const { folder, subdomain, rules, clock } = organization
  const place = join(folder, 'exports')
  // What an attempt before has left.
  await rm(place, { recursive: true, force: true })
  await mkdir(place, { recursive: true, mode: 0o700 })
  const database = join(place, 'database.sqlite')
  const target = join(place, 'archive.tar.gz')
  const key = wanted.fileKey ?? ''
  try {
    await copyDatabase(organization, database, signal)
    const written = await writeArchiveAside(
      {
        database,
        folder,
        subdomain,
        storage: rules.uploadStorage,
        target,
        type: wanted.kind === 1 ? 'public' : 'standard',
        withCredentials: false,
        now: seconds(clock),
      },
      progressTo(organization, wanted),
      signal,
    )
    // A server that was killed right after this, and before the row said so, does it again.
    await fileStore(organization).remove(key)
    await fileStore(organization).keep(key, target)
    await rm(place, { recursive: true, force: true })
    await write((tx) => {
      const made = updateExport(tx, wanted.id, { size: written.size, progress: 100 })
      tell(tx, made, `Your data export is complete. [View and download](${exportUrl(organization, made)}).`)
      done(tx)
    })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function progressTo(organization: Organization, { id, userId }: DataExport): (part: number) => void {
  let known = 0
  return (part) => {
    const progress = Math.floor((part * 100) / told) * told
    if (progress <= known || progress >= 100) return
    known = progress
    // It is only news: where it can't be stored, the archive itself will say so.
    organization
      .write((tx) => {
        updateExport(tx, id, { progress })
        emit(tx, exportsEvent(organization, [userId]))
      })
      .catch(() => undefined)
  }
}

function fail(tx: Transaction, wanted: DataExport, failure: string): void {
  const failed = updateExport(tx, wanted.id, { failedAt: seconds(tx.organization.clock), failure })
  tell(
    tx,
    failed,
    'Your data export has failed: those who run the server find the reason in its log, and can make one by themselves.',
  )
}

/** Tells whoever asked for it, if they still have an account. */
function tell(tx: Transaction, made: DataExport, text: string): void {
  const { organization } = tx
  emit(tx, exportsEvent(organization, [made.userId]))
  if (directory(organization).byId.get(made.userId)?.isActive) sendDirectNotice(tx, made.userId, text)
}
