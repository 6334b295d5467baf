// The menu of a channel.
import { BellOff, BellRing, CheckCheck, Link, List, LogOut, Pin, PinOff, Settings } from 'lucide-preact'
import { go } from '../addresses/address'
import { channelLink, topicListLink } from '../live/links'
import { state } from '../live/state'
import { copy } from '../parts/copying'
import { showMenu, type MenuEntry } from '../parts/menu'
import { text } from '../texts/text'
import { attempt } from './calls'
import { confirm } from './confirm'
import { markRead } from './topics'

/** @param at what the menu stands at, or the place of the pointer */
export function showChannelMenu(id: number, at: Element | { x: number; y: number }): void {
  const channel = state().channels.get(id)
  if (channel)
    showMenu(text('acting.menuOfChannel', { channel: channel.name }), at, entriesFor(id, channel.name))
}

function entriesFor(id: number, name: string): MenuEntry[] {
  const subscription = state().subscriptions.get(id)
  const own: MenuEntry[] = subscription
    ? [
        {
          label: text(subscription.pin_to_top ? 'acting.unpin' : 'acting.pin'),
          icon: subscription.pin_to_top ? PinOff : Pin,
          run: () => void change(id, 'pin_to_top', !subscription.pin_to_top),
        },
        {
          label: text(subscription.is_muted ? 'acting.unmuteChannel' : 'acting.muteChannel'),
          icon: subscription.is_muted ? BellRing : BellOff,
          run: () => void change(id, 'is_muted', !subscription.is_muted),
        },
        undefined,
        { label: text('acting.leave'), icon: LogOut, danger: true, run: () => leave(id, name) },
      ]
    : [{ label: text('acting.join'), icon: BellRing, run: () => void join(name) }]
  return [
    {
      label: text('finding.allTopics'),
      icon: List,
      run: () => go(topicListLink(id)),
    },
    {
      label: text('acting.markRead'),
      icon: CheckCheck,
      run: () => void markRead([{ operator: 'channel', operand: id }]),
    },
    {
      label: text('acting.copyChannelLink'),
      icon: Link,
      run: () => void copy(new URL(channelLink(id), location.href).href),
    },
    {
      label: text('acting.channelSettings'),
      icon: Settings,
      run: () => go(`#channels/${String(id)}/general`),
    },
    undefined,
    ...own,
  ]
}

function change(id: number, property: string, value: boolean): Promise<boolean> {
  return attempt('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: id, property, value }],
  })
}

export function join(name: string): Promise<boolean> {
  return attempt('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })
}

/** Who leaves a private channel may not be let in again. */
function leave(id: number, name: string): void {
  const run = (): Promise<boolean> => attempt('DELETE', '/users/me/subscriptions', { subscriptions: [name] })
  if (state().channels.get(id)?.invite_only !== true) void run()
  else
    confirm({
      title: text('acting.leaveTitle', { channel: name }),
      explanation: text('acting.leaveExplained'),
      action: text('acting.leave'),
      run,
    })
}
