// Where messages are: topics of channels, and direct conversations, which go by the people in them.
import type { Message } from './messages'

/** A conversation: a topic of a channel, or people among themselves. */
export type Conversation =
  | { readonly type: 'stream'; readonly stream_id: number; readonly topic: string }
  /** Everybody but oneself, ascending; only oneself for notes to oneself. */
  | { readonly type: 'private'; readonly user_ids: readonly number[] }

/** The direct conversation of these people. @param ids with or without oneself, in any order */
export function directConversation(ids: Iterable<number>, me: number): Conversation & { type: 'private' } {
  const others = [...new Set(ids)].filter((id) => id !== me).sort((a, b) => a - b)
  return { type: 'private', user_ids: others.length === 0 ? [me] : others }
}

/** What a direct conversation goes by in the slices: the IDs of `directConversation`, with commas. */
export function directKey(ids: Iterable<number>, me: number): string {
  return directConversation(ids, me).user_ids.join()
}

/** Where a message is. @param me one's own user ID */
export function conversationOf(message: Message, me: number): Conversation {
  const { display_recipient: people, stream_id, subject: topic } = message
  if (stream_id !== undefined) return { type: 'stream', stream_id, topic }
  return directConversation(typeof people === 'string' ? [] : people.map(({ id }) => id), me)
}
