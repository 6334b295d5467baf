// The heading of a feed: what it is, and what is special about it.
import { AtSign, Inbox, MessagesSquare, Search, SmilePlus, Star } from 'lucide-preact'
import type { Term } from '../addresses/narrow'
import { channelIn, conversationIn } from '../feeds/terms'
import { channelLink, personLink } from '../live/links'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { renderedNodes } from '../parts/rendered-html'
import type { Channel } from '../store/channels'
import { text, type TextKey } from '../texts/text'
import { directTitle, isReactionsToMine, titleOf } from './titles'
import { TopicMarks, TopicName } from './topic-name'

export function FeedHeading({ terms }: { terms: readonly Term[] }) {
  const place = conversationIn(terms, state())
  const channelId = channelIn(terms, state())
  if (place?.type === 'private') return <DirectHeading ids={place.user_ids} />
  if (channelId !== undefined && (place || terms.length === 1))
    return <ChannelHeading channelId={channelId} topic={place?.topic} />
  const Icon = iconOf(terms)
  return (
    <h1 class="feed-heading">
      <Icon size={18} aria-hidden="true" />
      <span class="feed-title">{titleOf(terms)}</span>
    </h1>
  )
}

function ChannelHeading({ channelId, topic }: { channelId: number; topic: string | undefined }) {
  const channel = state().channels.get(channelId)
  const name = channel?.name ?? titleOf([{ operator: 'channel', operand: channelId }])
  return (
    <>
      <h1 class="feed-heading">
        <ChannelIcon id={channelId} size={18} />
        <span class="for-ears">{text(privacyOf(channel))} </span>
        {topic === undefined ? (
          <span class="feed-title">{name}</span>
        ) : (
          <>
            <a class="channel-name" href={channelLink(channelId)}>
              {name}
            </a>
            <span class="soft" aria-hidden="true">
              ›
            </span>
            <span class="feed-title">
              <TopicName topic={topic} />
            </span>
            <TopicMarks channelId={channelId} topic={topic} />
          </>
        )}
      </h1>
      {channel !== undefined && channel.description !== '' && (
        <span class="feed-description" title={plainText(channel.rendered_description)}>
          {plainText(channel.rendered_description)}
        </span>
      )}
    </>
  )
}

function privacyOf(channel: Channel | undefined): TextKey {
  if (channel?.invite_only === true) return 'reading.privateChannel'
  return channel?.is_web_public === true ? 'reading.webPublicChannel' : 'reading.publicChannel'
}

function DirectHeading({ ids }: { ids: readonly number[] }) {
  const [only] = ids
  return (
    <h1 class="feed-heading">
      <MessagesSquare size={18} aria-hidden="true" />
      {ids.length === 1 && only !== undefined ? (
        <a class="feed-title" href={personLink(only)}>
          {directTitle(ids)}
        </a>
      ) : (
        <span class="feed-title">{directTitle(ids)}</span>
      )}
    </h1>
  )
}

function iconOf(terms: readonly Term[]): typeof Star {
  const [first] = terms
  if (isReactionsToMine(terms)) return SmilePlus
  if (terms.length !== 1 || !first) return Search
  const name = `${first.operator}:${String(first.operand)}`
  return icons[name] ?? Search
}

const icons: Readonly<Partial<Record<string, typeof Star>>> = {
  'in:home': Inbox,
  'is:mentioned': AtSign,
  'is:starred': Star,
  'is:dm': MessagesSquare,
}

/** What is rendered, without its marks: a heading has one line for it. */
function plainText(html: string): string {
  return renderedNodes(html).textContent.trim()
}
