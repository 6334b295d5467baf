// Where HTTPS is reached.

/** Where this machine itself reaches who listens on `host`; undefined is all addresses. */
export function localAddress(host: string | undefined): string {
  return host === undefined || host === '0.0.0.0' || host === '::' || host === '' ? '127.0.0.1' : host
}

/** Such as `https://chat.example.com`, without the port that is usual. */
export function httpsUrl(name: string, port: number): string {
  return `https://${name}${port === 443 ? '' : `:${port}`}`
}
