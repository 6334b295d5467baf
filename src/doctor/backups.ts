// Whether there is a backup that one could fall back on.
import { backupNames } from '../backup/manifest'
import { nameOfPlace, openPlace } from '../backup/place'
import { backupState } from '../backup/state'
import { backupPlace } from '../settings/backup-rules'
import { ok, problem, warning, wordsOf, type Check, type Finding } from './finding'

/** A nightly backup is never older, in hours. */
const freshHours = 26

const makeOne = '`confab jobs list` says why there is none, and `confab backup create` makes one.'

export const backupsCheck: Check = {
  name: 'backups',
  async run({ dataFolder, settings, now }) {
    const address = backupPlace(settings)
    const { last, failure } = backupState(dataFolder)
    if (address === undefined)
      return [
        problem(
          'No backups are made.',
          'Set --backups to a folder on another disk, or to s3://bucket/prefix (docs/backup.md).',
        ),
      ]
    const findings: Finding[] = []
    const hours = last ? Math.floor((now / 1000 - last.created_at) / 3600) : Infinity
    if (!last) findings.push(problem('There is no backup yet.', makeOne))
    else if (hours > freshHours)
      findings.push(problem(`The last backup, ${last.name}, is ${Math.floor(hours / 24)} days old.`, makeOne))
    else findings.push(ok(`The last backup, ${last.name}, is ${hours} hours old.`))
    if (failure)
      findings.push(
        problem(
          `The last attempt failed: ${failure.why}.`,
          'Do away with the cause; the next attempt is made by itself.',
        ),
      )
    try {
      const names = await backupNames(openPlace(address))
      if (last && !names.includes(last.name))
        findings.push(
          problem(
            `The last backup, ${last.name}, is not at ${nameOfPlace(address)} any more.`,
            'Was the place changed, or is its disk not mounted? `confab backup list` shows what is there.',
          ),
        )
      else if ('folder' in address && address.folder.startsWith(`${dataFolder}/`))
        findings.push(
          warning(
            'Backups are in the data folder itself: what takes the one takes the other.',
            'Choose a folder on another disk or machine.',
          ),
        )
    } catch (error) {
      findings.push(
        problem(
          `${wordsOf(error)}.`,
          `Check --backups (${nameOfPlace(address)}), and whether the place is there.`,
        ),
      )
    }
    return findings
  },
}
