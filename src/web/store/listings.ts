// Things of the state in the order in which they are shown.
import type { Channel } from './channels'
import type { DirectConversation } from './direct-conversations'
import type { State } from './state'
import { topicKey } from './topic-names'
import type { Topic } from './topics'
import type { Presence } from './presence'

/** The channel's topics that are known or have unread messages, those with the newest messages first. */
export function topicsOf({ topics, unread }: Pick<State, 'topics' | 'unread'>, channelId: number): Topic[] {
  const known = new Map(topics.get(channelId)?.byKey)
  for (const [name, ids] of unread.channels.get(channelId) ?? []) {
    const max_id = ids.at(-1) ?? 0
    if ((known.get(topicKey(name))?.max_id ?? 0) < max_id) known.set(topicKey(name), { name, max_id })
  }
  return [...known.values()].sort((a, b) => b.max_id - a.max_id)
}

/** Direct conversations, those with the newest messages first. */
export function directConversationsOf({ directConversations }: State): DirectConversation[] {
  return [...directConversations.values()].sort((a, b) => b.max_message_id - a.max_message_id)
}

/** The channels that this person is in, by name. */
export function subscribedChannels({ subscriptions, channels }: State): Channel[] {
  const all = [...subscriptions.keys()].flatMap((id) => channels.get(id) ?? [])
  return all.sort((a, b) => a.name.localeCompare(b.name))
}

/**
 * Whether somebody is there.
 * @param now UNIX seconds, by the server's clock: `presences.server_timestamp` and what has gone by since
 */
export function presenceOf(state: State, userId: number, now: number): 'active' | 'idle' | 'offline' {
  const presence = state.presences.byUserId.get(userId)
  return presence
    ? presenceAt(presence, now, state.server.server_presence_offline_threshold_seconds)
    : 'offline'
}

function presenceAt(
  { active_timestamp, idle_timestamp }: Presence,
  now: number,
  threshold: number,
): 'active' | 'idle' | 'offline' {
  if (now - active_timestamp <= threshold) return 'active'
  return now - idle_timestamp <= threshold ? 'idle' : 'offline'
}
