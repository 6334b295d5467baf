// Looks at everything that an operator can get wrong, at all of it side by side, and at none of it for too long.
import { backupsCheck } from './backups'
import { namesCheck, publicAddressCheck } from './address'
import { certificatesCheck } from './certificates'
import { clockCheck } from './clock'
import { databasesCheck, type WithSource } from './databases'
import { diskCheck, folderCheck } from './disk'
import { SettingsError } from '../settings/settings-error'
import { problem, wordsOf, type Check, type Finding, type Patient } from './finding'
import { mailCheck, pushCheck, settingsCheck, uploadsCheck } from './services'
import { versionCheck } from './versions'

export interface Examined extends Finding {
  /** Of the check. */
  readonly check: string
}

export interface Examination {
  readonly withSource: WithSource
  runningVersion(): Promise<string | undefined>
  /** How long a check may take, in milliseconds. */
  readonly patience: number
}

export async function examine(
  patient: Patient,
  { withSource, runningVersion, patience }: Examination,
): Promise<Examined[]> {
  const checks = [
    settingsCheck,
    versionCheck(runningVersion),
    diskCheck,
    folderCheck,
    clockCheck,
    databasesCheck(withSource),
    backupsCheck,
    namesCheck,
    publicAddressCheck,
    certificatesCheck,
    mailCheck,
    pushCheck,
    uploadsCheck,
  ]
  const found = await Promise.all(checks.map((check) => inTime(check, patient, patience)))
  return found.flat()
}

async function inTime(check: Check, patient: Patient, patience: number): Promise<Examined[]> {
  const abort = new AbortController()
  const { promise, resolve } = Promise.withResolvers<readonly Finding[]>()
  const timer = setTimeout(() => {
    const seconds = Math.round(patience / 1000)
    resolve([
      problem(
        `It took longer than ${seconds} seconds.`,
        'Look at what does not answer, or try again with a longer --timeout.',
      ),
    ])
    abort.abort(new Error('It took too long'))
  }, patience)
  const findings = await Promise.race([promise, check.run(patient, abort.signal).catch(asFindings)])
  clearTimeout(timer)
  return findings.map((finding) => ({ check: check.name, ...finding }))
}

function isOfOther(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EACCES'
}

function asFindings(error: unknown): readonly Finding[] {
  // Of the settings, one check tells for all.
  if (error instanceof SettingsError) return []
  return [
    problem(
      `It can't be looked at: ${wordsOf(error).replace(/\.$/, '')}.`,
      isOfOther(error)
        ? 'Run the doctor as the user that the server runs as, or as root.'
        : 'Do away with the cause, and try again.',
    ),
  ]
}
