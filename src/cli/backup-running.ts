// What `confab backup` does, and how it tells of it.
import { existsSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import type { BackupProgress } from '../backup/creating'
import { identitiesIn, isRecipient } from '../backup/encryption'
import { WrongKeyError } from '../backup/errors'
import type { Manifest, StoredFile } from '../backup/manifest'
import { nameOfPlace, openPlace, type PlaceAddress } from '../backup/place'
import { removeBackup } from '../backup/pruning'
import { findBackup, listBackups, verifyFiles, type ReadProgress } from '../backup/reading'
import { oneOrganization, restore as restoreInto, wholeBackup } from '../backup/restoring'
import { runBackup } from '../backup/running'
import { giveToOwnerOf } from '../organization/data-folder'
import { folderName, isValidSubdomain } from '../organization/organizations'
import type { BackupOptions, CreateOptions, ReadOptions, RestoreOptions } from './backup'
import { backupPlace, backupRetention } from '../settings/backup-rules'
import { backupRecipient, backups as backupsSetting } from '../settings/backups'
import type { Settings } from '../settings/settings'
import { withSource } from './backup-source'
import { Failure } from './failure'
import { minute, printJson, printLines, table } from './output'
import { progressLine } from './progress'

export async function create(options: CreateOptions, settings: Settings): Promise<void> {
  const { data, nightlyMoment, json } = options
  const backups = placeOf(settings)
  const recipient = settings.value(backupRecipient) ?? null
  if (recipient !== null && !isRecipient(recipient))
    throw new Failure('usage', `${settings.named(backupRecipient)}: ${recipient} is no public key of age.`)
  setPriority(10)
  const what =
    options.organization === undefined
      ? `everything in ${resolve(data)}`
      : `the organization '${options.organization}'`
  if (!json)
    printLines(
      `Saving ${what} to ${nameOfPlace(backups)}${recipient === null ? '' : `, encrypted to ${recipient}`}.`,
    )
  const progress = progressLine()
  const made = await withSource(data, (source) =>
    runBackup(source, backups, {
      kind: nightlyMoment === undefined ? 'manual' : 'nightly',
      recipient,
      only: options.organization,
      nightlyMoment,
      retention: backupRetention(settings),
      onProgress: (each) => progress.show(wordsFor(each)),
      signal: untilInterrupted('There is no backup, and nothing of it is left.'),
    }),
  ).finally(() => progress.end())
  const { name, manifest, stored, removed } = made
  const facts = { ...summary(name, manifest), new_bytes: stored.bytes, new_files: stored.files, removed }
  if (json) printJson(facts)
  else
    printLines(
      `Backup ${name} is made and checked: ${size(facts.bytes)} in ${countOf(facts.files)}, of which ${size(stored.bytes)} were new.`,
      ...(removed.length > 0 ? [`Old nightly backups that are gone now: ${removed.join(', ')}.`] : []),
      ...elsewhere(manifest),
    )
  if (manifest.left_out.length > 0)
    throw new Failure(
      'databaseDamaged',
      `${manifest.left_out.join(', ')} is not in it: the database is damaged. Restore the folder from an older backup.`,
    )
}

export async function list({ json }: BackupOptions, settings: Settings): Promise<void> {
  const backups = placeOf(settings)
  const listed = await listBackups(openPlace(backups))
  const facts = listed.map(({ name, manifest }) =>
    manifest ? summary(name, manifest) : { backup: name, is_damaged: true as const },
  )
  if (json) return printJson({ backups: facts })
  if (facts.length === 0) return printLines(`There is no backup at ${nameOfPlace(backups)}.`)
  const rows = facts.map((each) =>
    'is_damaged' in each
      ? [each.backup, '', 'its manifest is damaged', '', '', '']
      : [
          each.backup,
          minute(each.created_at),
          each.organizations.join(', '),
          each.kind,
          size(each.bytes),
          each.recipient === null ? '' : 'yes',
        ],
  )
  printLines(...table([['BACKUP', 'MADE (UTC)', 'ORGANIZATIONS', 'KIND', 'SIZE', 'ENCRYPTED'], ...rows]))
}

export async function verify(
  wanted: string | undefined,
  options: ReadOptions,
  settings: Settings,
): Promise<void> {
  const { json } = options
  const backups = placeOf(settings)
  const place = openPlace(backups)
  const { name, manifest } = await findBackup(place, wanted)
  const identities = options.identity === undefined ? undefined : identitiesOf(options.identity)
  if (!json) printLines(`Reading the backup ${name} at ${nameOfPlace(backups)}.`)
  const progress = progressLine()
  await verifyFiles(place, manifest, manifest.files, identities, (each) =>
    progress.show(wordsOf('Read', each)),
  ).finally(() => progress.end())
  const isOpened = manifest.recipient === null || identities !== undefined
  if (json) return printJson({ ...summary(name, manifest), is_whole: true, is_opened: isOpened })
  printLines(
    `The backup ${name} is whole: what is there of ${countOf(manifest.files.length)} is what was stored.`,
    ...(isOpened ? [] : ['Whether your private key opens it is tried with --identity.']),
  )
}

export async function restore(
  wanted: string | undefined,
  options: RestoreOptions,
  settings: Settings,
): Promise<void> {
  const { json, organization, to } = options
  if ((to === undefined) === (organization === undefined))
    throw new Failure(
      'usage',
      'Say where to: --to NEW-FOLDER for all of it, or --organization NAME for one, which comes into --data.',
    )
  const place = openPlace(placeOf(settings))
  const { name, manifest } = await findBackup(place, wanted)
  const identities = openedWith(manifest, options.identity)
  const wantedFiles =
    to === undefined ? intoData(manifest, organization ?? '', options) : wholeBackup(manifest, resolve(to))
  if (!json)
    printLines(
      `Restoring ${countOf(wantedFiles.files.length)} of the backup ${name} into the new folder ${wantedFiles.folder}.`,
    )
  const progress = progressLine()
  await restoreInto(place, manifest, wantedFiles, identities, {
    onProgress: (each) => progress.show(wordsOf('Restored', each)),
    signal: untilInterrupted('Nothing was restored.'),
  }).finally(() => progress.end())
  if (to === undefined) giveToOwnerOf(resolve(options.data), wantedFiles.folder)
  if (json) return printJson({ backup: name, folder: wantedFiles.folder, files: wantedFiles.files.length })
  printLines(
    `Done: ${wantedFiles.folder} is as it was at ${minute(manifest.created_at)} UTC.`,
    ...elsewhere(manifest),
    ...(to === undefined
      ? ['To switch: start the server anew, and it serves this organization, too.']
      : [
          `To switch: stop the server that runs, and start it with --data ${wantedFiles.folder}; where it is a service by`,
          `\`confab install\`: confab install --data ${wantedFiles.folder}`,
        ]),
  )
}

export async function remove(name: string, { json }: BackupOptions, settings: Settings): Promise<void> {
  await removeBackup(openPlace(placeOf(settings)), name)
  if (json) return printJson({ backup: name })
  printLines(`The backup ${name} is removed.`)
}

/** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process at once. */
function untilInterrupted(words: string): AbortSignal {
  const abort = new AbortController()
  const stop = () => abort.abort(new Failure('refused', `Interrupted. ${words}`))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  return abort.signal
}

/** @throws Failure if it is not said, SettingsError */
function placeOf(settings: Settings): PlaceAddress {
  const place = backupPlace(settings)
  if (place) return place
  throw new Failure(
    'usage',
    `Say where the backups are, with ${settings.named(backupsSetting)}: a folder, or s3://bucket/prefix.`,
  )
}

/** @throws Failure if the data folder can't take it */
function intoData(manifest: Manifest, name: string, { data, as }: RestoreOptions) {
  const target = as === undefined ? name : folderName(as === 'root' ? '' : as)
  if (target !== 'root' && !isValidSubdomain(target))
    throw new Failure('usage', `--as: '${target}' can't be a subdomain: use a-z, 0-9 and hyphens.`)
  const organizations = join(resolve(data), 'organizations')
  if (!existsSync(organizations))
    throw new Failure(
      'refused',
      `There is no data folder ${resolve(data)}: choose one with --data, or restore all with --to.`,
    )
  const folder = join(organizations, target)
  if (existsSync(folder))
    throw new Failure(
      'refused',
      `There is ${folder} already, and nothing is overwritten: choose another subdomain with --as, or move that folder away ` +
        'while the server is stopped.',
    )
  return oneOrganization(manifest, name, folder)
}

/** @throws WrongKeyError, Failure */
function openedWith({ recipient }: Manifest, file: string | undefined): string[] | undefined {
  if (file !== undefined) return identitiesOf(file)
  if (recipient === null) return undefined
  throw new WrongKeyError(
    `The backup is encrypted to ${recipient}: name the file with the private key with --identity`,
  )
}

function identitiesOf(file: string): string[] {
  if (!existsSync(file)) throw new Failure('usage', `--identity: There is no file ${file}.`)
  try {
    return identitiesIn(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof WrongKeyError) throw error
    throw new Failure('usage', `--identity: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function summary(name: string, manifest: Manifest) {
  return {
    backup: name,
    created_at: manifest.created_at,
    kind: manifest.kind,
    organizations: manifest.organizations.map((each) => each.name),
    is_complete: manifest.is_complete,
    recipient: manifest.recipient,
    confab: manifest.confab,
    files: manifest.files.length,
    bytes: bytesOf(manifest.files),
    left_out: manifest.left_out,
  }
}

function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { stored_size }) => sum + stored_size, 0)
}

function elsewhere({ organizations }: Manifest): string[] {
  const count = organizations.reduce((sum, { files_elsewhere }) => sum + files_elsewhere, 0)
  if (count === 0) return []
  return [
    `NOT in this backup: the contents of ${countOf(count)} that people have uploaded, which are in object storage (--uploads).`,
    'Let the object storage keep versions of them, or copy them by its own means.',
  ]
}

function wordsFor({ step, organization, done, total }: BackupProgress): string {
  const where = organization === undefined ? '' : `${organization}: `
  if (step === 'files') return `${where}${countOf(done)}`
  if (step === 'check') return `${where}checking the copy`
  const verb = step === 'database' ? 'copying the database' : 'storing the database'
  return `${where}${verb}, ${size(done)} of ${size(total ?? 0)}`
}

function wordsOf(verb: string, { done, total }: ReadProgress): string {
  return `${verb} ${done} of ${countOf(total)}`
}

function countOf(files: number): string {
  return files === 1 ? '1 file' : `${files} files`
}

function size(bytes: number): string {
  const mib = bytes / 1024 / 1024
  return mib < 1
    ? `${Math.ceil(bytes / 1024)} KiB`
    : mib < 1024
      ? `${mib.toFixed(1)} MiB`
      : `${(mib / 1024).toFixed(2)} GiB`
}
