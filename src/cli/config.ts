// `confab config template|show|check`: the settings of a data folder, before a server is started on it.
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { serverRules } from '../settings/rules'
import type { Settings } from '../settings/settings'
import { shownSettings, type ShownSetting } from '../settings/shown'
import { allSettings, groups } from '../settings/table'
import { template } from '../settings/template'
import { tomlPath } from '../settings/toml-file'
import { settingsOfServer } from './control'
import { addDataOption, addJsonOption } from './options'
import { printJson, printLines, table } from './output'
import { addHiddenSettings, settingsOf } from './setting-options'

interface ConfigOptions {
  data: string
  json?: true
}

const alsoFlags = '\nTakes the flags of `confab serve`, too, and says what a start with them would do.'

export function addConfigCommand(program: Command): void {
  const group = program.command('config').description('the settings: what they are, whether they are right')
  group
    .command('template')
    .description('print a confab.toml with all settings as comments, to be kept in the data folder')
    .action(() => printLines(template().trimEnd()))
  const show = addJsonOption(addDataOption(group.command('show')))
    .description(
      'show what holds and where it comes from, but for what is secret, and what a running server has otherwise',
    )
    .addHelpText('after', alsoFlags)
    .action(async (options: ConfigOptions) => showAll(await settingsOf(show, options.data), options))
  const check = addJsonOption(addDataOption(group.command('check')))
    .description('say what is wrong with the settings, or that nothing is')
    .addHelpText('after', alsoFlags)
    .action(async (options: ConfigOptions) => checkAll(await settingsOf(check, options.data), options))
  for (const command of [show, check]) addHiddenSettings(command, groups)
}

async function showAll(settings: Settings, { data, json }: ConfigOptions): Promise<void> {
  const here = shownSettings(settings)
  const running = await settingsOfServer(data)
  if (json) return printJson({ settings: here, running: running ?? null })
  printLines(...table([['SETTING', 'VALUE', 'FROM'], ...here.map(rowOf)]))
  if (!running) return
  const others = running.filter(
    (each) => !here.some((one) => Bun.deepEquals(withoutPlace(one), withoutPlace(each))),
  )
  if (others.length === 0) return printLines('', 'The server that runs has the same.')
  printLines(
    '',
    'The server that runs was started with others, and has them until it is started anew:',
    '',
    ...table([['SETTING', 'VALUE', 'FROM'], ...others.map(rowOf)]),
  )
}

function rowOf({ name, value, from }: ShownSetting): string[] {
  return [name, value ?? '', from]
}

function withoutPlace({ name, value }: ShownSetting) {
  return { name, value }
}

/** @throws SettingsError for the first that is wrong */
async function checkAll(settings: Settings, { data, json }: ConfigOptions): Promise<void> {
  await serverRules(data, settings)
  const given = allSettings.filter((setting) => settings.isGiven(setting)).length
  if (json) return printJson({ file: existsSync(tomlPath(data)) ? tomlPath(data) : null, given })
  const file = existsSync(tomlPath(data)) ? `${tomlPath(data)} is right` : `There is no ${tomlPath(data)}`
  printLines(`${file}; settings that are given: ${given}.`)
}
