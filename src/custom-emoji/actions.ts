// What people do with custom emoji: add and deactivate them.
import { record } from '../audit-log/recording'
import { emojiByName } from '../emoji/emoji'
import { isExtraEmoji } from '../emoji/extra-emoji'
import { emit } from '../events/event'
import { badRequest, invalidParameter, noneOfOwn } from '../http/errors'
import { wholeInSquare } from '../images/pictures'
import type { Organization } from '../organization/organization'
import { mayIn } from '../permissions/permissions'
import { madeOf } from '../pictures/line'
import { withPictures } from '../pictures/storing'
import { isAdministrator } from '../users/rank'
import { asOfNow, type User } from '../users/repository'
import { customEmojiDirectory, deactivateCustomEmoji, insertCustomEmoji } from './repository'
import { customEmojiEvent } from './wire'

/** In pixels, as clients of the protocol expect. */
const side = 64

/** All that there ever were: every client has the whole list. */
const maxCustomEmoji = 3000

/** As much as messages and reactions take between their colons. */
const maxNameLength = 60

/**
 * Adds an emoji, in the name of which upper case is lower case and spaces are underscores.
 * @param file PNG, JPEG, GIF or WebP, of up to 5 MiB
 * @throws ApiError BAD_REQUEST for callers who may not, and names that are taken; REQUEST_VARIABLE_INVALID for what is no name;
 *   BAD_IMAGE, PAYLOAD_TOO_LARGE, RATE_LIMIT_HIT.
 */
export async function addCustomEmoji(
  organization: Organization,
  caller: User,
  emojiName: string,
  file: File,
): Promise<void> {
  const name = normalized(emojiName)
  assertMayAdd(organization, caller, name)
  const { picture, still } = await madeOf(file, organization, caller, (bytes) => wholeInSquare(bytes, side))
  await withPictures(
    organization,
    'emoji',
    still ? [picture, still] : [picture],
    (tx, [stored = '', ofStill]) => {
      // Pictures take their time: it may all be different now.
      assertMayAdd(organization, asOfNow(organization, caller), name)
      record(tx, 'emoji.added', { name })
      insertCustomEmoji(tx, { name, authorId: caller.id, picture: stored, still: ofStill ?? null })
      emit(tx, customEmojiEvent(organization))
    },
  )
}

/** Nobody can use it from now on; where it was used, it stays. @throws ApiError BAD_REQUEST, with status 404 for none of that name */
export function removeCustomEmoji(
  organization: Organization,
  caller: User,
  emojiName: string,
): Promise<void> {
  return organization.write((tx) => {
    const emoji = customEmojiDirectory(organization).byName.get(lowerCase(emojiName))
    if (!emoji) throw noneOfOwn(`Emoji '${emojiName}' does not exist`)
    if (emoji.authorId !== caller.id && !isAdministrator(asOfNow(organization, caller))) {
      throw badRequest('Must be an organization administrator or emoji author')
    }
    deactivateCustomEmoji(tx, emoji.id)
    record(tx, 'emoji.removed', { id: emoji.id, name: emoji.name, people: [emoji.authorId] })
    emit(tx, customEmojiEvent(organization))
  })
}

function lowerCase(name: string): string {
  return name.toLowerCase().replaceAll(' ', '_')
}

/** @throws ApiError REQUEST_VARIABLE_INVALID */
function normalized(emojiName: string): string {
  const name = lowerCase(emojiName)
  if (name.length > maxNameLength) {
    throw invalidParameter('emoji_name', `emoji_name is too long (limit: ${maxNameLength} characters)`)
  }
  if (!/^[a-z0-9_-]+$/.test(name)) {
    throw invalidParameter('emoji_name', 'emoji_name must only contain letters, digits, dashes, and spaces')
  }
  if (!/[a-z0-9]$/.test(name)) {
    throw invalidParameter('emoji_name', 'emoji_name must end with either a letter or digit')
  }
  return name
}

/** @throws ApiError BAD_REQUEST */
function assertMayAdd(organization: Organization, caller: User, name: string): void {
  if (!mayIn(organization, caller, 'can_add_custom_emoji_group')) throw badRequest('Insufficient permission')
  const { all, byName } = customEmojiDirectory(organization)
  if (byName.has(name)) throw badRequest('A custom emoji with this name already exists.')
  if ((emojiByName(name) || isExtraEmoji(name)) && !isAdministrator(caller)) {
    throw badRequest('Only administrators can override built-in emoji.')
  }
  if (all.length >= maxCustomEmoji) throw badRequest(`There can be at most ${maxCustomEmoji} custom emoji`)
}
