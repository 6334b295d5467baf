// `confab install` and `confab uninstall`: as a service of a Linux machine that systemd runs.
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { setupKey, setupPath } from '../first-organization/key'
import { InstallError } from '../install/install-error'
import {
  asBefore,
  assertManageable,
  credentialsFolder,
  reloaded,
  unitName,
  type Places,
  type ServiceState,
} from '../install/machine'
import { performSteps, StepFailedError, type Change, type Step } from '../install/steps'
import { publicAddress } from '../settings/reaching'
import type { Settings } from '../settings/settings'
import { groups } from '../settings/table'
import { tomlPath } from '../settings/toml-file'
import { isExecutable, version } from '../version'
import { perform, runningServer } from './control'
import { flag, valued } from './options'
import { listOrganizations } from './operations'
import { printLines } from './output'
import { addHiddenSettings, flagsOf } from './setting-options'

interface InstallOptions {
  data: string
  executable: string
  user: string
  root: string
  dryRun?: true
}

type UninstallOptions = Pick<InstallOptions, 'root' | 'dryRun'>

export function addInstallCommand(program: Command): void {
  const command = program.command('install')
  addCommon(command)
    .description('install this executable as a service of systemd, or upgrade the one that is installed')
    .addOption(valued('--data <dir>', 'the folder that holds everything').default('/var/lib/confab'))
    .addOption(
      valued('--executable <file>', 'where this executable is copied').default('/usr/local/bin/confab'),
    )
    .addOption(valued('--user <name>', 'the system user it runs as').default('confab'))
    .addHelpText(
      'after',
      '\nTakes the flags of `confab serve`, too: a new confab.toml in the data folder has them. Secrets that they name files\n' +
        `of are copied to ${credentialsFolder}, which only root and the service read. Run again, it upgrades\n` +
        'what is there, and says what differs. Whatever fails, all is as it was before.',
    )
    .action((options: InstallOptions) => install(command, options))
  addHiddenSettings(command, groups)
}

export function addUninstallCommand(program: Command): void {
  addCommon(program.command('uninstall'))
    .description('remove the service and the executable; the data stay')
    .action(uninstall)
}

function addCommon(command: Command): Command {
  return command
    .addOption(
      valued(
        '--root <folder>',
        'lay out the files below a folder, such as of an image, and start nothing',
      ).default('', 'none'),
    )
    .addOption(flag('--dry-run', 'print all it would do, with what would stand in each file, and do nothing'))
}

async function install(command: Command, options: InstallOptions): Promise<void> {
  if (!isExecutable)
    throw new InstallError('Only the executable can be installed: make it with `bun run build`.')
  const places: Places = options
  if (!options.dryRun) assertManageable(places)
  // Folders on the way are anybody's to read; what is private says so itself.
  process.umask(0o022)
  // Loaded only here: most commands need none of it.
  const { installPlan } = await import('../install/plan')
  const { steps, settings, was } = await installPlan(places, flagsOf(command))
  if (options.dryRun) return printPlan(steps, 'Confab is installed like this already.')
  const changes = await performed(steps, places, was)
  if (changes === 0) printLines('Confab is installed like this already.')
  if (places.root === '') await printAddress(places, settings)
  else
    printLines(
      `All is laid out in ${places.root}. The machine makes the user and the data folder when it starts.`,
    )
}

async function uninstall({ root, dryRun }: UninstallOptions): Promise<void> {
  const { uninstallPlan } = await import('../install/plan')
  const plan = uninstallPlan(root)
  if (!plan) return printLines(`There is no ${unitName} here.`)
  if (dryRun) return printPlan(plan.steps, 'There is nothing to do.')
  assertManageable({ root })
  await performed(plan.steps, { root }, plan.was)
  await reloaded({ root })
  const secrets = existsSync(plan.credentials) ? `, and secrets in ${plan.credentials}` : ''
  printLines(
    `Confab is gone from this machine. Its data stay in ${plan.data}, which belongs to the user ${plan.user}${secrets}.`,
    '`confab install` takes them up again.',
  )
}

/** @returns how many steps changed something @throws InstallError once all is as it was, or with what is not */
async function performed(
  steps: readonly Step[],
  places: Pick<Places, 'root'>,
  was: ServiceState,
): Promise<number> {
  try {
    const tell = ({ title }: Change) => printLines(title)
    return (await performSteps(steps, tell, () => asBefore(places, was))).length
  } catch (error) {
    if (!(error instanceof StepFailedError)) throw error
    const { change, message, remains } = error
    const rest =
      remains.length === 0 ? 'All is as it was before.' : `This could not be undone: ${remains.join('; ')}.`
    throw new InstallError(`${change.title}: ${message}\n${rest}`)
  }
}

function printPlan(steps: readonly Step[], nothing: string): void {
  const changes = steps.flatMap((step) => step.change() ?? [])
  if (changes.length === 0) return printLines(nothing)
  for (const { title, details } of changes)
    printLines(
      title,
      ...(details === undefined
        ? []
        : details
            .trimEnd()
            .split('\n')
            .map((line) => `    ${line}`)),
    )
}

/** Where people find the server that has just been started, and what is to be done next. */
async function printAddress({ data }: Places, settings: Settings): Promise<void> {
  const { url } = await runningServer(data)
  const address = publicAddress(settings) ?? url
  printLines('', `Confab ${version} runs as ${unitName}, at ${address}`)
  const { organizations } = await perform(data, listOrganizations, {})
  if (organizations.length === 0)
    printLines(
      '',
      'There is no organization yet. Make it in a browser, with this link, which works once:',
      '',
      `  ${address}${setupPath}/${setupKey(data)}`,
    )
  printLines(
    '',
    `Settings are in ${tomlPath(data)}; after a change, \`systemctl restart confab\`. The log is \`journalctl -u confab\`.`,
  )
}
