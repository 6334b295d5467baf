// The kinds of emoji that reactions and statuses have, as clients name and read them (contract 2.3; notes, Requests).
import { Type, type Static } from '@sinclair/typebox'

export type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'chat_extra_emoji'

/** `reaction_type` of a request: the server's own emoji go by their name in the public protocol, too. */
export const reactionTypeParameter = Type.Union([
  Type.Literal('unicode_emoji'),
  Type.Literal('realm_emoji'),
  Type.Literal('chat_extra_emoji'),
  Type.Literal('zulip_extra_emoji'),
])

/** The kind that a request means. */
export function reactionTypeOf(
  sent: Static<typeof reactionTypeParameter> | undefined,
): ReactionType | undefined {
  return sent === 'zulip_extra_emoji' ? 'chat_extra_emoji' : sent
}

/** A stored kind as a client reads it, by the contract's name or the public protocol's. */
export function wireReactionType(stored: string, publicNames: boolean): string {
  return stored === 'chat_extra_emoji' && publicNames ? 'zulip_extra_emoji' : stored
}
