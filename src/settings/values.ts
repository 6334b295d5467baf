// What the texts of settings and options mean: parsers that take a text, and say in a sentence what it must be.
import { InvalidArgumentError } from 'commander'
import { proxyNetworks } from '../http/proxies'
import type { MailServer, ObjectStorage } from '../organization/rules'
import { emailAddress } from '../users/email-address'

/** A mail server's address. */
export interface SmtpAddress {
  host: string
  port: number
  /** Whether the first byte is encrypted already. */
  isImplicit: boolean
  /** A name or a password, where neither belongs. */
  hasLogin: boolean
}

/** For whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

/** For what is either on or off. */
export function onOrOff(text: string): boolean {
  const word = text.toLowerCase()
  if (['on', 'true', 'yes', '1'].includes(word)) return true
  if (['off', 'false', 'no', '0'].includes(word)) return false
  throw new InvalidArgumentError('It must be on or off.')
}

/** For one of these words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found !== undefined) return found
    throw new InvalidArgumentError(`It must be one of ${words.join(', ')}.`)
  }
}

/** For a host name without a port. */
export function hostName(text: string): string {
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)) return text
  throw new InvalidArgumentError('It must be a name such as chat.example.com.')
}

/** For host names, with commas between: each once, in small letters. */
export function hostNames(text: string): string[] {
  return [...new Set(list(text).map((each) => hostName(each).toLowerCase()))]
}

/** For an e-mail address. */
export function mailAddress(text: string): string {
  const address = emailAddress(text)
  if (address !== undefined) return address
  throw new InvalidArgumentError('It must be an address such as admin@example.com.')
}

/** For an address with a path, such as `https://ca.example.com/directory`. */
export function webAddress(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return url.href
  throw new InvalidArgumentError('It must be an address such as https://ca.example.com/directory.')
}

/** For an address such as `https://chat.example.com`. */
export function webOrigin(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new InvalidArgumentError('It must be an address such as https://chat.example.com.')
}

/** For a place to listen on, such as `127.0.0.1:9100`, `[::1]:9100` or `:9100` for all addresses. */
export function listening(text: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]*):(\d{1,5})$/i.exec(text) ?? []
  if (port === '' || Number(port) > 65_535)
    throw new InvalidArgumentError('It must be an address with a port, such as 127.0.0.1:9100.')
  return { host: host === '' ? '0.0.0.0' : host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** For a place in object storage, such as `s3://bucket/prefix`. */
export function objectStorage(text: string): ObjectStorage {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.+(?:\/|$))[\w.-]+)*)\/?$/.exec(text) ?? []
  if (bucket === undefined)
    throw new InvalidArgumentError('It must be such as s3://bucket or s3://bucket/prefix.')
  return { bucket, prefix: prefix.split('/').filter((part) => part !== ''), access: {} }
}

/** For the addresses of incoming mail, such as `%s@mail.example.com` or `chat+%s@example.com`. */
export function mailPattern(text: string): string {
  if (/^[a-z0-9.+_-]{0,12}%s@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(text)) return text
  throw new InvalidArgumentError(
    'It must be such as %s@mail.example.com or chat+%s@example.com, with at most 12 characters before %s.',
  )
}

/** For a secret that programs share. */
export function sharedSecret(text: string): string {
  if (text.length >= 16) return text
  throw new InvalidArgumentError('It must have at least 16 characters.')
}

/** For a list, separated by commas. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** For addresses and networks of proxies. */
export function proxies(text: string): string[] {
  const entries = list(text)
  // None need no library to be checked: it would be loaded by every start.
  if (entries.length === 0) return entries
  try {
    proxyNetworks(entries)
    return entries
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** For the address of a mail server. */
export function smtpAddress(text: string): SmtpAddress {
  const url = URL.parse(text)
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname + url.search + url.hash)
  )
    throw new InvalidArgumentError(
      'It must be such as smtp://mail.example.com:587 or smtps://mail.example.com.',
    )
  const isImplicit = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? (isImplicit ? 465 : 587) : Number(url.port)
  return { host, port, isImplicit, hasLogin: url.username !== '' || url.password !== '' }
}

/** For whom mails are from. */
export function mailSender(text: string): MailServer['sender'] {
  const [, name, inBrackets] = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const address = emailAddress(inBrackets ?? text)
  if (address === undefined)
    throw new InvalidArgumentError('It must be an e-mail address, or such as Team chat <chat@example.com>.')
  return { address, name: name === undefined || name === '' ? null : name }
}
