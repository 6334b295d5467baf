// Names of files: as they are shown, and as they stand in addresses.
import { beginning, codePoints } from '../http/text-length'
import { isBlank } from '../http/visible-text'

/** In code points; in an address without the ending. */
const longest = { shown: 255, inPath: 80 }

/** What a file is called whose name says nothing. */
const nameless = 'uploaded-file'

/**
 * The name of a file as it is shown: as it was sent, without the folders before it, and without what can't be seen or turns
 * others around, so that none pretends to be what it is not.
 */
export function shownName(sent: string): string {
  const last = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const name = last.toWellFormed().replaceAll(unseen, '').trim()
  return isBlank(name) || /^\.+$/.test(name) ? nameless : shortened(name)
}

/** Controls, line and paragraph separators, and what changes the direction of the text after it. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** What is safe of a shown name in any address, header or file system: ASCII letters, digits, `.`, `_` and `-`. */
export function pathName(shown: string): string {
  const ending = /\.[A-Za-z0-9]{1,16}$/.exec(shown)?.[0] ?? ''
  const stem = shown
    .slice(0, shown.length - ending.length)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, longest.inPath)
    .replaceAll(/^[.-]+|[.-]+$/g, '')
  return (stem === '' ? nameless : stem) + ending
}

/** Cut in the middle: what a name ends with says what the file is. */
function shortened(name: string): string {
  if (codePoints(name) <= longest.shown) return name
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  return beginning(name, longest.shown - codePoints(ending)) + ending
}
