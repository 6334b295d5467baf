// Whom a mail is for as its own headers have it: for mail servers that do not say.

/** Those that mail servers add as they deliver, then those that its sender wrote. */
const deliveryHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to']
const senderHeaders = ['to', 'cc']

/** Headers are no longer; in bytes. */
const longestHead = 256 * 1024

/**
 * The addresses that a mail names, those that are surest first.
 * @returns groups of them: where one has an address that is known here, the next ones do not matter
 */
export function addresseesIn(mail: Uint8Array): string[][] {
  const headers = headersOf(mail)
  const ofNames = (names: readonly string[]) =>
    names.flatMap((name) =>
      headers.filter(([each]) => each === name).flatMap(([, value]) => addressesIn(value)),
    )
  return [...deliveryHeaders.map((name) => ofNames([name])), ofNames(senderHeaders)].filter(
    (group) => group.length > 0,
  )
}

function headersOf(mail: Uint8Array): [name: string, value: string][] {
  const [head = ''] = Buffer.from(mail.subarray(0, longestHead))
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 1 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1)]]
  })
}

function addressesIn(value: string): string[] {
  return value.match(/[^\s<>,;:"()]+@[^\s<>,;:"()]+/g)?.slice(0, 100) ?? []
}
