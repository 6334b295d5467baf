// JSON from outside: how much there is in a text is counted before it is parsed, for parsing costs by what there is.

/** Lists, objects and members of objects in all, where a call says nothing else; numbers and texts in lists cost little. */
const usualParts = 20_000
/** Lists and objects inside each other. */
export const maxNesting = 50
/** A text that is no longer has too little in it to cost anything. In UTF-16 units. */
const harmlessLength = 16 * 1024

/** What JSON begins with. Most texts that are none, such as names of channels, are told by it, without an error's being made. */
const beginsAsJson = /^[ \t\n\r]*["[{\dtfn-]/

/**
 * @param refusal made and thrown, before anything is parsed, for a text that holds more than any call needs
 * @param maxParts lists, objects and members of objects that it may have in all; where it is given, short texts are looked at, too
 * @returns undefined when the text is not JSON
 */
export function parseJson(text: string, refusal: (why: string) => Error, maxParts?: number): unknown {
  const isHarmless = maxParts === undefined && text.length <= harmlessLength
  if (!isHarmless && !isBounded(text, maxParts ?? usualParts)) {
    throw refusal(
      `has too much in it (at most ${maxParts ?? usualParts} members, lists and objects, ${maxNesting} deep)`,
    )
  }
  if (!beginsAsJson.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

function isBounded(text: string, maxParts: number): boolean {
  let parts = 0
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) index = endOfString(text, index)
    else if (unit === colon) parts++
    else if (opens(unit)) {
      parts++
      depth++
    } else if (closes(unit)) depth--
    if (parts > maxParts || depth > maxNesting) return false
  }
  return true
}

/** `[` or `{` */
function opens(unit: number): boolean {
  return unit === 0x5b || unit === 0x7b
}

/** `]` or `}` */
function closes(unit: number): boolean {
  return unit === 0x5d || unit === 0x7d
}

/** Where the string that begins here ends: at a quote that is not escaped. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit === quote) return index
    if (unit === backslash) index++
  }
  return text.length
}
