// The inbox: what is unread, by channel and conversation.
import { CheckCheck, ChevronDown, ChevronRight, Inbox as InboxIcon, Users } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { showTopicMenu } from '../acting/topic-menu'
import { topicText } from '../acting/topic-text'
import { channelLink, directLink, topicLink } from '../live/links'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { EmptyState } from '../parts/empty-state'
import { IconButton } from '../parts/icon-button'
import { PersonAvatar } from '../people/person-avatar'
import { View } from '../shell/view'
import { isGuest, mayInvite } from '../store/permissions'
import { topicKey } from '../store/topic-names'
import { text } from '../texts/text'
import { startConversation } from '../writing/current-box'
import { Count } from './count'
import { useDerived } from './derived'
import { directName } from './direct-list'
import { isToggled, toggle } from './folds'
import {
  inboxContent,
  type InboxChannel,
  type InboxDirect,
  type InboxFilter,
  type InboxRow,
  type InboxSection,
  type InboxTopic,
} from './inbox-model'
import { menuByPointer, RowMenu, type MenuPlace } from './row-menu'
import { useRowKeys } from './row-keys'
import { NewConversation } from './new-conversation'
import { markAsRead } from './mark-read'
import { topicRows } from './topic-order'
import { TopicName } from './topic-rows'

const filters = ['all', 'followed', 'mentioned'] as const satisfies readonly InboxFilter[]
const labels = {
  all: 'finding.allUnread',
  followed: 'finding.followedTopics',
  mentioned: 'finding.withMentions',
} as const
const chosen = signal<InboxFilter>('all')

export function Inbox() {
  const content = inboxContent(state(), chosen.value)
  const rows = rowsOf(content.direct, content.sections)
  const isEmpty = rows.length === 0
  const list = useRowKeys()
  return (
    <View
      title={text('finding.inbox')}
      actions={
        <>
          <NewConversation />
          {!isEmpty && (
            <button
              type="button"
              class="button plain small"
              onClick={() => markAsRead(rows.flatMap(({ ids }) => ids))}
            >
              <CheckCheck size={16} aria-hidden="true" />
              <span class="wide-only">{text('finding.markAllRead')}</span>
              <span class="narrow-only for-ears">{text('finding.markAllRead')}</span>
            </button>
          )}
        </>
      }
    >
      <div class="list-view" ref={list}>
        <div class="filter-chips" role="group" aria-label={text('finding.show')}>
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              class="filter-chip"
              aria-pressed={chosen.value === filter}
              onClick={() => (chosen.value = filter)}
            >
              {text(labels[filter])}
            </button>
          ))}
        </div>
        {isEmpty && <Empty />}
        {content.direct.length > 0 && <Direct rows={content.direct} />}
        {content.sections.map((section) => (
          <ChannelGroup key={section.key} section={section} isAlone={content.sections.length === 1} />
        ))}
      </div>
    </View>
  )
}

function Empty() {
  if (chosen.value !== 'all')
    return (
      <EmptyState icon={InboxIcon} title={text('finding.inboxEmptyFiltered')}>
        <button type="button" class="button plain" onClick={() => (chosen.value = 'all')}>
          {text('finding.showAllUnread')}
        </button>
      </EmptyState>
    )
  if (isAlone())
    return (
      <EmptyState icon={InboxIcon} title={text('finding.alone')}>
        <p>{text('finding.aloneHint')}</p>
        <div class="empty-actions">
          {mayInvite(state()) && (
            <a class="button" href="#organization/invitations">
              {text('finding.invite')}
            </a>
          )}
          <button type="button" class="button plain" onClick={() => startConversation()}>
            {text('finding.newConversation')}
          </button>
        </div>
      </EmptyState>
    )
  return (
    <EmptyState icon={InboxIcon} title={text('finding.inboxEmpty')}>
      <a class="button plain" href="#recent">
        {text('finding.toRecent')}
      </a>
    </EmptyState>
  )
}

/** Whether the organization is new, or deserted: nobody will have written anything. Guests may not see everybody. */
function isAlone(): boolean {
  if (isGuest(state())) return false
  const { users, ownUser } = state()
  for (const { user_id: id, is_bot, is_active } of users.values())
    if (is_active && !is_bot && id !== ownUser.user_id) return false
  return true
}

function rowsOf(direct: readonly InboxDirect[], sections: readonly InboxSection[]): InboxRow[] {
  return [...direct, ...sections.flatMap(({ channels }) => channels.flatMap(({ topics }) => topics))]
}

