// Whether this browser tells of a message, on the desktop and by a sound: by the settings of the person and of the channel.
import type { Message } from '../store/messages'
import type { State } from '../store/state'
import { isFollowed, isMuted } from '../store/visibility'

export interface Ways {
  desktop: boolean
  sound: boolean
}

type Known = Pick<State, 'ownUser' | 'userSettings' | 'subscriptions' | 'userTopics'>

/** Flags of messages that are meant for the person, wherever they were written. */
const personal: ReadonlySet<string> = new Set(['mentioned', 'has_alert_word'])
const wildcards: ReadonlySet<string> = new Set(['topic_wildcard_mentioned', 'stream_wildcard_mentioned'])

/** What has come for the person; what they wrote or have read already is told of by nothing. */
export function waysToTell(state: Known, message: Message): Ways {
  const { ownUser, userSettings, subscriptions } = state
  const nothing = { desktop: false, sound: false }
  if (message.sender_id === ownUser.user_id || message.flags.includes('read')) return nothing
  const isForThem = {
    desktop: userSettings.enable_desktop_notifications,
    sound: userSettings.enable_sounds,
  }
  const { stream_id: channelId } = message
  if (channelId === undefined || message.flags.some((flag) => personal.has(flag))) return isForThem
  const channel = subscriptions.get(channelId)
  if (!channel) return nothing
  const follows = isFollowed(state, channelId, message.subject)
  const isHidden = isMuted(state, channelId, message.subject)
  if (message.flags.some((flag) => wildcards.has(flag))) {
    const ofChannel = channel.wildcard_mentions_notify ?? userSettings.wildcard_mentions_notify
    if (follows && userSettings.enable_followed_topic_wildcard_mentions_notify) return isForThem
    if (ofChannel && !isHidden) return isForThem
  }
  const ofTopic = {
    desktop: follows && userSettings.enable_followed_topic_desktop_notifications,
    sound: follows && userSettings.enable_followed_topic_audible_notifications,
  }
  if (isHidden) return ofTopic
  return {
    desktop:
      ofTopic.desktop || (channel.desktop_notifications ?? userSettings.enable_stream_desktop_notifications),
    sound:
      ofTopic.sound || (channel.audible_notifications ?? userSettings.enable_stream_audible_notifications),
  }
}
