// What a file is, going by what is in it: its name and what its sender says of it are not believed.

/** So much of a file's beginning is looked at, in bytes: also the first entries of an archive, which tell a document from others. */
const lookedAt = 256 * 1024

const unknown = 'application/octet-stream'
const plainText = 'text/plain'

/**
 * The media type of a content. Whatever can be read as text is `text/plain`, so that no browser takes it for a page or a
 * script; `application/octet-stream` is what nobody knows.
 */
export async function detectType(content: Blob): Promise<string> {
  const beginning = await content.slice(0, lookedAt).bytes()
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(beginning).catch(() => undefined))?.mime
  // What begins with `BM` may be a picture, or a text on BMW; a PDF may be all ASCII.
  if (isText(beginning, content.size <= lookedAt)) return found === 'application/pdf' ? found : plainText
  return found === undefined || isMarkup(found) ? unknown : found
}

/** Text in encodings other than UTF-8 that browsers would read as a page. */
function isMarkup(type: string): boolean {
  return /xml|html|svg|javascript|^text\//.test(type)
}

/** Whether it is UTF-8 without what no text has. @param isAll whether it is the whole, or may end within a character */
function isText(bytes: Uint8Array, isAll: boolean): boolean {
  if (bytes.some((byte) => byte < 0x20 && !ofTexts.has(byte))) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isAll })
    return true
  } catch {
    return false
  }
}

/** The controls that texts have: tabs, line breaks, form feeds, and the escapes of terminal colours. */
const ofTexts: ReadonlySet<number> = new Set(Array.from('\t\n\f\r\u001b', (control) => control.charCodeAt(0)))
