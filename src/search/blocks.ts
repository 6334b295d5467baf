// Blocks of message IDs in the full-text index: every message is marked with those it is in, so that a query can be kept to one.

/** How many bits of an ID a block leaves open: blocks of 64 messages, of 512, and so on up to two million. */
const levels = [6, 9, 12, 15, 18, 21] as const
const smallest = levels[0]

/** A mark that no word can be, as those in `query.ts`. */
const blockSign = '\u{E002}'

/** IDs with `after < id <= upTo`, and the mark that all messages have whose IDs these are. */
export interface Block {
  readonly mark: string
  readonly after: number
  readonly upTo: number
}

/** The marks of all blocks that hold the message. */
export function blockMarks(id: number): string[] {
  return levels.map((level) => markOf(level, id))
}

/** The block that holds the ID, the smallest with room for `size` IDs, if any has. */
export function blockAround(id: number, size: number): Block {
  const level = levels.find((each) => 2 ** each >= size) ?? levels[levels.length - 1]
  const length = 2 ** (level ?? smallest)
  const first = id - (id % length)
  return { mark: markOf(level ?? smallest, id), after: first - 1, upTo: first + length - 1 }
}

function markOf(level: number, id: number): string {
  return `${blockSign}${level}x${Math.floor(id / 2 ** level)}`
}

/** SQL for the mark of the smallest block that holds a message. @param id SQL for its ID. */
export function blockMarkSql(id: string): string {
  return `'${blockSign}${smallest}x' || (${id} >> ${smallest})`
}
