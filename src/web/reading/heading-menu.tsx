// The menu of what is read, at the end of its heading: of the topic, or of the channel as a whole.
import { EllipsisVertical } from 'lucide-preact'
import { showChannelMenu } from '../acting/channel-menu'
import { showTopicMenu } from '../acting/topic-menu'
import { topicText } from '../acting/topic-text'
import type { Term } from '../addresses/narrow'
import { channelIn, conversationIn } from '../feeds/terms'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { text } from '../texts/text'

export function HeadingMenu({ terms }: { terms: readonly Term[] }) {
  const place = conversationIn(terms, state())
  const id = channelIn(terms, state())
  const channel = id === undefined ? undefined : state().channels.get(id)
  if (id === undefined || !channel || (!place && terms.length > 1)) return null
  const topic = place?.type === 'stream' ? place.topic : undefined
  return (
    <IconButton
      icon={EllipsisVertical}
      label={
        topic === undefined
          ? text('acting.menuOfChannel', { channel: channel.name })
          : text('acting.menuOfTopic', { topic: topicText(topic) })
      }
      aria-haspopup="menu"
      onClick={({ currentTarget }) =>
        topic === undefined ? showChannelMenu(id, currentTarget) : showTopicMenu(id, topic, currentTarget)
      }
    />
  )
}