function Direct({ rows }: { rows: readonly InboxDirect[] }) {
  return (
    <Fold name="inbox-direct" title={text('finding.direct')} rows={rows} level={2} isLoud>
      {rows.map((row) => (
        <li key={row.key} class="inbox-row">
          <a href={directLink(row.userIds)}>
            {row.userIds.length > 1 ? (
              <span class="side-group-sign">
                <Users size={14} aria-hidden="true" />
              </span>
            ) : (
              <PersonAvatar userId={row.userIds[0] ?? 0} size={20} hasPresence />
            )}
            <span class="side-name" dir="auto">
              {directName(row.userIds)}
            </span>
            <Count count={row.ids.length} isLoud />
          </a>
          <ReadButton rows={[row]} />
        </li>
      ))}
    </Fold>
  )
}

/** A pinned, foldered or other group of channels; a heading of its own only where there are several. */
function ChannelGroup({ section, isAlone }: { section: InboxSection; isAlone: boolean }) {
  const channels = section.channels.map((channel) => (
    <Channel key={channel.id} channel={channel} level={isAlone ? 2 : 3} />
  ))
  if (isAlone) return <>{channels}</>
  const title =
    section.kind === 'folder'
      ? (section.name ?? '')
      : text(section.kind === 'pinned' ? 'finding.pinned' : 'finding.otherChannels')
  return (
    <section class="inbox-group">
      <h2 class="inbox-group-title" dir="auto">
        {title}
      </h2>
      {channels}
    </section>
  )
}

function Channel({ channel: { id, topics }, level }: { channel: InboxChannel; level: 2 | 3 }) {
  const name = state().channels.get(id)?.name ?? ''
  return (
    <Fold
      name={`inbox-channel-${id}`}
      title={name}
      icon={<ChannelIcon id={id} />}
      href={channelLink(id)}
      rows={topics}
      level={level}
    >
      {topics.map((topic) => (
        <Topic key={topic.key} row={topic} />
      ))}
    </Fold>
  )
}

function Topic({ row: { channelId, topic, ids, mentions } }: { row: InboxTopic }) {
  const known = useDerived(() =>
    topicRows(state(), channelId).find((each) => topicKey(each.topic) === topicKey(topic)),
  )
  const openMenu = (at: MenuPlace): void => showTopicMenu(channelId, topic, at)
  return (
    <li class="inbox-row" {...menuByPointer(openMenu)}>
      <a href={topicLink(channelId, topic)}>
        <TopicName row={known ?? { topic, isMuted: false, isFollowed: false, isResolved: false }} />
        <Count count={ids.length} mentions={mentions} />
      </a>
      <ReadButton rows={[{ key: '', ids, mentions }]} />
      <RowMenu label={text('acting.menuOfTopic', { topic: topicText(topic) })} open={openMenu} />
    </li>
  )
}

interface FoldProps {
  name: string
  title: string
  icon?: ComponentChildren
  href?: string
  rows: readonly InboxRow[]
  level: 2 | 3
  isLoud?: boolean
  children: ComponentChildren
}

function Fold({ name, title, icon, href, rows, level, isLoud = false, children }: FoldProps) {
  const isOpen = !isToggled(name)
  const Heading = `h${level}` as const
  const count = rows.reduce((sum, { ids }) => sum + ids.length, 0)
  const mentions = rows.reduce((sum, row) => sum + row.mentions, 0)
  return (
    <section class="inbox-fold">
      <div class="inbox-head">
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          size={16}
          label={text(isOpen ? 'finding.fold' : 'finding.unfold', { name: title })}
          aria-expanded={isOpen}
          onClick={() => toggle(name)}
        />
        <Heading class="inbox-title">
          {icon}
          {href === undefined ? title : <a href={href}>{title}</a>}
        </Heading>
        <Count count={count} mentions={mentions} isLoud={isLoud} />
        <ReadButton rows={rows} name={title} />
      </div>
      {isOpen && <ul>{children}</ul>}
    </section>
  )
}

function ReadButton({ rows, name }: { rows: readonly InboxRow[]; name?: string }) {
  return (
    <IconButton
      icon={CheckCheck}
      size={16}
      class="mark-read"
      label={name === undefined ? text('finding.markRead') : text('finding.markReadOf', { name })}
      onClick={() => markAsRead(rows.flatMap(({ ids }) => ids))}
    />
  )
}
