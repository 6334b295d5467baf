// Which emoji a status means.
import { emojiByCode, emojiByName } from '../emoji/emoji'
import { badRequest } from '../http/errors'
import type { Status } from './repository'

/** An emoji as clients name it; an empty name is none at all. */
export interface NamedEmoji {
  name: string | undefined
  code: string | undefined
  type: 'unicode_emoji' | 'realm_emoji' | 'chat_extra_emoji' | undefined
}

/**
 * The emoji that is meant; undefined when nothing is said of one.
 * @throws ApiError BAD_REQUEST for one that does not exist, or whose code is not that of the name.
 */
export function meantEmoji({
  name,
  code,
  type,
}: NamedEmoji): Pick<Status, 'emojiName' | 'emojiCode' | 'reactionType'> | undefined {
  if (name === undefined) {
    if (code === undefined && type === undefined) return undefined
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  }
  if (name === '') return { emojiName: '', emojiCode: '', reactionType: '' }
  if (type === 'realm_emoji') throw badRequest('Invalid custom emoji.')
  const known = type === 'chat_extra_emoji' ? undefined : emojiByName(name)
  if (!known) throw badRequest(`Emoji '${name}' does not exist`)
  if (code !== undefined && code !== known.code) {
    throw badRequest(emojiByCode(code) ? 'Invalid emoji name.' : `Emoji code '${code}' does not exist`)
  }
  return { emojiName: name, emojiCode: known.code, reactionType: 'unicode_emoji' }
}
