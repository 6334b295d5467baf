// Custom emoji: pictures that people of the organization have added. Those of Unicode are no part of the state.
import type { ServerEvent } from './events'
import { kept } from './records'
import {
  dictionary,
  isBoolean,
  isNumber,
  isText,
  nullable,
  orElse,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const isCustomEmoji = shape({
  id: isText,
  name: isText,
  source_url: isText,
  /** Of an animated one: a picture of it that stands still. */
  still_url: nullable(isText),
  /** It is still shown where it was used. */
  deactivated: isBoolean,
  author_id: nullable(isNumber),
})
export type CustomEmoji = Checked<typeof isCustomEmoji>

const isCatalogue = dictionary(isCustomEmoji)

/** By ID, which is a text. */
export type Emoji = Checked<typeof isCatalogue>

export function emojiFrom(register: Fields): Emoji {
  return orElse(isCatalogue, register['realm_emoji'], {})
}

/** `realm_emoji`: all that there are now. */
export function emojiAfter(emoji: Emoji, event: ServerEvent): Emoji {
  return event.type === 'realm_emoji' ? kept(emoji, orElse(isCatalogue, event['realm_emoji'], emoji)) : emoji
}
