// The channels of the left side: pinned, by folder, the rest; each opens to its topics.
import { computed } from '@preact/signals'
import { ChevronDown, ChevronRight, Compass, Plus } from 'lucide-preact'
import { showChannelMenu } from '../acting/channel-menu'
import { go } from '../addresses/address'
import { state } from '../live/state'
import { ChannelIcon } from '../parts/channel-icon'
import { IconButton } from '../parts/icon-button'
import { may } from '../store/permissions'
import { unreadCounts, type UnreadCount } from '../store/unread-counts'
import { text } from '../texts/text'
import { channelStart } from './channel-start'
import { ChunkedRows } from './chunked-rows'
import { Count } from './count'
import { useDerived } from './derived'
import { plain } from '../texts/plain'
import { matchingKeys } from './direct-list'
import { filter } from './filter'
import { isToggled, toggle } from './folds'
import { countIn, placeIn } from './of-channels'
import { openChannel } from './place'
import { menuByPointer, RowMenu, type MenuPlace } from './row-menu'
import { Section } from './section'
import { channelSections, channelsInOrder, type ChannelSection } from './sections'
import { hasMatchingTopic, TopicRows } from './topic-rows'

/** Made once for all that look at it. */
const sections = computed(() => channelSections(state()))

export function ChannelSections() {
  const keys = useDerived(() => sections.value.map(({ key }) => key))
  const isEmpty = useDerived(() => state().subscriptions.size === 0)
  const isNothing = useDerived(fitsNothing)
  const mayCreate = useDerived(() =>
    (['can_create_public_channel_group', 'can_create_private_channel_group'] as const).some((permission) =>
      may(state(), permission),
    ),
  )
  return (
    <>
      {keys.map((key) => (
        <ChannelsOf key={key} section={key} />
      ))}
      {isNothing && <p class="side-empty">{text('finding.nothingFits')}</p>}
      {isEmpty && <p class="side-empty">{text('finding.noChannels')}</p>}
      <div class="side-more-row">
        <a class="side-more" href="#channels/available">
          <Compass size={14} aria-hidden="true" />
          {text('finding.browseChannels')}
        </a>
        {mayCreate && (
          <IconButton
            icon={Plus}
            size={16}
            label={text('finding.createChannel')}
            onClick={() => go('#channels/new')}
          />
        )}
      </div>
    </>
  )
}

const nothing: ChannelSection = { key: '', kind: 'rest', name: undefined, active: [], inactive: [] }

function sectionOf(key: string): ChannelSection {
  return sections.value.find((section) => section.key === key) ?? nothing
}

function ChannelsOf({ section: key }: { section: string }) {
  const isFiltered = filter.wanted !== ''
  const title = useDerived(() => titleOf(sectionOf(key)))
  const ids = useDerived(() => shown(sectionOf(key)))
  const hidden = useDerived(() => sectionOf(key).inactive.length)
  const unread = useDerived(() => sumOf(channelsInOrder([sectionOf(key)])))
  const isInactiveOpen = isToggled(`${key}-inactive`)
  if (isFiltered && ids.length === 0) return null
  return (
    <Section
      name={key}
      title={title}
      count={<Count count={unread.unmuted} mentions={unread.mentions} />}
      isForcedOpen={isFiltered}
    >
      <ChunkedRows ids={ids} row={(id) => <ChannelRow id={id} />} />
      {hidden > 0 && !isFiltered && (
        <button
          type="button"
          class="side-more"
          aria-expanded={isInactiveOpen}
          onClick={() => toggle(`${key}-inactive`)}
        >
          {text(isInactiveOpen ? 'finding.hideInactive' : 'finding.showInactive', { count: hidden })}
        </button>
      )}
    </Section>
  )
}

function titleOf({ kind, name = '' }: ChannelSection): string {
  if (kind === 'folder') return name
  if (kind === 'pinned') return text('finding.pinned')
  const isAlone = sections.value.length === 1
  return text(isAlone ? 'finding.channels' : 'finding.otherChannels')
}

