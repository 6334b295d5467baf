// Message flags: the bits that are stored for a person and a message, and their names on the wire.

/**
 * Bits of `message_states.flags`. The indexes in `tables.ts` name their values. `unread` is stored rather than
 * read, so that a message that says nothing to a person (read, plain) needs no row.
 */
export const flagBits = {
  unread: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 64,
  /** Not received when it was sent, but part of the person's history since, for instance by a star. */
  historical: 128,
} as const

export type Flag = keyof typeof flagBits

/** Every way of being mentioned. */
export const anyMention =
  flagBits.mentioned | flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned

const anyWildcard = flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned

const named: readonly (readonly [Exclude<Flag, 'unread' | 'historical'>, number])[] = [
  ['starred', flagBits.starred],
  ['collapsed', flagBits.collapsed],
  ['mentioned', flagBits.mentioned],
  ['stream_wildcard_mentioned', flagBits.stream_wildcard_mentioned],
  ['topic_wildcard_mentioned', flagBits.topic_wildcard_mentioned],
  ['has_alert_word', flagBits.has_alert_word],
]

/**
 * The `flags` of a message as a person gets them (contract 2.2).
 * @param bits the person's `message_states.flags`, 0 without a row.
 * @param isReceived whether the message was sent to the person.
 */
export function wireFlags(bits: number, isReceived: boolean): string[] {
  const flags: string[] = (bits & flagBits.unread) === 0 ? ['read'] : []
  for (const [name, bit] of named) if ((bits & bit) !== 0) flags.push(name)
  if ((bits & anyWildcard) !== 0) flags.push('wildcard_mentioned')
  if (!isReceived) flags.push('historical')
  return flags
}

/** Whether an unread message is listed among the mentions: wildcards are not where the topic is muted. */
export function isCountedMention(flags: number, isMuted: boolean): boolean {
  if ((flags & anyMention) === 0) return false
  return !isMuted || (flags & flagBits.mentioned) !== 0
}
