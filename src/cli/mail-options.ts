// The options of `confab serve` that say how mail leaves, and what they come to.
import { readFileSync } from 'node:fs'
import { InvalidArgumentError, type Command } from 'commander'
import type { MailServer } from '../organization/rules'
import { emailAddress } from '../users/email-address'
import { Failure } from './failure'
import { valued } from './options'

export interface MailOptions {
  smtpUrl?: SmtpAddress
  smtpUser?: string
  smtpPasswordFile?: string
  smtpStarttls?: 'required' | 'optional' | 'off'
  smtpCaFile?: string
  mailFrom?: MailServer['sender']
}

interface SmtpAddress {
  host: string
  port: number
  /** Whether the first byte is encrypted already. */
  isImplicit: boolean
  /** A name or a password, where neither belongs. */
  hasLogin: boolean
}

const passwordVariable = 'CONFAB_SMTP_PASSWORD'
const usualTimeouts: MailServer['timeouts'] = { connect: 15_000, answer: 60_000 }

export function addMailOptions(command: Command): Command {
  return command
    .addOption(
      valued(
        '--smtp-url <address>',
        'the server that takes mail: smtp://mail.example.com (port 587, encrypted by STARTTLS) or ' +
          'smtps://mail.example.com (port 465, encrypted from the start); needs --public-url and --mail-from (default: no mail)',
      ).argParser(smtpAddress),
    )
    .addOption(
      valued(
        '--mail-from <sender>',
        'whom mails are from: chat@example.com, or Name <chat@example.com>',
      ).argParser(mailSender),
    )
    .addOption(
      valued(
        '--smtp-user <name>',
        `the name to log in with, with its password in ${passwordVariable} in the environment or in a file`,
      ),
    )
    .addOption(valued('--smtp-password-file <file>', 'a file that holds nothing but the password'))
    .addOption(
      valued(
        '--smtp-starttls <when>',
        'encryption with smtp://: required, optional (where it is offered, by whoever it is) or off (default: required)',
      ).choices(['required', 'optional', 'off']),
    )
    .addOption(
      valued(
        '--smtp-ca-file <file>',
        'the certificates, in PEM, that the one of the mail server must come from, if not from those the system trusts',
      ),
    )
}

/**
 * How mail leaves; null where none does.
 * @param publicUrl where people reach this server, if that is said
 * @throws Failure for settings that make no sense together
 */
export function mailServer(options: MailOptions, publicUrl: string | undefined): MailServer | null {
  const { smtpUrl, mailFrom } = options
  const smtpUser = options.smtpUser || undefined
  const password = passwordOf(options)
  if (!smtpUrl) {
    const lonely = Object.entries({
      '--mail-from': mailFrom,
      '--smtp-user': smtpUser,
      '--smtp-password-file': options.smtpPasswordFile,
      [passwordVariable]: password,
      '--smtp-starttls': options.smtpStarttls,
      '--smtp-ca-file': options.smtpCaFile,
    }).find(([, value]) => value !== undefined)
    if (lonely)
      throw wrong(`${lonely[0]} says how mail is sent, but --smtp-url does not say by which server.`)
    return null
  }
  if (smtpUrl.hasLogin)
    throw wrong(
      `--smtp-url must hold no name and no password, which others on this machine could read: use --smtp-user and ${passwordVariable}.`,
    )
  if (!mailFrom) throw wrong('Mail needs a sender: say who it is with --mail-from.')
  if (publicUrl === undefined)
    throw wrong('Mails have links to this server: say where people reach it with --public-url.')
  const { host, port, isImplicit } = smtpUrl
  return {
    host,
    port,
    tls: encryption(options, isImplicit, password !== undefined && !isOwnMachine(host)),
    authority: options.smtpCaFile === undefined ? null : authorityIn(options.smtpCaFile),
    login: login(smtpUser, password),
    sender: mailFrom,
    timeouts: usualTimeouts,
  }
}

function encryption(
  { smtpStarttls, smtpCaFile }: MailOptions,
  isImplicit: boolean,
  sendsPassword: boolean,
): MailServer['tls'] {
  if (isImplicit) {
    if (smtpStarttls === undefined) return 'implicit'
    throw wrong(
      '--smtp-starttls is for smtp:// addresses: with smtps:// everything is encrypted from the start.',
    )
  }
  if (smtpStarttls === undefined || smtpStarttls === 'required') return 'required'
  if (sendsPassword)
    throw wrong(
      `The password would leave this machine without encryption, with --smtp-starttls ${smtpStarttls}: it must be required.`,
    )
  if (smtpCaFile !== undefined)
    throw wrong(
      `--smtp-ca-file is of no use with --smtp-starttls ${smtpStarttls}: no certificate is checked then.`,
    )
  return smtpStarttls
}

function login(user: string | undefined, password: string | undefined): MailServer['login'] {
  if (user !== undefined && password !== undefined) return { user, password }
  if (user !== undefined)
    throw wrong(`--smtp-user has no password: give it in ${passwordVariable} or with --smtp-password-file.`)
  if (password !== undefined)
    throw wrong('There is a password for the mail server, but --smtp-user does not say whose.')
  return null
}

function passwordOf({ smtpPasswordFile }: MailOptions): string | undefined {
  const given = process.env[passwordVariable] || undefined
  if (smtpPasswordFile === undefined) return given
  if (given !== undefined)
    throw wrong(`There are two passwords: in ${passwordVariable} and with --smtp-password-file.`)
  const password = contentOf('--smtp-password-file', smtpPasswordFile).replace(/\r?\n$/, '')
  if (password === '') throw wrong(`--smtp-password-file: ${smtpPasswordFile} is empty.`)
  return password
}

function authorityIn(file: string): string {
  const content = contentOf('--smtp-ca-file', file)
  if (content.includes('-----BEGIN CERTIFICATE-----')) return content
  throw wrong(`--smtp-ca-file: ${file} holds no certificate in PEM.`)
}

function contentOf(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw wrong(`${option}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function wrong(message: string): Failure {
  return new Failure('usage', message)
}

function smtpAddress(text: string): SmtpAddress | undefined {
  // As a variable of the environment may be there without a value.
  if (text === '') return undefined
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
  // Said later, and in other words: this would print the whole address.
  return { host, port, isImplicit, hasLogin: url.username !== '' || url.password !== '' }
}

function mailSender(text: string): MailServer['sender'] | undefined {
  if (text === '') return undefined
  const [, name, inBrackets] = /^\s*"?([^"<>]*?)"?\s*<([^<>]*)>\s*$/.exec(text) ?? []
  const address = emailAddress(inBrackets ?? text)
  if (address === undefined)
    throw new InvalidArgumentError('It must be an e-mail address, or such as Team chat <chat@example.com>.')
  return { address, name: name === undefined || name === '' ? null : name }
}
