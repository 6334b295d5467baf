// Where a message is to go: what `to` may say, and who that is (contract 4.1; notes: requests).
import { Type, type Static } from '@sinclair/typebox'
import { channelToPostIn } from '../channels/access'
import { badRequest, invalidParameter } from '../http/errors'
import { Id } from '../http/parameters'
import type { Organization } from '../organization/organization'
import { directory, emailKey, type User } from '../users/repository'
import { canSeeUser } from '../permissions/visibility'
import { apiEmail, idInStandIn } from '../users/wire'
import { checkedTopic } from '../channels/topics'

/** The `to` of a message: a channel's name or ID; IDs or addresses of people. */
export const recipientsParameter = Type.Union([
  Id(),
  Type.Array(Id(), { maxItems: 1000 }),
  Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 1000 }),
  Type.String({ maxLength: 100_000 }),
])

export const messageTypeParameter = Type.Union([
  Type.Literal('direct'),
  Type.Literal('channel'),
  Type.Literal('stream'),
  Type.Literal('private'),
])

/** How many people a direct conversation may have, the sender included. */
const maxDirectRecipients = 200

/** A topic of a channel, or the people of a direct conversation: the sender too, ascending. */
export type Destination =
  | { readonly kind: 'channel'; readonly channelId: number; readonly topic: string }
  | { readonly kind: 'direct'; readonly memberIds: readonly number[] }

/** What a client says about where its message goes. */
export interface Address {
  type: Static<typeof messageTypeParameter>
  to: Static<typeof recipientsParameter>
  topic: string | undefined
}

/**
 * Finds the destination. That the sender may write there is checked when the message is sent.
 * @throws ApiError STREAM_DOES_NOT_EXIST; BAD_REQUEST for people who do not exist; errors of `topic`.
 */
export function destinationOf(organization: Organization, sender: User, address: Address): Destination {
  const { type, to, topic } = address
  if (type === 'direct' || type === 'private') {
    return { kind: 'direct', memberIds: directMembers(organization, sender, to) }
  }
  const channel = channelToPostIn(organization, sender, channelReference(to))
  return { kind: 'channel', channelId: channel.id, topic: checkedTopic(topic) }
}

function channelReference(to: Address['to']): number | string {
  if (!Array.isArray(to)) return to
  const [only] = to
  if (only === undefined || to.length > 1) throw invalidParameter('to', 'to must name one channel')
  return only
}

/** The people named, and the sender, ascending. */
function directMembers(organization: Organization, sender: User, to: Address['to']): number[] {
  const members = new Set([sender.id])
  const named = namedPeople(to)
  if (named.length === 0) throw invalidParameter('to', 'to must name at least one person')
  for (const each of named) members.add(person(organization, sender, each).id)
  if (members.size > maxDirectRecipients) {
    throw badRequest(`to: a direct message can have at most ${maxDirectRecipients} recipients`)
  }
  return [...members].sort((a, b) => a - b)
}

function namedPeople(to: Address['to']): readonly (number | string)[] {
  if (Array.isArray(to)) return to
  if (typeof to === 'number') return [to]
  if (/^\s*[[{]/.test(to)) {
    throw invalidParameter('to', 'to is neither a list of user IDs nor one of e-mail addresses')
  }
  return to
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function person(organization: Organization, sender: User, named: number | string): User {
  const found = typeof named === 'number' ? byId(organization, named) : byAddress(organization, named)
  if (!found || !canSeeUser(organization, sender, found)) {
    throw badRequest(typeof named === 'number' ? `Invalid user ID ${named}` : `Invalid email '${named}'`)
  }
  if (!found.isActive) {
    throw badRequest(`'${apiEmail(organization, found)}' no longer has an active account`)
  }
  return found
}

function byId(organization: Organization, id: number): User | undefined {
  return directory(organization).byId.get(id)
}

/** By real address where that is everybody's to see, or by the address clients are told. */
export function byAddress(organization: Organization, address: string): User | undefined {
  const key = emailKey(address.trim())
  const standInFor = idInStandIn(organization, key)
  const user =
    standInFor === undefined ? directory(organization).byEmailKey.get(key) : byId(organization, standInFor)
  return user && emailKey(apiEmail(organization, user)) === key ? user : undefined
}
