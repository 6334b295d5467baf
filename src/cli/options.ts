// Options of the command line: each is also an environment variable.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { proxyNetworks } from '../http/proxies'
import type { ObjectStorage } from '../organization/rules'

const noes = ['', '0', 'false', 'no', 'off']

/** An option with a value, `--data <dir>`, that CONFAB_DATA sets too. */
export function valued(flags: string, description: string): Option {
  const option = new Option(flags, description)
  return option.env(environmentName(option))
}

/** An option that is on or off. In the environment, `0`, `false`, `no`, `off` and nothing mean off. */
export function flag(flags: string, description: string): Option {
  const option = new Option(flags, description)
  const set = process.env[environmentName(option)]
  const isOff = set !== undefined && noes.includes(set.toLowerCase())
  return isOff ? option : option.env(environmentName(option))
}

/** `--data`, which every command has that touches an installation. */
export function addDataOption(command: Command): Command {
  return command.addOption(valued('--data <dir>', 'the folder that holds everything').default('./data'))
}

/** `--json`, for scripts. */
export function addJsonOption(command: Command): Command {
  return command.addOption(flag('--json', 'print one line of JSON, for scripts'))
}

/** An argument parser for whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    }
    return value
  }
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

/** An argument parser for a host name without a port. */
export function hostName(text: string): string {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)) return text
  throw new InvalidArgumentError('It must be a name such as chat.example.com.')
}

/** An argument parser for an address such as `https://chat.example.com`. */
export function webOrigin(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new InvalidArgumentError('It must be an address such as https://chat.example.com.')
}

/** An argument parser for a place in object storage, such as `s3://bucket/prefix`. */
export function objectStorage(text: string): ObjectStorage {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.+(?:\/|$))[\w.-]+)*)\/?$/.exec(text) ?? []
  if (bucket === undefined)
    throw new InvalidArgumentError('It must be such as s3://bucket or s3://bucket/prefix.')
  return { bucket, prefix: prefix.split('/').filter((part) => part !== ''), access: {} }
}

/** An argument parser for the addresses of incoming mail, such as `%s@mail.example.com` or `chat+%s@example.com`. */
export function mailPattern(text: string): string {
  if (/^[a-z0-9.+_-]{0,12}%s@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)) return text
  throw new InvalidArgumentError(
    'It must be such as %s@mail.example.com or chat+%s@example.com, with at most 12 characters before %s.',
  )
}

/** An argument parser for a secret that programs share. */
export function mailSecret(text: string): string {
  if (text.length >= 16) return text
  throw new InvalidArgumentError('It must have at least 16 characters.')
}

/** An argument parser for a list, separated by commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** An argument parser for addresses and networks of proxies. */
export function proxies(text: string): string[] {
  const entries = list(text)
  try {
    proxyNetworks(entries)
    return entries
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** The parameter of operations that `--subdomain` stands for. */
export function organizationOf({ subdomain }: { subdomain?: string }): { subdomain?: string } {
  return subdomain === undefined ? {} : { subdomain }
}

function environmentName(option: Option): string {
  return `CONFAB_${option.name().replaceAll('-', '_').toUpperCase()}`
}
