// The flags of settings, made of their table, and what the settings are for a command line.
import { Option, type Command } from 'commander'
import { variable, type Group, type Setting } from '../settings/setting'
import { settingsFor, type Settings } from '../settings/settings'
import { allSettings } from '../settings/table'
import type { OnFault } from '../settings/toml-file'

/** Gives the command a flag for each setting of the groups, under their titles in the help. */
export function addSettings(command: Command, groups: readonly Group[]): Command {
  for (const { title, settings } of groups) {
    for (const setting of settings) {
      for (const option of optionsOf(setting)) command.addOption(option.helpGroup(`${title}:`))
    }
  }
  return command
}

/** The same flags, for commands whose help need not tell them again. */
export function addHiddenSettings(command: Command, groups: readonly Group[]): Command {
  for (const option of groups.flatMap((group) => group.settings.flatMap(optionsOf)))
    command.addOption(option.hideHelp())
  return command
}

/**
 * The settings as this command line, the environment and the file in the data folder have them.
 * @param onFault as `settingsFor` takes it
 * @throws SettingsError
 */
export async function settingsOf(command: Command, folder: string, onFault?: OnFault): Promise<Settings> {
  return await settingsFor(folder, flagsOf(command), process.env, onFault)
}

/** What was said on the command line, by the names of flags. */
export function flagsOf(command: Command): ReadonlyMap<string, string> {
  const names = new Set(allSettings.flatMap(({ name }) => [name, `${name}-file`]))
  return new Map(
    command.options.flatMap((option) => {
      const key = option.attributeName()
      const value: unknown = command.getOptionValue(key)
      if (!names.has(option.name()) || command.getOptionValueSource(key) !== 'cli') return []
      // Only those that may stand without a value have another than a text.
      return [[option.name(), typeof value === 'string' ? value : 'on']]
    }),
  )
}

function optionsOf(setting: Setting<unknown>): Option[] {
  const { name, placeholder, sentence, secret, hasFlag, hidden, usual } = setting
  if (secret !== 'value') {
    // What is off needs no word to be on.
    const value = setting.kind.toml === 'boolean' && usual === 'off' ? `[${placeholder}]` : `<${placeholder}>`
    const option = new Option(`--${name} ${value}`, sentence)
    return [shown(option, setting).hideHelp(hidden ?? false)]
  }
  const words = `${sentence}, in a file (or itself in ${variable(setting)})`
  const inFile = shown(new Option(`--${name}-file <file>`, words), setting)
  // Whoever is on the machine can read the command lines of others.
  const inPlain = new Option(`--${name} <${placeholder}>`, sentence).env(variable(setting)).hideHelp()
  return hasFlag ? [inFile, inPlain] : [inFile]
}

/** With what the help says of it: its default and its variable. The default itself is the table's to give. */
function shown(option: Option, { usual, without }: Setting<unknown>): Option {
  return option.env(variable({ name: option.name() })).default('', usual || without)
}
