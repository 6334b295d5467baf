// What stands above messages of one conversation among those of several: where they are, and of what day. It leads there.
import { showTopicMenu } from '../acting/topic-menu'
import type { SearchMarks } from '../feeds/fetching'
import { menuByPointer } from '../finding/row-menu'
import { directLink, topicLink } from '../live/links'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { dayHeading } from '../parts/moments'
import { TopicMarks, TopicName } from './topic-name'
import { directTitle } from './titles'

interface Props {
  message: Message
  marks?: SearchMarks | undefined
}

export function ConversationHeading({ message, marks }: Props) {
  const place = conversationOf(message, state().ownUser.user_id)
  const day = <span class="conversation-day">{dayHeading(message.timestamp, true)}</span>
  if (place.type === 'private')
    return (
      <h2 class="conversation-heading">
        <a dir="auto" href={directLink(place.user_ids)}>
          {directTitle(place.user_ids)}
        </a>
        {day}
      </h2>
    )
  const channel = state().channels.get(place.stream_id)
  return (
    <h2
      class="conversation-heading"
      {...menuByPointer((at) => showTopicMenu(place.stream_id, place.topic, at))}
    >
      <ChannelIcon id={place.stream_id} />
      <a href={topicLink(place.stream_id, place.topic)}>
        <span class="channel-name" dir="auto">
          {channel?.name ?? String(message.display_recipient)}
        </span>
        <span aria-hidden="true"> › </span>
        <TopicName topic={place.topic} marked={marks?.topic} />
      </a>
      <TopicMarks channelId={place.stream_id} topic={place.topic} />
      {day}
    </h2>
  )
}
