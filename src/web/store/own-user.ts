// Who this person is, as only they are told it. What everybody sees of them is in `users`.
import type { ServerEvent } from './events'
import { known, number, readFields, text, withFields, type Known } from './known-fields'
import { isFields, isText, oneOf, type Fields } from './shapes'

const fields = {
  /** 0 for somebody without an account. */
  user_id: number(),
  email: text(),
  delivery_email: text(),
  full_name: text(),
  /** Whether it was uploaded (`U`) or follows from the account (`G`). */
  avatar_source: known(oneOf('G', 'U'), 'G'),
  avatar_url: text(),
  /** 500 by 500 pixels. */
  avatar_url_medium: text(),
}

/** Under the names of the register answer. The role is in `users`. */
export type OwnUser = Known<typeof fields>

export function ownUserFrom(register: Fields): OwnUser {
  return readFields(fields, register)
}

/** `realm_user` `update` of oneself. */
export function ownUserAfter(own: OwnUser, event: ServerEvent): OwnUser {
  const { type, op, person } = event
  if (type !== 'realm_user' || op !== 'update' || !isFields(person) || person['user_id'] !== own.user_id)
    return own
  const address = isText(person['new_email']) ? { email: person['new_email'] } : {}
  return withFields(fields, own, { ...person, ...address })
}
