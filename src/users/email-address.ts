// What can be an e-mail address.

/** An address as it is stored, from what somebody typed; undefined if it is none. */
export function emailAddress(typed: string): string | undefined {
  const clean = typed.normalize('NFC').trim()
  const looksRight =
    clean.length <= 254 && /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/.test(clean) && !/\p{C}/u.test(clean)
  return looksRight ? clean : undefined
}
