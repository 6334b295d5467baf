// Whether the environment has variables that look like settings of Confab and are none.
import { Command } from 'commander'
import { variable } from '../settings/setting'
import { SettingsError } from '../settings/settings-error'
import { allSettings } from '../settings/table'

/**
 * A slip in the name of a variable must not go unnoticed.
 * @param addCommands make all commands, whose options are variables, too
 * @throws SettingsError
 */
export function assertKnownVariables(addCommands: Iterable<(program: Command) => void>): void {
  const settings = new Set(
    allSettings.flatMap(({ name }) => [variable({ name }), variable({ name: `${name}-file` })]),
  )
  const strange = Object.keys(process.env).filter(
    (each) => each.startsWith('CONFAB_') && !each.startsWith('CONFAB_TEST_') && !settings.has(each),
  )
  if (strange.length === 0) return
  const all = new Command()
  for (const add of addCommands) add(all)
  const options = variablesOf(all)
  const unknown = strange.find((each) => !options.has(each))
  if (unknown === undefined) return
  throw new SettingsError(
    `${unknown} in the environment is no setting of Confab; \`confab serve --help\` shows those that there are.`,
  )
}

function variablesOf(command: Command): Set<string> {
  const own = command.options.flatMap(({ envVar, long }) => [
    ...(envVar === undefined ? [] : [envVar]),
    // A switch that the environment turns off has no variable then.
    ...(long ? [variable({ name: long.slice(2) })] : []),
  ])
  return new Set([...own, ...command.commands.flatMap((each) => [...variablesOf(each)])])
}
