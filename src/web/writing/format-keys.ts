// Keys that format: those of the protocol's clients.
import { code, fenceLines, link, prefixLines, surround, type Format } from './formatting'

/** The formats by name; the toolbar has them, too. */
export const formats = {
  bold: surround('**'),
  italic: surround('*'),
  strike: surround('~~'),
  link,
  code,
  quote: fenceLines('quote'),
  bullets: prefixLines('- ', /^[-*] /),
  numbers: prefixLines((line) => `${line + 1}. `, /^\d+[.)] /),
} as const satisfies Record<string, Format>

type Name = keyof typeof formats

/** With Ctrl (Command on a Mac), and Shift where the letter is a capital. */
export const keysOfFormats: Readonly<Record<string, Name>> = {
  b: 'bold',
  i: 'italic',
  L: 'link',
  K: 'link',
  k: 'link',
  X: 'strike',
  C: 'code',
  U: 'bullets',
  O: 'numbers',
}

interface Keys {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

export function keyFormat({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): Format | undefined {
  if (!(ctrlKey || metaKey) || altKey || key.length !== 1) return undefined
  const name = keysOfFormats[shiftKey ? key.toUpperCase() : key.toLowerCase()]
  return name === undefined ? undefined : formats[name]
}
