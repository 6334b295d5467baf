// Mails that have come, as files of the organization, until they are posted: a mail server may forget what it has handed over.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jobKeys } from '../jobs/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import { organizationState } from '../organization/state'
import { randomToken } from '../users/tokens'
import { deletePostedBefore, hasPostedBefore } from './repository'
import { receiveMail } from './receive-mail'

/** How long a mail that was posted is known if it is brought again, in seconds. */
const knownSeconds = 30 * 24 * 3600

/** Names of those that are not queued yet. */
const underway = organizationState(() => new Set<string>())

/** Keeps a mail: it is on disk when this resolves. @returns its name here; `forgetUnderway` is to be told once it is queued. */
export async function storeMail(organization: Organization, mail: Uint8Array): Promise<string> {
  const name = randomToken(18)
  const path = mailPath(organization, name)
  underway(organization).add(name)
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(`${path}.part`, 'wx', 0o600)
    try {
      await file.writeFile(mail)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(`${path}.part`, path)
    const folder = await open(dirname(path))
    await folder.sync().finally(() => folder.close())
    return name
  } catch (error) {
    await rm(`${path}.part`, { force: true })
    underway(organization).delete(name)
    throw error
  }
}

/** To be called once the mail is queued, or can't be. */
export function forgetUnderway(organization: Organization, name: string): void {
  underway(organization).delete(name)
}

/** @throws if there is none of that name */
export async function storedMail(organization: Organization, name: string): Promise<Uint8Array> {
  return new Uint8Array(await Bun.file(mailPath(organization, name)).arrayBuffer())
}

export async function removeMail(organization: Organization, name: string): Promise<void> {
  await rm(mailPath(organization, name), { force: true })
}

/**
 * Removes mails that no job is about any more, and forgets which were posted long ago. Called by the timer when the server
 * starts, and once an hour.
 */
export async function removeOldMails(organization: Organization): Promise<void> {
  const present = await readdir(join(organization.folder, folderName)).catch(() => [])
  const queued = new Set(jobKeys(organization.db, receiveMail.name))
  for (const name of present) {
    if (queued.has(name) || underway(organization).has(name.replace(/\.part$/, ''))) continue
    await removeMail(organization, name)
  }
  const time = seconds(organization.clock) - knownSeconds
  if (hasPostedBefore(organization.db, time)) await organization.write((tx) => deletePostedBefore(tx, time))
}

const folderName = 'incoming-mail'

function mailPath({ folder }: Organization, name: string): string {
  return join(folder, folderName, name)
}
