// `confab doctor`: looks at everything that an operator can get wrong, and says what to do.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { groups } from '../settings/table'
import { wholeNumber } from '../settings/values'
import { exitCodes, Failure } from './failure'
import { addDataOption, addJsonOption, valued } from './options'
import { printJson, printLines, table } from './output'
import { addHiddenSettings, settingsOf } from './setting-options'

interface DoctorOptions {
  data: string
  timeout: number
  json?: true
}

export function addDoctorCommand(program: Command): void {
  const command = addJsonOption(addDataOption(program.command('doctor')))
    .description('look at all that can be wrong, with or without a running server, and say what to do')
    .addOption(
      valued('--timeout <seconds>', 'how long each look may take')
        .argParser(wholeNumber(1, 3600))
        .default(20),
    )
    .addHelpText(
      'after',
      `\nIt takes the settings of \`confab serve\`, too, where they are flags.\nEnds with code 0 if there is no problem (warnings aside), ${exitCodes.problems} if there is.`,
    )
  command.action((options: DoctorOptions) => examineFolder(command, options))
  addHiddenSettings(command, groups)
}

const signs = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM' }

async function examineFolder(command: Command, { data, timeout, json }: DoctorOptions): Promise<void> {
  const dataFolder = resolve(data)
  if (!existsSync(join(dataFolder, 'organizations')))
    throw new Failure('refused', `There is no data folder ${dataFolder}: choose one with --data.`)
  // Loaded only here: other commands start sooner without it.
  const { examine } = await import('../doctor/examining')
  const { withSource } = await import('./backup-source')
  const { statusOf } = await import('./control')
  // Whoever asks a doctor has something wrong: what can be read is looked at.
  const faults: string[] = []
  const settings = await settingsOf(command, dataFolder, ({ message }) => void faults.push(message))
  const found = await examine(
    { dataFolder, settings, faults, now: Date.now() },
    {
      withSource: (work) => withSource(dataFolder, work),
      runningVersion: async () => (await statusOf(dataFolder))?.version,
      patience: timeout * 1000,
    },
  )
  const problems = found.filter(({ level }) => level === 'problem').length
  if (json) printJson({ problems, findings: found })
  else {
    printLines(...table(found.map(({ check, level, found: words }) => [signs[level], check, words])))
    const advice = found.filter((finding) => finding.advice !== null)
    if (advice.length > 0)
      printLines(
        '',
        'What to do:',
        ...advice.map((finding) => `- ${finding.check}: ${finding.found}\n  ${finding.advice}`),
      )
  }
  // What was still under way is no longer waited for.
  process.exit(problems > 0 ? exitCodes.problems : 0)
}
