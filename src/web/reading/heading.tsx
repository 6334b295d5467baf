// The heading of a feed: what it is, and what is special about it.
import { signal } from '@preact/signals'
import { AtSign, MessagesSquare, Rows3, Search, SmilePlus, Star } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import type { Term } from '../addresses/narrow'
import { channelIn, conversationIn } from '../feeds/terms'
import { channelLink, personLink } from '../live/links'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { canLoad } from '../parts/loading'
import { renderedText } from '../parts/rendered-html'
import type { Channel } from '../store/channels'
import { loadAllTexts, text, type TextKey } from '../texts/text'
import type { SearchPills } from './search-pills'
import { directTitle, isReactionsToMine, titleOf } from './titles'
import { TopicMarks, TopicName } from './topic-name'

export function FeedHeading({ terms }: { terms: readonly Term[] }) {
  const place = conversationIn(terms, state())
  const channelId = channelIn(terms, state())
  if (place?.type === 'private') return <DirectHeading ids={place.user_ids} />
  if (channelId !== undefined && (place || terms.length === 1))
    return <ChannelHeading channelId={channelId} topic={place?.topic} />
  if (isSearch(terms)) return <SearchHeading terms={terms} />
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
          <span class="feed-title" dir="auto">
            {name}
          </span>
        ) : (
          <>
            <a class="channel-name" dir="auto" href={channelLink(channelId)}>
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
        <span class="feed-description" dir="auto" title={renderedText(channel.rendered_description)}>
          {renderedText(channel.rendered_description)}
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
        <a class="feed-title" dir="auto" href={personLink(only)}>
          {directTitle(ids)}
        </a>
      ) : (
        <span class="feed-title" dir="auto">
          {directTitle(ids)}
        </span>
      )}
    </h1>
  )
}

const searchPills = signal<typeof SearchPills | undefined>(undefined)

/** A search by its terms; how they are written is loaded with the first one. */
function SearchHeading({ terms }: { terms: readonly Term[] }) {
  const Pills = searchPills.value
  useEffect(() => {
    if (Pills || !canLoad()) return
    void Promise.all([import('./search-pills'), loadAllTexts()]).then(
      ([loaded]) => (searchPills.value = loaded.SearchPills),
      // Out of reach: the title says what it is.
      () => undefined,
    )
  }, [])
  return (
    <div class="search-heading">
      <h1 class="feed-heading">
        <Search size={18} aria-hidden="true" />
        <span class={Pills ? 'for-ears' : 'feed-title'}>{titleOf(terms)}</span>
      </h1>
      {Pills && <Pills terms={terms} />}
    </div>
  )
}

/** Whether it is no conversation, channel or view of its own, so that its terms say what it is. */
export function isSearch(terms: readonly Term[]): boolean {
  if (terms.length === 0 || conversationIn(terms, state()) || iconOf(terms) !== Search) return false
  return terms.length !== 1 || channelIn(terms, state()) === undefined
}

function iconOf(terms: readonly Term[]): typeof Star {
  const [first] = terms
  if (!first) return Rows3
  if (isReactionsToMine(terms)) return SmilePlus
  if (terms.length !== 1) return Search
  const name = `${first.operator}:${String(first.operand)}`
  return icons[name] ?? Search
}

const icons: Readonly<Partial<Record<string, typeof Star>>> = {
  'in:home': Rows3,
  'is:mentioned': AtSign,
  'is:starred': Star,
  'is:dm': MessagesSquare,
}
