// One channel: its head, and its pages.
import { ExternalLink } from 'lucide-preact'
import { call } from '../../api/call'
import { channelLink } from '../../live/links'
import { state } from '../../live/state'
import type { Channel } from '../../store/channels'
import { isSubscribed } from '../../store/permissions'
import { Refused } from '../../settings/controls/refused'
import { SaveNote, useSaving } from '../../settings/controls/saving'
import { Tabs } from '../../settings/controls/split-view'
import { text, type TextKey } from '../../texts/text'
import { ChannelGeneral } from './channel-general'
import { ChannelPermissions } from './channel-permissions'
import { ChannelPersonal } from './channel-personal'
import { ChannelSubscribers } from './channel-subscribers'
import { channelSettingsLink } from './links'

const tabs = {
  general: 'channels.general',
  personal: 'channels.personal',
  subscribers: 'channels.subscribers',
  permissions: 'channels.permissions',
} as const satisfies Readonly<Record<string, TextKey>>
export type ChannelTab = keyof typeof tabs

/** The page that an address names, the first one if it names none. */
export function channelTab(name: string): ChannelTab {
  return isTab(name) ? name : 'general'
}

function isTab(name: string): name is ChannelTab {
  return Object.hasOwn(tabs, name)
}

export function channelTabTitle(tab: ChannelTab): string {
  return text(tabs[tab])
}

export function OpenChannel({ channel, tab: now }: { channel: Channel; tab: ChannelTab }) {
  const { stream_id, name, is_archived } = channel
  const { outcome, save } = useSaving()
  const isIn = isSubscribed(state(), stream_id)
  const shown = Object.entries(tabs).filter(([each]) => each !== 'personal' || isIn)
  return (
    <>
      <div class="split-head">
        <h2 class="page-title">{name}</h2>
        <a class="button plain" href={channelLink(stream_id)}>
          <ExternalLink size={15} aria-hidden="true" />
          {text('channels.open')}
        </a>
        {!is_archived && (
          <button
            type="button"
            class={isIn ? 'button plain' : 'button'}
            onClick={() =>
              void save(() =>
                isIn
                  ? call('DELETE', '/users/me/subscriptions', { subscriptions: [name] })
                  : call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }),
              )
            }
          >
            {text(isIn ? 'channels.unsubscribe' : 'channels.subscribe')}
          </button>
        )}
      </div>
      <SaveNote outcome={outcome} />
      <Refused why={is_archived ? text('channels.isArchived') : undefined}>
        <Tabs
          label={name}
          now={now}
          tabs={shown.map(([each, label]) => ({
            name: each,
            label: text(label),
            href: channelSettingsLink(channel, each),
          }))}
        />
        {now === 'general' && <ChannelGeneral channel={channel} />}
        {now === 'personal' && <ChannelPersonal id={stream_id} />}
        {now === 'subscribers' && <ChannelSubscribers channel={channel} />}
        {now === 'permissions' && <ChannelPermissions channel={channel} />}
      </Refused>
    </>
  )
}
