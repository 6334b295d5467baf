// How texts stand in addresses of this client (`#narrow/channel/1-general/topic/a.20b`): as the protocol's clients write them.

/** Percent-encoding with dots for percent signs, so that addresses survive being linked. */
export function encodeHash(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('.', '%2E')
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

/** The text of a part of an address, in this spelling or plain percent-encoding; undefined if it is neither. */
export function decodeHash(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replace(/%(?![0-9A-Fa-f]{2})/g, '.').replaceAll('.', '%'))
  } catch {
    return undefined
  }
}
