// Channels, those that one is in and all others: `#channels/all`, `#channels/12/name/general`, `#channels/new`.
import { Hash, Plus } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { call } from '../../api/call'
import { state } from '../../live/state'
import { ChannelIcon } from '../../parts/channel-icon'
import { showDialog } from '../../parts/dialogs'
import { EmptyState } from '../../parts/empty-state'
import type { Channel } from '../../store/channels'
import { channelOf } from '../../store/names'
import { may } from '../../store/permissions'
import { FilterField, fits } from '../../settings/controls/list'
import { SaveNote, useSaving } from '../../settings/controls/saving'
import { Select } from '../../settings/controls/setting-rows'
import { SplitView } from '../../settings/controls/split-view'
import { text, type TextKey } from '../../texts/text'
import { channelSettingsLink } from './links'
import { NewChannelDialog } from './new-channel-dialog'
import { channelTab, channelTabTitle, OpenChannel } from './open-channel'

type Shown = 'subscribed' | 'available' | 'all' | 'archived'
const lists: Readonly<Record<Shown, TextKey>> = {
  subscribed: 'channels.subscribed',
  available: 'channels.available',
  all: 'channels.all',
  archived: 'channels.archived',
}

/** So many at first, and so many more at a time. */
const batch = 100

export function ChannelsView() {
  const [path] = useLocation()
  const [, , first = '', , tab = 'general'] = path.split('/')
  const [shown, setShown] = useState<Shown>(isShown(first) ? first : 'subscribed')
  const [filter, setFilter] = useState('')
  const [most, setMost] = useState(batch)
  useEffect(() => {
    if (isShown(first)) setShown(first)
    if (first === 'new' && mayCreate()) openNew()
  }, [first])
  const open = channelOf(state(), Number(first))
  const channels = [...state().channels.values()]
    .filter((channel) => isListed(channel, shown) && fits(filter, channel.name, channel.description))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <SplitView
      title={text('channels.title')}
      home={`#channels/${shown}`}
      tools={
        <div class="split-tools">
          <FilterField value={filter} onInput={setFilter} label={text('channels.filter')} />
          <Select
            aria-label={text('channels.which')}
            value={shown}
            options={shownNames.map((value) => ({ value, label: text(lists[value]) }))}
            onChange={(next) => setShown(next)}
          />
          {mayCreate() && (
            <button type="button" class="button" onClick={openNew}>
              <Plus size={16} aria-hidden="true" />
              {text('channels.new')}
            </button>
          )}
        </div>
      }
      list={
        <>
          <ul aria-label={text('channels.title')}>
            {channels.slice(0, most).map((channel) => (
              <ChannelLine key={channel.stream_id} channel={channel} isOpen={channel === open} />
            ))}
          </ul>
          {channels.length === 0 && <p class="list-empty">{text('channels.none')}</p>}
          {channels.length > most && (
            <button type="button" class="button plain" onClick={() => setMost(most + batch)}>
              {text('settings.showMore', { count: channels.length - most })}
            </button>
          )}
        </>
      }
      open={
        open && {
          title: open.name,
          page: channelTabTitle(channelTab(tab)),
          content: <OpenChannel key={open.stream_id} channel={open} tab={channelTab(tab)} />,
        }
      }
      empty={<EmptyState icon={Hash} title={text('channels.chooseOne')} />}
    />
  )
}

const shownNames: readonly Shown[] = ['subscribed', 'available', 'all', 'archived']

function isShown(name: string): name is Shown {
  return Object.hasOwn(lists, name)
}

function isListed({ stream_id, is_archived }: Channel, shown: Shown): boolean {
  if (shown === 'archived') return is_archived
  const isIn = state().subscriptions.has(stream_id)
  return !is_archived && (shown === 'all' || isIn === (shown === 'subscribed'))
}

function mayCreate(): boolean {
  return (
    may(state(), 'can_create_public_channel_group') ||
    may(state(), 'can_create_private_channel_group') ||
    may(state(), 'can_create_web_public_channel_group')
  )
}

function openNew(): void {
  showDialog((close) => <NewChannelDialog onClose={close} />)
}

function ChannelLine({ channel, isOpen }: { channel: Channel; isOpen: boolean }) {
  const { stream_id: id, name, is_archived } = channel
  const { outcome, save } = useSaving()
  const isIn = state().subscriptions.has(id)
  const count = state().subscribers.get(id)?.subscriber_count ?? 0
  return (
    <li class="split-line">
      <a href={channelSettingsLink(channel)} aria-current={isOpen ? 'page' : undefined}>
        <ChannelIcon id={id} />
        <span class="list-words">
          <span class="list-title">{name}</span>
          <span class="hint">{text('settings.peopleCount', { count })}</span>
        </span>
      </a>
      {!is_archived && !isIn && (
        <button
          type="button"
          class="button plain"
          aria-label={text('channels.subscribeTo', { name })}
          onClick={() => void save(() => subscribe(name))}
        >
          {text('channels.subscribe')}
        </button>
      )}
      <SaveNote outcome={outcome} />
    </li>
  )
}

function subscribe(name: string): Promise<unknown> {
  return call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
}
