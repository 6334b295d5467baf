// `confab import slack|zulip|mattermost FILE`: takes people, channels and messages of another service into an organization.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { actingAs } from '../organization/actor'
import { systemClock } from '../organization/clock'
import { giveToOwnerOf, holdDataFolder } from '../organization/data-folder'
import { Organization } from '../organization/organization'
import type { Counts, Problem, Report } from '../imports/report'
import type { OpenSource } from '../imports/archive'
import type { Source } from '../imports/source'
import { perform } from './control'
import { Failure } from './failure'
import { beginImport, endImport, inviteTaken } from './import-operations'
import { addDataOption, addJsonOption, flag, organizationOf, valued } from './options'
import { printJson, printLines } from './output'
import { progressBar } from './progress'

interface ImportOptions {
  data: string
  json?: true
  subdomain?: string
  invite?: true
  dryRun?: true
}

const nobody = { mailed: 0, links: [] }

const services: readonly { name: string; title: string; file: string; open: () => Promise<OpenSource> }[] = [
  {
    name: 'slack',
    title: 'Slack',
    file: 'the zip file of an export, such as export.zip',
    open: async () => (await import('../imports/slack/reading')).openSlack,
  },
  {
    name: 'zulip',
    title: 'Zulip',
    file: 'the compressed tar file of a data export, such as zulip-export.tar.gz',
    open: async () => (await import('../imports/zulip/reading')).openZulip,
  },
  {
    name: 'mattermost',
    title: 'Mattermost',
    file: 'the zip file of an export, or its JSON Lines alone',
    open: async () => (await import('../imports/mattermost/reading')).openMattermost,
  },
]

export function addImportCommand(program: Command): void {
  const group = program
    .command('import')
    .description('take people, channels and messages of another service into an organization')
  for (const service of services) {
    addJsonOption(addDataOption(group.command(service.name)))
      .description(
        `take in an export of ${service.title}; what was taken before is not taken again. Until it is done, nobody reaches the organization`,
      )
      .argument('<file>', service.file)
      .addOption(valued('--subdomain <subdomain>', 'into which one; not needed where there is only one'))
      .addOption(
        flag(
          '--invite',
          'mail the new people a link for a password, or print the links where no mail goes out',
        ),
      )
      .addOption(flag('--dry-run', 'read the export, print what it has, and do nothing'))
      .action((file: string, options: ImportOptions) => importFrom(service, file, options))
  }
}

async function importFrom(
  service: (typeof services)[number],
  file: string,
  options: ImportOptions,
): Promise<void> {
  const path = resolve(file)
  if (!existsSync(path)) throw new Failure('usage', `There is no file ${file}.`)
  const [{ Report }, { UnreadableSource }, open] = await Promise.all([
    import('../imports/report'),
    import('../imports/source'),
    service.open(),
  ])
  const skipped = new Report()
  try {
    // Before the organization is closed for it.
    const progress = progressBar('Reading')
    const source = await open(path, (what, example) => skipped.note(what, example), progress).finally(() =>
      progress.end(),
    )
    try {
      if (options.dryRun) await look(source, skipped, file, options)
      else await importInto(source, skipped, file, options)
    } finally {
      source.close()
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw new Failure('refused', `${file}: ${error.message}`)
    throw error
  }
}

async function look(source: Source, skipped: Report, file: string, options: ImportOptions): Promise<void> {
  const { countsOf } = await import('../imports/counting')
  const progress = progressBar('Counting')
  const found = await countsOf(source, progress).finally(() => progress.end())
  const { problems } = skipped
  if (options.json) return printJson({ found, problems })
  printLines(`${file} has ${inWords(found)}. Nothing was done.`, ...problems.map(problemLine))
}

async function importInto(
  source: Source,
  skipped: Report,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const { organization: subdomain, folder } = await perform(
    options.data,
    beginImport,
    organizationOf(options),
  )
  const takeUp = () => perform(options.data, endImport, { subdomain })
  let report: Report
  try {
    report = await takeIn(subdomain, folder, source)
  } catch (error) {
    giveToOwnerOf(resolve(options.data), folder)
    // It has what was taken by now. Where it can't even be opened, the next run has it.
    await takeUp().catch(() => undefined)
    throw error
  }
  giveToOwnerOf(resolve(options.data), folder)
  await takeUp()
  const { mailed, links } = options.invite ? await perform(options.data, inviteTaken, { subdomain }) : nobody
  const problems = [...report.problems, ...skipped.problems]
  const { taken, known } = report
  if (options.json) return printJson({ organization: subdomain, taken, known, problems, mailed, links })
  printLines(
    `Took ${inWords(taken)} from ${file}.`,
    ...(known.messages > 0 ? [`${known.messages} messages were here already.`] : []),
    ...problems.map(problemLine),
    ...(mailed > 0 ? [`${mailed} people are mailed a link for a password; it works for a day.`] : []),
    ...links.map(({ name, email, path }) => `${name} <${email}> sets a password at ${path} within a day`),
  )
}

/** Takes all of a source into the organization of a folder that nobody else has open. */
async function takeIn(subdomain: string, folder: string, source: Source): Promise<Report> {
  const { takeSource } = await import('../imports/taking')
  const progress = progressBar('Importing')
  const hold = holdDataFolder(folder)
  try {
    const organization = Organization.open(subdomain, folder, systemClock)
    try {
      return await actingAs('console', () => takeSource(organization, source, progress))
    } finally {
      await organization.close()
    }
  } finally {
    progress.end()
    hold.release()
  }
}

function inWords({ people, channels, messages, reactions, files, emoji }: Counts): string {
  return `${people} people, ${channels} channels, ${messages} messages, ${reactions} reactions, ${files} files and ${emoji} emoji`
}

function problemLine({ what, count, examples }: Problem): string {
  return `${count} × ${what}: ${examples.join('; ')}`
}
