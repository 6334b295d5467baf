// Certificates of the operator's own, in files that somebody else renews: read at the start, and again when they have changed.
import { readFileSync, statSync } from 'node:fs'
import { type Certificate, readCertificate } from './certificate'
import { CertificateError } from './errors'
import type { CertificateFiles } from './settings'

/** How often the files are looked at, in milliseconds. */
const lookMilliseconds = 10_000

export class OwnFiles {
  readonly #files: readonly CertificateFiles[]
  #stamps = ''
  #nextLook = 0

  constructor(files: readonly CertificateFiles[]) {
    this.#files = files
  }

  /** All of them. @throws CertificateError that names the file */
  read(): Certificate[] {
    // Before the contents: what is written meanwhile is read the next time.
    this.#stamps = this.#stamp()
    return this.#files.map(({ certificate, key }) => readFiles(certificate, key))
  }

  /**
   * What is in the files, if they have changed since they were last read. While one of them is being written there may be
   * nothing whole in them.
   * @param now milliseconds
   * @throws CertificateError, once for each change
   */
  changed(now: number): Certificate[] | undefined {
    if (this.#files.length === 0 || now < this.#nextLook) return undefined
    this.#nextLook = now + lookMilliseconds
    return this.#stamp() === this.#stamps ? undefined : this.read()
  }

  /** Says of each file which it is and when it was written; links are followed, since programs that renew swap them. */
  #stamp(): string {
    const paths = this.#files.flatMap(({ certificate, key }) => [certificate, key])
    return paths
      .map((path) => statSync(path, { throwIfNoEntry: false }))
      .map((stat) => (stat ? `${stat.ino}-${stat.mtimeMs}-${stat.size}` : 'none'))
      .join()
  }
}

/** What two files hold, which may be one. @throws CertificateError that names them */
export function readFiles(certificate: string, key: string): Certificate {
  try {
    return readCertificate(readFileSync(certificate, 'utf8'), readFileSync(key, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const files = certificate === key ? certificate : `${certificate} and ${key}`
    throw new CertificateError(`${files}: ${why}`)
  }
}
