// Which emoji a reaction or a status means: by its name, its code and its kind (contract 2.3).
import { emojiByCode, emojiByName, isValidUnicodeEmoji } from './emoji'
import type { ReactionType } from './reaction-type'
import { badRequest } from '../http/errors'

/** An emoji as clients name it; what is left out is found by the rest. */
export interface NamedEmoji {
  emojiName: string | undefined
  emojiCode: string | undefined
  reactionType: ReactionType | undefined
}

/** As reactions and statuses are stored. */
export interface Emoji {
  emojiName: string
  emojiCode: string
  reactionType: string
}

/** Emoji of our own, beside those of Unicode; their codes are their names. */
const extraEmoji: ReadonlySet<string> = new Set(['confab'])

/**
 * The emoji of a new reaction. Joining a reaction that is there takes its name, whatever the emoji is called today.
 * @param present the reactions the message has
 * @throws ApiError BAD_REQUEST for an emoji that does not exist, or whose code is not that of the name.
 */
export function emojiToAdd(named: NamedEmoji & { emojiName: string }, present: readonly Emoji[]): Emoji {
  const { emojiName, emojiCode, reactionType } = named
  const known = existing(emojiName, reactionType)
  const type = reactionType ?? known?.reactionType ?? 'unicode_emoji'
  const same = present.find((each) => each.emojiCode === emojiCode && each.reactionType === type)
  if (same) return same
  if (!known) throw badRequest(`Emoji '${emojiName}' does not exist`)
  if (emojiCode !== undefined && emojiCode !== known.emojiCode) {
    const isCode = type === 'unicode_emoji' && emojiByCode(emojiCode) !== undefined
    throw badRequest(
      isCode ? 'Invalid emoji name: emoji_code is that of another emoji' : 'Invalid emoji code',
    )
  }
  return present.find((each) => isSame(each, known)) ?? known
}

/**
 * The reaction that a person takes back: by its code where that is given, even of an emoji that is no more.
 * @param own the person's reactions to the message
 * @returns undefined if there is no such reaction.
 * @throws ApiError BAD_REQUEST for an emoji that does not exist.
 */
export function reactionToRemove<Reaction extends Emoji>(
  { emojiName, emojiCode, reactionType }: NamedEmoji,
  own: readonly Reaction[],
): Reaction | undefined {
  const ofType = own.filter((each) => reactionType === undefined || each.reactionType === reactionType)
  if (emojiCode !== undefined) {
    const found = ofType.find((each) => each.emojiCode === emojiCode)
    if (found || emojiName === undefined) return found
    if (!isValidUnicodeEmoji(emojiName, emojiCode)) throw badRequest('Invalid emoji code')
    return undefined
  }
  if (emojiName === undefined) throw badRequest("One of 'emoji_name' and 'emoji_code' is required")
  const byName = ofType.find((each) => each.emojiName === emojiName)
  if (byName) return byName
  const known = existing(emojiName, reactionType)
  if (!known) throw badRequest(`Emoji '${emojiName}' does not exist`)
  return ofType.find((each) => isSame(each, known))
}

export function isSame(one: Omit<Emoji, 'emojiName'>, other: Omit<Emoji, 'emojiName'>): boolean {
  return one.reactionType === other.reactionType && one.emojiCode === other.emojiCode
}

function existing(emojiName: string, reactionType: ReactionType | undefined): Emoji | undefined {
  if (reactionType !== 'unicode_emoji' && reactionType !== 'realm_emoji' && extraEmoji.has(emojiName)) {
    return { emojiName, emojiCode: emojiName, reactionType: 'chat_extra_emoji' }
  }
  if (reactionType !== undefined && reactionType !== 'unicode_emoji') return undefined
  const emoji = emojiByName(emojiName)
  return emoji && { emojiName, emojiCode: emoji.code, reactionType: 'unicode_emoji' }
}
