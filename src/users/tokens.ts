// Random texts that stand for somebody: in links, cookies and keys. Not by node:crypto, which a start would have to load.

/** So many random bytes as text that URLs and cookies take as it is. */
export function randomToken(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: 'base64url', omitPadding: true })
}
