// What the settings of mail come to: how it leaves, or why that makes no sense.
import type { MailServer } from '../organization/rules'
import { mailFrom, smtpCaFile, smtpPassword, smtpStarttls, smtpUrl, smtpUser } from './mail'
import { publicAddress } from './reaching'
import { contentOf, type Settings } from './settings'
import { SettingsError } from './settings-error'

const usualTimeouts: MailServer['timeouts'] = { connect: 15_000, answer: 60_000 }

/**
 * How mail leaves; null where none does.
 * @throws SettingsError for settings that make no sense together
 */
export function mailServer(settings: Settings): MailServer | null {
  const address = settings.value(smtpUrl)
  if (!address) {
    const lonely = [mailFrom, smtpUser, smtpPassword, smtpStarttls, smtpCaFile].find((setting) =>
      settings.isGiven(setting),
    )
    if (lonely)
      throw new SettingsError(
        `${settings.named(lonely)} says how mail is sent, but --smtp-url does not say by which server.`,
      )
    return null
  }
  if (address.hasLogin)
    throw new SettingsError(
      `${settings.named(smtpUrl)} must hold no name and no password, which others on this machine could read: ` +
        'use --smtp-user and CONFAB_SMTP_PASSWORD.',
    )
  const sender = settings.value(mailFrom)
  if (!sender) throw new SettingsError('Mail needs a sender: say who it is with --mail-from.')
  if (publicAddress(settings) === undefined)
    throw new SettingsError('Mails have links to this server: say where people reach it with --public-url.')
  const { host, port, isImplicit } = address
  const authority = settings.value(smtpCaFile)
  const sendsPassword = settings.isGiven(smtpPassword) && !isOwnMachine(host)
  return {
    host,
    port,
    tls: encryption(settings, isImplicit, sendsPassword),
    authority: authority === undefined ? null : authorityIn(authority, settings.named(smtpCaFile)),
    login: login(settings),
    sender,
    timeouts: usualTimeouts,
  }
}

function encryption(settings: Settings, isImplicit: boolean, sendsPassword: boolean): MailServer['tls'] {
  const starttls = settings.value(smtpStarttls)
  if (isImplicit) {
    if (starttls === undefined) return 'implicit'
    throw new SettingsError(
      `${settings.named(smtpStarttls)} is for smtp:// addresses: with smtps:// everything is encrypted from the start.`,
    )
  }
  if (starttls === undefined || starttls === 'required') return 'required'
  if (sendsPassword)
    throw new SettingsError(
      `The password would leave this machine without encryption, with --smtp-starttls ${starttls}: it must be required.`,
    )
  if (settings.isGiven(smtpCaFile))
    throw new SettingsError(
      `${settings.named(smtpCaFile)} is of no use with --smtp-starttls ${starttls}: no certificate is checked then.`,
    )
  return starttls
}

function login(settings: Settings): MailServer['login'] {
  const user = settings.value(smtpUser)
  const password = settings.value(smtpPassword)
  if (user !== undefined && password !== undefined) return { user, password }
  if (user !== undefined)
    throw new SettingsError(
      `${settings.named(smtpUser)} has no password: give it in CONFAB_SMTP_PASSWORD or with --smtp-password-file.`,
    )
  if (password !== undefined)
    throw new SettingsError('There is a password for the mail server, but --smtp-user does not say whose.')
  return null
}

function authorityIn(file: string, where: string): string {
  const content = contentOf(file, where)
  if (content.includes('-----BEGIN CERTIFICATE-----')) return content
  throw new SettingsError(`${where}: ${file} holds no certificate in PEM.`)
}

function isOwnMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
