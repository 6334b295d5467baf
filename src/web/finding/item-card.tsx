// One thing of a list of texts: where it goes, what it says, when, and what can be done with it.
import { Users } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { directLink, topicLink } from '../live/links'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { Rendered } from '../parts/rendered'
import { PersonAvatar } from '../people/person-avatar'
import { text } from '../texts/text'
import type { Destination } from '../writing/destination'
import { directName } from './direct-list'

interface Props {
  to?: Destination
  /** In place of where it goes. */
  title?: string
  when: string
  problem?: string | undefined
  /** As it was written; `rendered` if the server has made it into HTML. */
  content: string
  rendered?: string
  actions: ComponentChildren
}

export function ItemCard({ to, title, when, problem, content, rendered, actions }: Props) {
  return (
    <li class="item-card">
      <div class="item-head">
        {to ? <Place to={to} /> : <span class="item-place">{title}</span>}
        <span class="item-when">{when}</span>
      </div>
      {problem !== undefined && <p class="item-problem">{problem}</p>}
      {rendered === undefined ? (
        <p class="item-text" dir="auto">
          {content}
        </p>
      ) : (
        <Rendered html={rendered} />
      )}
      <div class="item-actions">{actions}</div>
    </li>
  )
}

function Place({ to }: { to: Destination }) {
  if (to.type === 'private') {
    const ids = to.user_ids
    if (ids.length === 0) return <span class="item-place">{text('finding.nobodyYet')}</span>
    return (
      <span class="item-place">
        {ids.length > 1 ? (
          <Users size={16} aria-hidden="true" />
        ) : (
          <PersonAvatar userId={ids[0] ?? 0} size={20} />
        )}
        <a dir="auto" href={directLink(ids)}>
          {directName(ids)}
        </a>
      </span>
    )
  }
  const { stream_id: id, topic } = to
  if (id === undefined) return <span class="item-place">{text('finding.nowhereYet')}</span>
  const { channels, organization } = state()
  return (
    <span class="item-place">
      <ChannelIcon id={id} />
      <a dir="auto" href={topicLink(id, topic)}>
        {channels.get(id)?.name ?? text('finding.unknownChannel')} ›{' '}
        {topic || organization.empty_topic_display_name}
      </a>
    </span>
  )
}