/** What stands in a section: also an inactive channel with something new in it, and the one that is open. */
function shown({ key, active, inactive }: ChannelSection): number[] {
  if (filter.wanted !== '') return [...active, ...inactive].filter(matches)
  if (isToggled(`${key}-inactive`)) return [...active, ...inactive]
  const counts = unreadCounts(state()).channels
  return [
    ...active,
    ...inactive.filter((id) => openChannel.value === id || (counts.get(id)?.unmuted ?? 0) > 0),
  ]
}

function matches(id: number): boolean {
  return plain(state().channels.get(id)?.name ?? '').includes(filter.wanted) || hasMatchingTopic(id)
}

/** Whether a filter is set, and nothing at the side fits it. */
function fitsNothing(): boolean {
  return (
    filter.wanted !== '' &&
    sections.value.every((section) => shown(section).length === 0) &&
    matchingKeys().length === 0
  )
}

function sumOf(ids: readonly number[]): { unmuted: number; mentions: number } {
  const { channels } = unreadCounts(state())
  let [unmuted, mentions] = [0, 0]
  for (const id of ids) {
    const count = channels.get(id)
    unmuted += count?.unmuted ?? 0
    mentions += count?.mentions ?? 0
  }
  return { unmuted, mentions }
}

const none: UnreadCount = { unmuted: 0, muted: 0, followed: 0, mentions: 0 }

function ChannelRow({ id }: { id: number }) {
  const name = useDerived(() => state().channels.get(id)?.name ?? '')
  const isMuted = useDerived(() => state().subscriptions.get(id)?.is_muted === true)
  const place = placeIn(id)
  const holdsCurrent = place !== undefined
  const href = useDerived(() => channelStart(id))
  // Open while it is read, unless it was folded then; others as somebody has left them.
  const part = `channel-${id}${holdsCurrent ? '-open' : ''}`
  const openMenu = (at: MenuPlace): void => showChannelMenu(id, at)
  const isFound = useDerived(() => hasMatchingTopic(id))
  const isOpen = isFound || (holdsCurrent ? !isToggled(part) : isToggled(part))
  return (
    <>
      <div
        class={`channel-row ${isMuted ? 'muted' : ''} ${holdsCurrent ? 'holds-current' : ''}`}
        {...menuByPointer(openMenu)}
      >
        <button
          type="button"
          class="channel-fold"
          aria-expanded={isOpen}
          aria-label={text('finding.topicsOf', { channel: name })}
          onClick={() => toggle(part)}
        >
          {isOpen ? (
            <ChevronDown size={14} aria-hidden="true" />
          ) : (
            <ChevronRight size={14} aria-hidden="true" />
          )}
        </button>
        <a class="side-row" href={href} aria-current={place === 'itself' ? 'page' : undefined} title={name}>
          <ChannelIcon id={id} />
          <span class="side-name" dir="auto">
            {name}
          </span>
          {isMuted && <span class="for-ears">, {text('finding.muted')}</span>}
          <ChannelCount id={id} isMuted={isMuted} isOpen={isOpen} />
        </a>
        <RowMenu label={text('acting.menuOfChannel', { channel: name })} open={openMenu} />
      </div>
      {isOpen && <TopicRows channelId={id} />}
    </>
  )
}

/** The channel's count, as far as the settings want it seen; its topics have theirs while they are seen. */
function ChannelCount({ id, isMuted, isOpen }: { id: number; isMuted: boolean; isOpen: boolean }) {
  const count = countIn(id) ?? none
  const policy = useDerived(() => state().userSettings.web_stream_unreads_count_display_policy)
  const isWanted = policy === 1 || (policy === 2 && !isMuted) || count.mentions > 0
  if (!isWanted) return count.unmuted > 0 ? <Dot /> : null
  if (count.unmuted === 0 && !isOpen && isMuted) return <Count count={count.muted} isMuted />
  return <Count count={count.unmuted} mentions={count.mentions} isMuted={isMuted} />
}

function Dot() {
  return (
    <span class="unread-dot">
      <span class="for-ears">, {text('finding.hasUnread')}</span>
    </span>
  )
}
