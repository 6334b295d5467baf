// A channel's topics below it at the left side: unread ones and the newest; all of them have a view of their own.
import { useEffect } from 'preact/hooks'
import { showTopicMenu } from '../acting/topic-menu'
import { topicText } from '../acting/topic-text'
import { returns } from '../live/connection'
import { generation, state } from '../live/state'
import { topicLink, topicListLink } from '../live/links'
import { followedSign as Followed, mutedSign as Muted, resolvedSign as Resolved } from '../parts/topic-signs'
import { topicKey, unresolved } from '../store/topic-names'
import { plain } from '../texts/plain'
import { text } from '../texts/text'
import { loadingTopics, wantTopics } from './channel-topics'
import { Count } from './count'
import { useDerived } from './derived'
import { filter } from './filter'
import { isOpenTopic, openConversation } from './place'
import { menuByPointer, RowMenu, type MenuPlace } from './row-menu'
import { topicRows, topicsInShort, type TopicRow } from './topic-order'

const short = 6
/** Of those that are looked for. */
const most = 20
/** In milliseconds. */
const patience = 100

export function TopicRows({ channelId }: { channelId: number }) {
  const keys = useDerived(() => rowsInShort(channelId).map(({ topic }) => topicKey(topic)))
  const isLoading = useDerived(() => loadingTopics.value.has(channelId))
  const total = useDerived(() => topicRows(state(), channelId).length)
  const isComplete = useDerived(() => state().topics.get(channelId)?.isComplete === true)
  const now = generation.value
  useEffect(() => {
    // Messages come first, and who goes on to another channel at once needs none of these.
    const timer = setTimeout(() => wantTopics(channelId), patience)
    return () => clearTimeout(timer)
  }, [channelId, now, returns.value])
  return (
    <div class="topics">
      <ul>
        {keys.map((key) => (
          <TopicLine key={key} channelId={channelId} topicKey={key} />
        ))}
      </ul>
      {keys.length === 0 && (isLoading || isComplete) && (
        <p class="side-empty">{text(isLoading ? 'finding.loadingTopics' : 'finding.noTopics')}</p>
      )}
      {total > keys.length && (
        <a class="side-more" href={topicListLink(channelId)}>
          {text('finding.allTopics')}
        </a>
      )}
    </div>
  )
}

/** Those that are known and fit the filter. */
function matchingTopics(channelId: number): TopicRow[] {
  if (filter.wanted === '') return []
  return topicRows(state(), channelId).filter(({ topic }) => plain(topic).includes(filter.wanted))
}

export function hasMatchingTopic(channelId: number): boolean {
  return matchingTopics(channelId).length > 0
}

function rowsInShort(channelId: number): TopicRow[] {
  const matching = matchingTopics(channelId)
  if (matching.length > 0) return matching.slice(0, most)
  const open = openConversation.value
  const topic = open?.type === 'stream' && open.stream_id === channelId ? open.topic : undefined
  return topicsInShort(topicRows(state(), channelId), topic, short)
}

function TopicLine({ channelId, topicKey: key }: { channelId: number; topicKey: string }) {
  const row = useDerived(() => topicRows(state(), channelId).find(({ topic }) => topicKey(topic) === key))
  const isOpen = useDerived(() => isOpenTopic(channelId, key))
  const href = useDerived(() => topicLink(channelId, row?.topic ?? key))
  if (!row) return null
  const openMenu = (at: MenuPlace): void => showTopicMenu(channelId, row.topic, at)
  return (
    <li class="topic-line" {...menuByPointer(openMenu)}>
      <a
        class={`side-row topic-row ${row.isMuted ? 'muted' : ''}`}
        href={href}
        aria-current={isOpen ? 'page' : undefined}
        title={row.topic}
      >
        <TopicName row={row} />
        <Count count={row.unread} mentions={row.mentions} isMuted={row.isMuted} />
      </a>
      <RowMenu label={text('acting.menuOfTopic', { topic: topicText(row.topic) })} open={openMenu} />
    </li>
  )
}

/** The topic with what it is: resolved, followed, muted. */
export function TopicName({
  row,
}: {
  row: Pick<TopicRow, 'topic' | 'isMuted' | 'isFollowed' | 'isResolved'>
}) {
  return (
    <>
      {row.isResolved && (
        <Sign
          icon={<Resolved size={13} strokeWidth={3} />}
          kind="resolved"
          label={text('finding.resolved')}
        />
      )}
      <span class={`side-name ${row.topic === '' ? 'no-topic' : ''}`} dir="auto">
        {row.topic === ''
          ? state().organization.empty_topic_display_name
          : row.isResolved
            ? unresolved(row.topic)
            : row.topic}
      </span>
      {row.isFollowed && (
        <Sign icon={<Followed size={12} />} kind="followed" label={text('finding.followed')} />
      )}
      {row.isMuted && <Sign icon={<Muted size={13} />} kind="" label={text('finding.muted')} />}
    </>
  )
}

function Sign({ icon, kind, label }: { icon: preact.JSX.Element; kind: string; label: string }) {
  return (
    <span class={`topic-sign ${kind}`} title={label}>
      <span aria-hidden="true">{icon}</span>
      <span class="for-ears"> ({label})</span>
    </span>
  )
}
