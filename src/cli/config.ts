// `confab config template|show|check`: the settings of a data folder, before a server is started on it.
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { serverRules } from '../settings/rules'
import type { Setting } from '../settings/setting'
import type { Settings } from '../settings/settings'
import { allSettings, groups } from '../settings/table'
import { template } from '../settings/template'
import { tomlPath } from '../settings/toml-file'
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
    .description('show what holds and where it comes from, but for what is secret')
    .addHelpText('after', alsoFlags)
    .action(async (options: ConfigOptions) => showAll(await settingsOf(show, options.data), options))
  const check = addJsonOption(addDataOption(group.command('check')))
    .description('say what is wrong with the settings, or that nothing is')
    .addHelpText('after', alsoFlags)
    .action(async (options: ConfigOptions) => checkAll(await settingsOf(check, options.data), options))
  for (const command of [show, check]) addHiddenSettings(command, groups)
}

function showAll(settings: Settings, { json }: ConfigOptions): void {
  const rows = allSettings
    .filter((setting) => !setting.hidden || settings.isGiven(setting))
    .map((setting) => ({
      name: setting.name,
      value: shownValue(settings, setting),
      from: settings.where(setting)?.replace(`${setting.name} in `, '') ?? 'default',
    }))
  if (json) return printJson({ settings: rows })
  const head = ['SETTING', 'VALUE', 'FROM']
  printLines(...table([head, ...rows.map(({ name, value, from }) => [name, value ?? '', from])]))
}

/** As text; null where there is none. Secrets are not even read. @throws SettingsError if it is wrong */
function shownValue(settings: Settings, setting: Setting<unknown>): string | null {
  if (setting.secret === 'value') return settings.isGiven(setting) ? '(secret)' : null
  settings.value(setting)
  // What an address holds as a login is refused at the start, and not repeated here.
  return settings.text(setting)?.replace(/\/\/[^/]*@/, '//…@') || null
}

/** @throws SettingsError for the first that is wrong */
async function checkAll(settings: Settings, { data, json }: ConfigOptions): Promise<void> {
  await serverRules(data, settings)
  const given = allSettings.filter((setting) => settings.isGiven(setting)).length
  if (json) return printJson({ file: existsSync(tomlPath(data)) ? tomlPath(data) : null, given })
  const file = existsSync(tomlPath(data)) ? `${tomlPath(data)} is right` : `There is no ${tomlPath(data)}`
  printLines(`${file}; settings that are given: ${given}.`)
}
