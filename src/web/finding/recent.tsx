// Recent conversations: a table of all that was talked about lately, kept in order while people talk.
import { signal } from '@preact/signals'
import { MessagesSquare, Users } from 'lucide-preact'
import { useEffect } from 'preact/hooks'
import { channelLink, directLink, topicLink } from '../live/links'
import { returns } from '../live/connection'
import { now } from '../live/presence'
import { generation, state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { EmptyState, NotLoaded } from '../parts/empty-state'
import { wholeMoment } from '../parts/moments'
import { Skeleton } from '../parts/skeleton'
import { shownName } from '../people/names'
import { PersonAvatar } from '../people/person-avatar'
import { ago } from '../people/presence'
import { View } from '../shell/view'
import { isResolved } from '../store/topic-names'
import { isFollowed } from '../store/visibility'
import { language, text } from '../texts/text'
import { Count } from './count'
import { directName } from './direct-list'
import { plain } from '../texts/plain'
import { NewConversation } from './new-conversation'
import { loadOlder, recentLoading, wantRecent } from './recent-messages'
import { recentRows, type RecentFilter, type RecentRow } from './recent-model'
import { useRowKeys } from './row-keys'
import { TopicName } from './topic-rows'

const filter = signal<RecentFilter>({ kind: 'all', unread: false, participated: false })
const wanted = signal('')
const mostFaces = 5

export function Recent() {
  const register = generation.value
  useEffect(() => wantRecent(), [register, returns.value])
  const list = useRowKeys()
  const rows = recentRows(state(), filter.value).filter(matches)
  const loading = recentLoading.value
  return (
    <View title={text('finding.recent')} actions={<NewConversation />}>
      <div class="list-view" ref={list}>
        <Filters />
        {rows.length === 0 && loading === 'loading' && <Skeleton rows={8} label={text('shell.loading')} />}
        {rows.length === 0 && (loading === 'idle' || loading === 'ended') && (
          <EmptyState icon={MessagesSquare} title={text('finding.noRecent')} />
        )}
        {rows.length > 0 && <Table rows={rows} />}
        {loading === 'failed' && <NotLoaded onRetry={loadOlder} />}
        {loading === 'idle' && (
          <p class="load-more">
            <button type="button" class="button plain small" onClick={() => loadOlder()}>
              {text('finding.loadOlder')}
            </button>
          </p>
        )}
      </div>
    </View>
  )
}

function Filters() {
  const { kind, unread, participated } = filter.value
  const chip = (label: string, isPressed: boolean, next: Partial<RecentFilter>) => (
    <button
      type="button"
      class="filter-chip"
      aria-pressed={isPressed}
      onClick={() => (filter.value = { ...filter.value, ...next })}
    >
      {label}
    </button>
  )
  return (
    <div class="filter-chips" role="group" aria-label={text('finding.show')}>
      {chip(text('finding.onlyUnread'), unread, { unread: !unread })}
      {chip(text('finding.onlyParticipated'), participated, { participated: !participated })}
      {chip(text('finding.direct'), kind === 'direct', { kind: kind === 'direct' ? 'all' : 'direct' })}
      {chip(text('finding.channels'), kind === 'channels', {
        kind: kind === 'channels' ? 'all' : 'channels',
      })}
      <input
        class="input filter-input"
        type="search"
        placeholder={text('finding.filter')}
        aria-label={text('finding.filterList')}
        value={wanted.value}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.value)}
      />
    </div>
  )
}

function matches({ place, participants }: RecentRow): boolean {
  const query = plain(wanted.value.trim())
  if (query === '') return true
  const names =
    place.type === 'private'
      ? place.user_ids.map(shownName)
      : [place.topic, state().channels.get(place.stream_id)?.name ?? '', ...participants.map(shownName)]
  return names.some((name) => plain(name).includes(query))
}

function Table({ rows }: { rows: readonly RecentRow[] }) {
  return (
    <table class="recent">
      <colgroup>
        <col />
        <col class="faces" />
        <col class="when" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{text('finding.conversation')}</th>
          <th scope="col" class="faces">
            {text('finding.participants')}
          </th>
          <th scope="col" class="when">
            {text('finding.lastMessage')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row: { place, newest, participants, unread, mentions } }: { row: RecentRow }) {
  const isDirect = place.type === 'private'
  const date = new Date(newest.timestamp * 1000)
  return (
    <tr class={unread > 0 ? 'unread' : ''}>
      <td>
        <div class="recent-place">
          {isDirect ? (
            <DirectPlace ids={place.user_ids} />
          ) : (
            <TopicPlace id={place.stream_id} topic={place.topic} />
          )}
          <Count count={unread} mentions={mentions} isLoud={isDirect} />
        </div>
      </td>
      <td class="faces">
        <Faces ids={participants} />
      </td>
      <td class="when">
        <time dateTime={date.toISOString()} title={wholeMoment(newest.timestamp)}>
          {ago(Math.max(0, now.value - newest.timestamp), 'short')}
        </time>
      </td>
    </tr>
  )
}

function DirectPlace({ ids }: { ids: readonly number[] }) {
  const [first = 0] = ids
  return (
    <>
      {ids.length > 1 ? (
        <span class="side-group-sign">
          <Users size={14} aria-hidden="true" />
        </span>
      ) : (
        <PersonAvatar userId={first} size={20} hasPresence />
      )}
      <a class="recent-link" dir="auto" href={directLink(ids)}>
        {directName(ids)}
      </a>
    </>
  )
}

function TopicPlace({ id, topic }: { id: number; topic: string }) {
  const name = state().channels.get(id)?.name ?? ''
  return (
    <>
      <ChannelIcon id={id} />
      <span class="recent-names">
        <a class="recent-link topic-link" href={topicLink(id, topic)}>
          <TopicName
            row={{
              topic,
              isMuted: false,
              isFollowed: isFollowed(state(), id, topic),
              isResolved: isResolved(topic),
            }}
          />
        </a>
        <a class="recent-channel" dir="auto" tabIndex={-1} href={channelLink(id)}>
          {name}
        </a>
      </span>
    </>
  )
}

/** Who has written, the last one first. */
function Faces({ ids }: { ids: readonly number[] }) {
  const names = new Intl.ListFormat(language.value).format(ids.map(shownName))
  return (
    <span class="face-row" title={names}>
      {ids.slice(0, mostFaces).map((id) => (
        <PersonAvatar key={id} userId={id} size={22} />
      ))}
      {ids.length > mostFaces && <span class="face-more">+{ids.length - mostFaces}</span>}
      <span class="for-ears">{names}</span>
    </span>
  )
}
