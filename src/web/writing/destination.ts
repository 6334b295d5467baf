// Where a message is to go: a conversation, or one that is not wholly chosen yet.
import { directLink, topicLink, channelLink } from '../live/links'
import { state } from '../live/state'
import { directConversation, type Conversation } from '../store/conversations'
import { channelOf, nameOf } from '../store/names'
import { topicKey } from '../store/topic-names'
import { text } from '../texts/text'

/** No `stream_id`, or nobody in `user_ids`: not chosen yet. */
export type Destination =
  Conversation | { readonly type: 'stream'; readonly stream_id: undefined; readonly topic: string }

/** Equal for destinations that are the same conversation. */
export function destinationKey(to: Destination): string {
  if (to.type === 'stream') return `stream ${String(to.stream_id ?? '')} ${topicKey(to.topic.trim())}`
  if (to.user_ids.length === 0) return 'private'
  const { user_ids: ids } = directConversation(to.user_ids, state().ownUser.user_id)
  return `private ${ids.join()}`
}

/** The parameters of `POST /messages` and its like; undefined where something is not chosen yet. */
export function addressParameters(to: Destination): Record<string, unknown> | undefined {
  if (to.type === 'private') {
    return to.user_ids.length === 0 ? undefined : { type: 'direct', to: [...to.user_ids] }
  }
  return to.stream_id === undefined
    ? undefined
    : { type: 'channel', to: to.stream_id, topic: to.topic.trim() }
}

/** As people read it: `#general › lunch`, or the names of all. */
export function destinationName(to: Destination): string {
  if (to.type === 'private') return to.user_ids.map((id) => personName(id)).join(', ')
  const channel = to.stream_id === undefined ? undefined : channelOf(state(), to.stream_id)
  const name = channel?.name ?? text('writing.noChannel')
  return `#${name} › ${topicName(to.topic)}`
}

/** The empty topic has a name, too. */
export function topicName(topic: string): string {
  return topic.trim() || state().organization.empty_topic_display_name
}

export function personName(id: number): string {
  return nameOf(state(), id) ?? text('writing.somebody')
}

/** The address where it is read; undefined where something is not chosen yet. */
export function destinationLink(to: Destination): string | undefined {
  if (to.type === 'private') return to.user_ids.length === 0 ? undefined : directLink(to.user_ids)
  if (to.stream_id === undefined) return undefined
  return to.topic === '' && topicsPolicyOf(to.stream_id) === 'disable_empty_topic'
    ? channelLink(to.stream_id)
    : topicLink(to.stream_id, to.topic)
}

/** `allow_empty_topic`, `disable_empty_topic` or `empty_topic_only`: the channel's, or the organization's where it has none. */
export function topicsPolicyOf(channelId: number): string {
  const policy = channelOf(state(), channelId)?.topics_policy ?? 'inherit'
  return policy === 'inherit' ? state().organization.topics_policy : policy
}
