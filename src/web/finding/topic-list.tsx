// All topics of a channel, with a filter: where `All topics` leads to.
import { MessagesSquare } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { channelLink, topicLink } from '../live/links'
import { returns } from '../live/connection'
import { generation, state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { EmptyState } from '../parts/empty-state'
import { Skeleton } from '../parts/skeleton'
import { View } from '../shell/view'
import { topicKey } from '../store/topic-names'
import { text } from '../texts/text'
import { loadingTopics, wantTopics } from './channel-topics'
import { Count } from './count'
import { plain } from '../texts/plain'
import { openChannel } from './place'
import { useRowKeys } from './row-keys'
import { topicRows } from './topic-order'
import { TopicName } from './topic-rows'

/** How many are drawn before more is asked for. */
const step = 200

export function TopicList() {
  const id = openChannel.value
  const channel = id === undefined ? undefined : state().channels.get(id)
  if (id === undefined || !channel) {
    return (
      <View title={text('finding.topics')}>
        <EmptyState icon={MessagesSquare} title={text('finding.unknownChannel')}>
          <a class="button plain" href="#channels/available">
            {text('finding.browseChannels')}
          </a>
        </EmptyState>
      </View>
    )
  }
  return <TopicsOf key={id} id={id} name={channel.name} />
}

function TopicsOf({ id, name }: { id: number; name: string }) {
  const register = generation.value
  useEffect(() => wantTopics(id), [id, register, returns.value])
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(step)
  const list = useRowKeys()
  const wanted = plain(typed.trim())
  const rows = topicRows(state(), id).filter(({ topic }) => plain(topic).includes(wanted))
  const isLoading = loadingTopics.value.has(id) && rows.length === 0
  return (
    <View
      title={text('finding.topicsOf', { channel: name })}
      heading={
        <h1 class="with-icon">
          <ChannelIcon id={id} />
          <a dir="auto" href={channelLink(id)}>
            {name}
          </a>
        </h1>
      }
    >
      <div class="list-view" ref={list}>
        <div class="filter-chips">
          <input
            class="input filter-input"
            type="search"
            placeholder={text('finding.filterTopics')}
            aria-label={text('finding.filterTopics')}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        {isLoading && <Skeleton rows={8} label={text('finding.loadingTopics')} />}
        {!isLoading && rows.length === 0 && state().topics.get(id)?.isComplete === true && (
          <EmptyState
            icon={MessagesSquare}
            title={text(wanted === '' ? 'finding.noTopics' : 'finding.nothingFits')}
          />
        )}
        <ul>
          {rows.slice(0, shown).map((row) => (
            <li key={topicKey(row.topic)} class="inbox-row plain">
              <a href={topicLink(id, row.topic)}>
                <TopicName row={row} />
                <Count count={row.unread} mentions={row.mentions} isMuted={row.isMuted} />
              </a>
            </li>
          ))}
        </ul>
        {rows.length > shown && (
          <p class="load-more">
            <button type="button" class="button plain small" onClick={() => setShown(shown + step)}>
              {text('finding.moreTopics')}
            </button>
          </p>
        )}
      </div>
    </View>
  )
}
