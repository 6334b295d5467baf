// Options of the command line: each is also an environment variable.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { variable } from '../settings/setting'

const noes = ['', '0', 'false', 'no', 'off']

/** An option with a value, `--data <dir>`, that CONFAB_DATA sets too. */
export function valued(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(variable({ name: option.name() }))
}

/** An option that is on or off. In the environment, `0`, `false`, `no`, `off` and nothing mean off. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  const name = variable({ name: option.name() })
  const set = process.env[name]
  const isOff = set !== undefined && noes.includes(set.toLowerCase())
  return isOff ? option : option.env(name)
}

/** `--data`, which every command has that touches an installation. */
export function addDataOption(command: Command): Command {
  return command.addOption(valued('--data <dir>', 'the folder that holds everything').default('./data'))
}

/** `--json`, for scripts. */
export function addJsonOption(command: Command): Command {
  return command.addOption(flag('--json', 'print one line of JSON, for scripts'))
}

/** An argument parser for times, in UTC where they say nothing else. @returns UNIX seconds */
export function moment(text: string): number {
  const isDated = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?)?$/.test(text)
  const isZoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) || text.length === 10
  const time = isDated ? Date.parse(isZoned ? text : `${text}Z`) : Number.NaN
  if (Number.isNaN(time))
    throw new InvalidArgumentError('It must be such as 2026-01-15 or 2026-01-15T12:00Z.')
  return Math.floor(time / 1000)
}

/** The parameter of operations that `--subdomain` stands for. */
export function organizationOf({ subdomain }: { subdomain?: string }): { subdomain?: string } {
  return subdomain === undefined ? {} : { subdomain }
}
