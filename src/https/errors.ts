// Why a server with HTTPS can't start.

/** Files that make no certificate; the message tells a person why. */
export class CertificateError extends Error {}

/** It can't listen on the port; `code` is the system's, such as EADDRINUSE. */
export class ListenError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly port: number,
  ) {
    super(message)
  }
}

/** What an error of listening amounts to. */
export function listenError(error: unknown, port: number): ListenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new ListenError(error instanceof Error ? error.message : String(error), code, port)
}
