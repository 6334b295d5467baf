// Host names, and the names in certificates, which may stand for many.

/** Whether a certificate is for a host. @param name lower case */
export function isFor({ names }: { names: readonly string[] }, name: string): boolean {
  return names.includes(name) || names.includes(wildcardOf(name))
}

/** The name of certificates that are for this host and those beside it: of `a.example.com`, `*.example.com`. */
export function wildcardOf(name: string): string {
  return name.replace(/^[^.]*/, '*')
}

/** The name in a `Host` header, lower case, without a port and the dot that may end it. */
export function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
