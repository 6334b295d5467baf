// The backup of every night: due by the clock, made by a job, whose work a process of its own does.
import { dirname } from 'node:path'
import { Type } from '@sinclair/typebox'
import { GiveUp, jobKind, type JobType } from '../jobs/kind'
import { enqueue } from '../jobs/queueing'
import { momentOf, never } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { BackupRules } from '../organization/rules'
import { organizationState } from '../organization/state'
import { ownCommand } from '../version'
import { nameOfPlace } from './place'
import { backupState } from './state'

const Payload = Type.Object({
  /** The night's moment, in UNIX seconds. */
  moment: Type.Integer(),
})
const nightlyBackup: JobType<typeof Payload> = { name: 'nightly backup', payload: Payload }

const dayMs = 24 * 3600 * 1000

/** The night's moment that was looked at last. */
const seen = organizationState(() => ({ moment: 0 }))

/** When it is to be looked whether the last night's backup has been made, in milliseconds: now, or the next night. */
export function nextNightlyBackup(organization: Organization): number {
  const { backups } = organization.rules
  if (!backups) return never
  const now = organization.clock.now()
  const moment = momentBefore(now, backups.at)
  return seen(organization).moment === moment ? momentOf(momentBefore(now + dayMs, backups.at)) : now
}

/**
 * Queues the last night's backup if it has not been made: also that of a night in which the server did not run, and the first one.
 * @param organization that sees to it: one of the server's, since a backup is of all of them
 */
export async function queueNightlyBackup(organization: Organization): Promise<void> {
  const { backups } = organization.rules
  if (!backups) return
  const moment = momentBefore(organization.clock.now(), backups.at)
  if (seen(organization).moment === moment) return
  if (backupState(dataFolderOf(organization)).nightly_done < moment)
    await organization.write((tx) => enqueue(tx, nightlyBackup, { moment }, { key: 'nightly' }))
  seen(organization).moment = moment
}

export const nightlyBackupKind = jobKind({
  ...nightlyBackup,
  concurrency: 1,
  timeoutSeconds: 20 * 3600,
  maxAttempts: 5,
  // What a backup that was cut short has stored does not count, and goes with the next.
  isInSteps: true,
  async run({ organization, payload: { moment }, signal }) {
    const { backups } = organization.rules
    if (!backups) throw new GiveUp('No backups are to be made any more')
    signal.throwIfAborted()
    const isMade = () => backupState(dataFolderOf(organization)).nightly_done >= moment
    if (isMade()) return
    const child = Bun.spawn(
      [
        ...ownCommand,
        'backup',
        'create',
        ...argumentsFor(organization, backups),
        '--nightly-moment',
        `${moment}`,
      ],
      {
        env: { ...process.env, ...environmentFor(backups) },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'pipe',
        signal,
        killSignal: 'SIGKILL',
      },
    )
    const [why, code] = await Promise.all([child.stderr.text(), child.exited])
    signal.throwIfAborted()
    if (code !== 0)
      throw new Error(why.trim().replace(/^confab: /, '') || `The backup ended with code ${code}`)
  },
})

/** The last time that it was that many minutes after midnight. @param now milliseconds @returns UNIX seconds */
export function momentBefore(now: number, minutes: number): number {
  const moment = new Date(now)
  moment.setHours(0, minutes, 0, 0)
  if (moment.getTime() > now) moment.setDate(moment.getDate() - 1)
  return moment.getTime() / 1000
}

/** As this server has them, by whatever way: the process is to need nothing of its command line. */
function argumentsFor(organization: Organization, { place, recipient, retention }: BackupRules): string[] {
  return [
    ['--data', dataFolderOf(organization)],
    ['--backups', nameOfPlace(place)],
    ...(recipient === null ? [] : [['--backup-recipient', recipient]]),
    ['--backup-keep-daily', String(retention.daily)],
    ['--backup-keep-weekly', String(retention.weekly)],
    ['--backup-keep-monthly', String(retention.monthly)],
  ].flat()
}

function environmentFor({ place }: BackupRules): Record<string, string> {
  if ('folder' in place) return {}
  const { endpoint, region, accessKeyId, secretAccessKey } = place.access
  return {
    ...(endpoint === undefined ? {} : { S3_ENDPOINT: endpoint }),
    ...(region === undefined ? {} : { S3_REGION: region }),
    ...(accessKeyId === undefined ? {} : { S3_ACCESS_KEY_ID: accessKeyId }),
    ...(secretAccessKey === undefined ? {} : { S3_SECRET_ACCESS_KEY: secretAccessKey }),
  }
}

function dataFolderOf({ folder }: Organization): string {
  return dirname(dirname(folder))
}
