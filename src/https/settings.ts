// What `confab serve` is told about HTTPS.

export interface HttpsSettings {
  /** Host names that people use, lower case; each gets a certificate, unless one of `files` has it. */
  names: readonly string[]
  /** The address that HTTPS and HTTP listen on; undefined is all of them. */
  host: string | undefined
  /** 0 takes a free port. */
  port: number
  /** The port that people come to, where that is passed on to `port`; undefined is the same. */
  publicPort: number | undefined
  /** Where plain HTTP is answered, by challenges and redirects; undefined is nowhere, 0 takes a free port. */
  httpPort: number | undefined
  /** Certificates of the operator's own, which come before all that is ordered. */
  files: readonly CertificateFiles[]
  authority: Authority
  /** Whether HTTP/2 is spoken with those who can. */
  http2: boolean
  /** For how many days browsers are told to come by HTTPS only; 0 tells them nothing. */
  hstsDays: number
}

/** Paths of PEM files. */
export interface CertificateFiles {
  /** The certificate, then those between it and its root. */
  certificate: string
  key: string
}

/** Where certificates are ordered by ACME (RFC 8555). */
export interface Authority {
  directory: string
  /** Where it writes to when something is wrong; undefined tells it nothing. */
  email: string | undefined
  /** A PEM file with the root that its own HTTPS is signed by; undefined is one that everybody trusts. */
  rootFile: string | undefined
}
