// `confab organization export|import`: an organization as one file, and a new organization of such a file.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { draftFolder } from '../export-archive/draft-folder'
import type { ArchiveType } from '../export-archive/scope'
import { adoptOrganization, checkSubdomain, copyOrganization } from './archive-operations'
import { giveToOwnerOf } from '../organization/data-folder'
import { perform } from './control'
import { Failure } from './failure'
import { addDataOption, addJsonOption, flag, organizationOf, valued } from './options'
import { printJson, printLines } from './output'
import { progressBar } from './progress'

interface ExportOptions {
  data: string
  json?: true
  subdomain?: string
  withCredentials?: true
  type: ArchiveType
  force?: true
}

interface ImportOptions {
  data: string
  json?: true
  subdomain?: string
}

export function addArchiveCommands(group: Command): void {
  addJsonOption(addDataOption(group.command('export')))
    .description('write all of an organization, with its files, to one archive (docs/export-format.md)')
    .argument('<file>', 'the archive, such as acme.tar.gz')
    .addOption(valued('--subdomain <subdomain>', 'which one; not needed where there is only one'))
    .addOption(
      valued('--type <type>', 'full, standard (what is public or consented to) or public')
        .choices(['full', 'standard', 'public'])
        .default('full'),
    )
    .addOption(
      flag(
        '--with-credentials',
        'also hashes of passwords, API keys, invitations and the key that addresses are signed with: whoever has the file can act as anybody',
      ),
    )
    .addOption(flag('--force', 'replace the file if it is there'))
    .action(exportOrganization)
  addJsonOption(addDataOption(group.command('import')))
    .description('make an organization of an archive')
    .argument('<file>', 'the archive')
    .addOption(
      valued(
        '--subdomain <subdomain>',
        "the new organization's string identifier; without it, that of the archive",
      ),
    )
    .action(importOrganization)
}

async function exportOrganization(file: string, options: ExportOptions): Promise<void> {
  const target = resolve(file)
  const { type } = options
  if (existsSync(target) && !options.force)
    throw new Failure('usage', `${file} is there already. Say --force to replace it.`)
  if (!existsSync(dirname(target))) throw new Failure('usage', `There is no folder ${dirname(target)}.`)
  const withCredentials = options.withCredentials ?? false
  if (withCredentials && type !== 'full')
    throw new Failure('usage', 'Credentials go along with full archives alone.')
  const { writeArchive } = await import('../export-archive/writing')
  const source = await perform(options.data, copyOrganization, {
    ...organizationOf(options),
    with_credentials: withCredentials,
  })
  const progress = progressBar('Writing')
  const unfinished = `${target}.part`
  try {
    const written = await writeArchive(
      {
        database: source.copy,
        folder: source.folder,
        subdomain: source.organization,
        storage: source.bucket === null ? null : { bucket: source.bucket, prefix: source.prefix, access: {} },
        target: unfinished,
        type,
        withCredentials,
        now: Math.floor(Date.now() / 1000),
      },
      progress,
    )
    renameSync(unfinished, target)
    progress.end()
    const { rows, files, missing, size } = written
    if (options.json)
      return printJson({
        organization: source.organization,
        file: target,
        type,
        rows,
        files,
        missing_files: missing,
        size,
      })
    printLines(
      `Wrote "${source.name}" to ${file}: ${rows} lines and ${files} files in ${mebibytes(size)} MiB.`,
      ...missing.map((name) => `A file is missing in the organization itself: ${name}`),
      ...(withCredentials
        ? ['It has credentials of everybody: keep it as you keep the data folder.']
        : [
            'It has no passwords and keys: after an import people ask for a new password, and bots have new keys.',
          ]),
    )
  } finally {
    rmSync(unfinished, { force: true })
    rmSync(dirname(source.copy), { recursive: true, force: true })
  }
}

async function importOrganization(file: string, options: ImportOptions): Promise<void> {
  const archive = resolve(file)
  if (!existsSync(archive)) throw new Failure('usage', `There is no file ${file}.`)
  const { importArchive } = await import('../export-archive/importing')
  const { archiveHead, UnreadableArchive } = await import('../export-archive/reading')
  const data = resolve(options.data)
  try {
    const head = await archiveHead(archive)
    const subdomain = options.subdomain ?? head.realm_string_id
    const draft = draftFolder(data, subdomain)
    await perform(data, checkSubdomain, { subdomain })
    const progress = progressBar('Reading')
    const read = await importArchive(archive, draft, progress)
    progress.end()
    giveToOwnerOf(data, draft)
    const made = await perform(data, adoptOrganization, { subdomain, data })
    const { rows, files, missingFiles } = read
    if (options.json) return printJson({ ...made, rows, files, missing_files: missingFiles })
    printLines(
      `Made the organization "${made.name}"${subdomain === '' ? '' : ` (${subdomain})`} of ${file}: ${made.users} people, ${rows} lines, ${files} files.`,
      ...missingFiles.map((name) => `A file was missing when the archive was made: ${name}`),
      ...(head.has_credentials
        ? []
        : ['Nobody has a password yet: `confab user reset-password --email …` makes a link for a new one.']),
    )
  } catch (error) {
    if (error instanceof UnreadableArchive) throw new Failure('refused', `${file}: ${error.message}`)
    throw error
  }
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
