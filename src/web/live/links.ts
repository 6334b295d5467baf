// Addresses of what is known, to be put into links: of channels, topics, people and messages (`#narrow/…`, notes: narrow).
import { addressOf, type Names, type Term } from '../addresses/narrow'
import { conversationOf, directConversation } from '../store/conversations'
import type { Message } from '../store/messages'
import { topicKey } from '../store/topic-names'
import { state } from './state'

/** What channels and people are called now, for `addressOf`. */
export const names: Names = {
  channel: (id) => state().channels.get(id)?.name,
  person: (id) => state().users.get(id)?.full_name,
}

/** Any narrow. @param near the message to open at */
export function narrowLink(terms: readonly Term[], near?: number): string {
  return addressOf(terms, names, near)
}

/** All of a channel's messages. */
export function channelLink(id: number): string {
  return narrowLink([{ operator: 'channel', operand: id }])
}

/** The list of a channel's topics. */
export function topicListLink(channelId: number): string {
  return channelLink(channelId).replace('#narrow/', '#topics/')
}

/** @param topic empty for the one without a name */
export function topicLink(channelId: number, topic: string): string {
  return narrowLink(topicTerms(channelId, topic))
}

/** A link to be given away: it holds a message, so it still leads to the topic when that has been moved or renamed. */
export function lastingTopicLink(channelId: number, topic: string): string {
  const newest = state().topics.get(channelId)?.byKey.get(topicKey(topic))?.max_id
  const terms = topicTerms(channelId, topic)
  return narrowLink(newest === undefined ? terms : [...terms, { operator: 'with', operand: newest }])
}

/** @param userIds with or without oneself; oneself alone for notes to oneself */
export function directLink(userIds: Iterable<number>): string {
  return narrowLink(directTerms(userIds))
}

/** The message in its conversation. */
export function messageLink(message: Message): string {
  const place = conversationOf(message, state().ownUser.user_id)
  const terms =
    place.type === 'stream' ? topicTerms(place.stream_id, place.topic) : directTerms(place.user_ids)
  return narrowLink(terms, message.id)
}

/** A person's profile. */
export function personLink(id: number): string {
  return `#user/${id}`
}

/** Everything that somebody has sent. */
export function senderLink(id: number): string {
  return narrowLink([{ operator: 'sender', operand: id }])
}

function topicTerms(channelId: number, topic: string): Term[] {
  return [
    { operator: 'channel', operand: channelId },
    { operator: 'topic', operand: topic },
  ]
}

function directTerms(userIds: Iterable<number>): Term[] {
  return [{ operator: 'dm', operand: directConversation(userIds, state().ownUser.user_id).user_ids }]
}
