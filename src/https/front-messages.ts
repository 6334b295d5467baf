// What the server and the thread that does its HTTPS say to each other.

/** A key and a certificate with its chain, in PEM. */
export interface KeyPair {
  key: string
  chain: string
}

export interface Listening {
  /** Undefined is all addresses. */
  host: string | undefined
  port: number
  /** What may be spoken inside, by its names in TLS, what is preferred first. */
  protocols: readonly string[]
  /** Where the server takes what came by HTTPS, without it. */
  upstream: { host: string; port: number }
  /** A table of `front-addresses.ts`. */
  addresses: SharedArrayBuffer
}

/** Each is answered by `done`, in order. */
export type ToFront = { id: number } & (
  | { kind: 'listen'; listening: Listening }
  /** From now on this is what these names have. */
  | { kind: 'certificate'; names: readonly string[]; pair: KeyPair; isDefault: boolean }
  | { kind: 'forget'; names: readonly string[] }
  /** Who asks for this name by `acme-tls/1` is shown this; undefined ends it. */
  | { kind: 'challenge'; name: string; pair: KeyPair | undefined }
  /** Those who wait for a certificate of this name wait no longer. */
  | { kind: 'decided'; name: string }
  /** Takes no more connections; done when those there were have ended. */
  | { kind: 'stop' }
)

export type FromFront =
  | { kind: 'done'; id: number; port?: number }
  | { kind: 'failed'; id: number; code: string; message: string }
  /** Somebody asks for a name that has no certificate, and waits until it is `decided`. */
  | { kind: 'wanted'; name: string }
