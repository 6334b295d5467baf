// Which emoji a reaction or a status means: by its name, its code and its kind (contract 2.3).
import { emojiByCode, emojiByName, isValidUnicodeEmoji } from '../emoji/emoji'
import { isExtraEmoji } from '../emoji/extra-emoji'
import type { ReactionType } from '../emoji/reaction-type'
import { badRequest, type ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { customEmojiDirectory, type CustomEmoji } from './repository'

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

/**
 * The emoji of a new reaction. Joining a reaction that is there takes its name, whatever the emoji is called today.
 * @param present the reactions the message has
 * @throws ApiError BAD_REQUEST for an emoji that does not exist or was deactivated, or whose code is not that of the name.
 */
export function emojiToAdd(
  organization: Organization,
  named: NamedEmoji & { emojiName: string },
  present: readonly Emoji[],
): Emoji {
  const { emojiName, emojiCode, reactionType } = named
  const known = existing(organization, emojiName, reactionType)
  const type = reactionType ?? known?.reactionType ?? 'unicode_emoji'
  const same = present.find((each) => each.emojiCode === emojiCode && each.reactionType === type)
  if (same) return same
  if (emojiCode !== undefined && emojiCode !== known?.emojiCode) {
    const custom = type === 'realm_emoji' ? customByCode(organization, emojiCode) : undefined
    if (custom?.isDeactivated) throw badRequest('This custom emoji has been deactivated.')
    if (known)
      throw wrongCode(
        custom !== undefined || (type === 'unicode_emoji' && emojiByCode(emojiCode) !== undefined),
      )
  }
  if (!known) throw badRequest(`Emoji '${emojiName}' does not exist`)
  return present.find((each) => isSame(each, known)) ?? known
}

/**
 * The reaction that a person takes back: by its code where that is given, even of an emoji that is no more.
 * @param own the person's reactions to the message
 * @returns undefined if there is no such reaction.
 * @throws ApiError BAD_REQUEST for an emoji that does not exist.
 */
export function reactionToRemove<Reaction extends Emoji>(
  organization: Organization,
  { emojiName, emojiCode, reactionType }: NamedEmoji,
  own: readonly Reaction[],
): Reaction | undefined {
  const ofType = own.filter((each) => reactionType === undefined || each.reactionType === reactionType)
  if (emojiCode !== undefined) {
    const found = ofType.find((each) => each.emojiCode === emojiCode)
    if (found || emojiName === undefined) return found
    const isMeant = customByCode(organization, emojiCode)?.name === emojiName
    if (!isMeant && !isValidUnicodeEmoji(emojiName, emojiCode)) throw badRequest('Invalid emoji code')
    return undefined
  }
  if (emojiName === undefined) throw badRequest("One of 'emoji_name' and 'emoji_code' is required")
  const byName = ofType.find((each) => each.emojiName === emojiName)
  if (byName) return byName
  const known = existing(organization, emojiName, reactionType)
  if (!known) throw badRequest(`Emoji '${emojiName}' does not exist`)
  return ofType.find((each) => isSame(each, known))
}

export function isSame(one: Omit<Emoji, 'emojiName'>, other: Omit<Emoji, 'emojiName'>): boolean {
  return one.reactionType === other.reactionType && one.emojiCode === other.emojiCode
}

function wrongCode(isThatOfAnother: boolean): ApiError<'BAD_REQUEST'> {
  return badRequest(
    isThatOfAnother ? 'Invalid emoji name: emoji_code is that of another emoji' : 'Invalid emoji code',
  )
}

/** Custom emoji take the place of others of their name, as they do in messages. */
function existing(
  organization: Organization,
  emojiName: string,
  reactionType: ReactionType | undefined,
): Emoji | undefined {
  const custom = isOr(reactionType, 'realm_emoji') && customEmojiDirectory(organization).byName.get(emojiName)
  if (custom) return { emojiName, emojiCode: String(custom.id), reactionType: 'realm_emoji' }
  if (isOr(reactionType, 'chat_extra_emoji') && isExtraEmoji(emojiName)) {
    return { emojiName, emojiCode: emojiName, reactionType: 'chat_extra_emoji' }
  }
  const emoji = isOr(reactionType, 'unicode_emoji') && emojiByName(emojiName)
  return emoji ? { emojiName, emojiCode: emoji.code, reactionType: 'unicode_emoji' } : undefined
}

/** Whether this kind can be meant. */
function isOr(given: ReactionType | undefined, kind: ReactionType): boolean {
  return given === undefined || given === kind
}

function customByCode(organization: Organization, code: string): CustomEmoji | undefined {
  return /^\d{1,15}$/.test(code) ? customEmojiDirectory(organization).byId.get(Number(code)) : undefined
}
