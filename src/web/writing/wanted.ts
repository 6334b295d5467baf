// What is being written at the cursor that can be completed: a pure look at the text before it.

/** Something that can be completed, from its sign on. */
export type Wanted =
  | { readonly kind: 'mention'; readonly from: number; readonly query: string; readonly isSilent: boolean }
  | { readonly kind: 'channel'; readonly from: number; readonly query: string }
  | { readonly kind: 'topic'; readonly from: number; readonly query: string; readonly channel: string }
  | { readonly kind: 'emoji'; readonly from: number; readonly query: string }
  | { readonly kind: 'command'; readonly from: number; readonly query: string; readonly isFirst: boolean }

/** Nothing that is completed is longer than this. */
const reach = 100

/** A sign counts where a word could begin. */
const before = String.raw`(?:^|(?<=[\s([{"'„“‚‘/>*_~–—-]))`
const mention = new RegExp(`${before}@(_?)\\*{0,2}((?:[^\\s@*][^@*\\n]*)?)$`, 'u')
const topic = new RegExp(`${before}#\\*{0,2}([^\\s#*>][^#*>\\n]*)(?:\\*\\*)?>([^#*>\\n]*)$`, 'u')
const channel = new RegExp(`${before}#\\*{0,2}((?:[^\\s#*>][^#*>\\n]*)?)$`, 'u')
const emoji = /(?:^|(?<=[^\w:])):([a-z0-9_+-]{2,})$/iu
const command = /^\/([a-z-]*)$/iu

export function wantedAt(text: string, cursor: number): Wanted | undefined {
  const lineStart = text.lastIndexOf('\n', cursor - 1) + 1
  const start = Math.max(lineStart, cursor - reach)
  const line = text.slice(start, cursor)
  // Within code nothing is completed.
  if ((line.split('`').length - 1) % 2 === 1) return undefined
  if (start === lineStart) {
    const named = command.exec(line)
    if (named) return { kind: 'command', from: start, query: named[1] ?? '', isFirst: lineStart === 0 }
  }
  const found = [
    match(topic, line, ([name = '', query = '']) => ({ kind: 'topic', query, channel: name })),
    match(channel, line, ([query = '']) => ({ kind: 'channel', query })),
    match(mention, line, ([silent, query = '']) => ({ kind: 'mention', query, isSilent: silent === '_' })),
    match(emoji, line, ([query = '']) => ({ kind: 'emoji', query })),
  ]
  // Names have spaces, so that an earlier sign may still stand open: the last one counts.
  const last = found.reduce((one, other) => ((other?.at ?? -1) > (one?.at ?? -1) ? other : one))
  return last && { ...last.what, from: start + last.at }
}

type What = Wanted extends infer W ? (W extends Wanted ? Omit<W, 'from'> : never) : never

function match(
  pattern: RegExp,
  line: string,
  read: (groups: readonly (string | undefined)[]) => What,
): { what: What; at: number } | undefined {
  const found = pattern.exec(line)
  return found ? { what: read(found.slice(1)), at: found.index } : undefined
}
