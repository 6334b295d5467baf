// Which emoji a status means.
import type { ReactionType } from '../emoji/reaction-type'
import { badRequest } from '../http/errors'
import type { Organization } from '../organization/organization'
import { emojiToAdd } from '../custom-emoji/naming'
import type { Status } from './repository'

/** An emoji as clients name it; an empty name is none at all. */
export interface NamedEmoji {
  name: string | undefined
  code: string | undefined
  type: ReactionType | undefined
}

/**
 * The emoji that is meant; undefined when nothing is said of one.
 * @throws ApiError BAD_REQUEST for one that does not exist, or whose code is not that of the name.
 */
export function meantEmoji(
  organization: Organization,
  { name, code, type }: NamedEmoji,
): Pick<Status, 'emojiName' | 'emojiCode' | 'reactionType'> | undefined {
  if (name === undefined) {
    if (code === undefined && type === undefined) return undefined
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  }
  if (name === '') return { emojiName: '', emojiCode: '', reactionType: '' }
  return emojiToAdd(organization, { emojiName: name, emojiCode: code, reactionType: type }, [])
}
