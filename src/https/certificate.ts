// A certificate with its key: read, checked, and whose it is.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { CertificateError } from './errors'

export interface Certificate {
  /** Host names, lower case; `*.example.com` is any one label before the rest. */
  readonly names: readonly string[]
  /** PEM */
  readonly key: string
  /** PEM: the certificate, then those between it and its root. */
  readonly chain: string
  /** Milliseconds since the epoch. */
  readonly validFrom: number
  readonly validUntil: number
  readonly fingerprint: string
}

/** @throws CertificateError if it is none, or the key is another one's */
export function readCertificate(chain: string, key: string): Certificate {
  const certificate = parsed('certificate', () => new X509Certificate(chain))
  const privateKey = parsed('private key', () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(privateKey))
    throw new CertificateError('the key is not the one of the certificate')
  const names = namesOf(certificate)
  if (names.length === 0) throw new CertificateError('the certificate names no host')
  return {
    names,
    key,
    chain,
    validFrom: Date.parse(certificate.validFrom),
    validUntil: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  }
}

/** When it is time for the next one: a third of its life before the end. In milliseconds since the epoch. */
export function renewalOf({ validFrom, validUntil }: Certificate): number {
  return validUntil - (validUntil - validFrom) / 3
}

/** Whether so little is left of it that the next one should long have been there. @param now milliseconds since the epoch */
export function isEnding({ validFrom, validUntil }: Certificate, now: number): boolean {
  return validUntil - now < Math.min(14 * 24 * 3600 * 1000, (validUntil - validFrom) / 6)
}

function namesOf({ subjectAltName = '' }: X509Certificate): string[] {
  return [...subjectAltName.matchAll(/(?:^|, )DNS:([^,]+)/g)].map(([, name = '']) => name.toLowerCase())
}

function parsed<T>(what: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CertificateError(`there is no ${what} in it that can be read (${why})`)
  }
}
