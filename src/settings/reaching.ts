// What the settings come to about how people reach the server: by which names and address, by HTTPS or not.
import { httpsUrl } from '../https/addresses'
import type { HttpsSettings } from '../https/settings'
import {
  acmeDirectory,
  acmeEmail,
  acmeRoot,
  hstsDays,
  http2,
  https,
  httpPort,
  httpsCertificate,
  httpsHost,
  httpsKey,
  httpsPort,
} from './https'
import { domain, host, publicUrl } from './network'
import type { Settings } from './settings'
import { SettingsError } from './settings-error'

/** The server's own host name: said, or the only one that it has a certificate for; undefined is guessed. */
export function ownDomain(settings: Settings): string | undefined {
  const [name, ...others] = settings.value(https)
  return settings.value(domain) ?? (others.length === 0 ? name : undefined)
}

/** Where people reach the server, as far as it is said. */
export function publicAddress(settings: Settings): string | undefined {
  const [name] = settings.value(https)
  const port = settings.value(httpsPort)
  return settings.value(publicUrl) ?? (name === undefined || port === 0 ? undefined : httpsUrl(name, port))
}

/**
 * Its own HTTPS; undefined if it has none.
 * @throws SettingsError for settings that make no sense together
 */
export function httpsSettings(settings: Settings): HttpsSettings | undefined {
  const names = settings.value(https)
  const certificate = settings.value(httpsCertificate)
  if (names.length === 0) {
    const lonely = [httpsCertificate, httpsKey, httpsHost, acmeEmail, acmeRoot].find((setting) =>
      settings.isGiven(setting),
    )
    if (lonely)
      throw new SettingsError(
        `${settings.named(lonely)} is about HTTPS, but --https does not say for which names.`,
      )
    return undefined
  }
  if (certificate === undefined && settings.isGiven(httpsKey))
    throw new SettingsError(`${settings.named(httpsKey)} has no --https-certificate that it is the key of.`)
  const port = settings.value(httpPort)
  return {
    names,
    host: settings.value(httpsHost),
    port: settings.value(httpsPort),
    publicPort: portOf(settings.value(publicUrl)),
    httpPort: port === 'off' ? undefined : port,
    files: certificate === undefined ? [] : [{ certificate, key: settings.value(httpsKey) ?? certificate }],
    authority: {
      directory: settings.value(acmeDirectory),
      email: settings.value(acmeEmail),
      rootFile: settings.value(acmeRoot),
    },
    http2: settings.value(http2),
    // Where plain HTTP is served to others, too, somebody may need it.
    hstsDays: isOfThisMachine(settings.value(host)) ? settings.value(hstsDays) : 0,
  }
}

/** The port in an address, where that is of HTTPS. */
function portOf(address: string | undefined): number | undefined {
  const url = address === undefined ? null : URL.parse(address)
  return url?.protocol === 'https:' ? Number(url.port || 443) : undefined
}

function isOfThisMachine(address: string): boolean {
  return address === 'localhost' || address === '::1' || address.startsWith('127.')
}
