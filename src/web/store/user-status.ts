// Statuses: what people say of how they are, with an emoji.
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { isEqual } from './records'
import {
  isBoolean,
  isFields,
  isNumber,
  isText,
  optional,
  orElse,
  shape,
  type Checked,
  type Fields,
} from './shapes'

/** Only what is set; nobody has an empty one. */
const isStatus = shape({
  /** They hide their presence. */
  away: optional(isBoolean),
  status_text: optional(isText),
  emoji_name: optional(isText),
  emoji_code: optional(isText),
  reaction_type: optional(isText),
})
export type UserStatus = Checked<typeof isStatus>

/** By user ID. */
export type UserStatuses = IdMap<UserStatus>

export function userStatusesFrom(register: Fields): UserStatuses {
  const all = Object.entries(orElse(isFields, register['user_status'], {}))
  return IdMap.from(
    all.flatMap(([id, status]): [number, UserStatus][] => (isStatus(status) ? [[Number(id), status]] : [])),
  )
}

/** `user_status`, which names what has changed; and who is out of sight. */
export function userStatusesAfter(statuses: UserStatuses, event: ServerEvent): UserStatuses {
  if (event.type === 'realm_user' && event['op'] === 'remove') {
    const { person } = event
    return isFields(person) && isNumber(person['user_id']) ? statuses.without(person['user_id']) : statuses
  }
  const { type, user_id: id, away, status_text, emoji_name, emoji_code, reaction_type } = event
  if (type !== 'user_status' || !isNumber(id)) return statuses
  const before = statuses.get(id)
  const now = withSaid(before ?? {}, { away, status_text, emoji_name, emoji_code, reaction_type })
  if (isEqual(before, now)) return statuses
  return Object.keys(now).length === 0 ? statuses.without(id) : statuses.with(id, now)
}

/** An empty text, or false, says that there is none any more. */
function withSaid(status: UserStatus, said: Fields): UserStatus {
  const news = Object.entries(said).filter(([, value]) => value !== undefined)
  const all: Fields = { ...status, ...Object.fromEntries(news) }
  const hasEmoji = isText(all['emoji_name']) && all['emoji_name'] !== ''
  const set = Object.entries(all).filter(
    ([name, value]) => value !== '' && value !== false && (hasEmoji || name !== 'reaction_type'),
  )
  const now = Object.fromEntries(set)
  return isStatus(now) ? now : status
}
