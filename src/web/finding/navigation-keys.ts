// Keys that lead from anywhere to a view, the next unread conversation, the next channel, or home.
import { address, go, prepareSoon } from '../addresses/address'
import { channelLink, directLink, topicLink, topicListLink } from '../live/links'
import { isLoaded, state } from '../live/state'
import { toast } from '../parts/toasts'
import { isField, shortcut } from '../shell/shortcuts'
import { text, type TextKey } from '../texts/text'
import { channelStart } from './channel-start'
import { inboxContent } from './inbox-model'
import { isOpenDirect, isOpenTopic, openChannel, openConversation } from './place'
import { channelSections, channelsInOrder } from './sections'
import { fragmentOf, homeAddress } from './standard-views'

const views: readonly [string, TextKey, string][] = [
  ['Shift+I', 'finding.inbox', '#inbox'],
  ['t', 'finding.recent', '#recent'],
  ['a', 'finding.feed', '#feed'],
  ['*', 'finding.starred', '#narrow/is/starred'],
  ['d', 'finding.drafts', '#drafts'],
  ['Shift+P', 'finding.allDirect', '#narrow/is/dm'],
]
for (const [keys, label, to] of views) shortcut({ keys, area: 'finding', label, run: () => go(to) })

shortcut({ keys: 'n', area: 'finding', label: 'finding.nextTopic', run: () => goOn(() => nextTopic(false)) })
shortcut({
  keys: 'Shift+N',
  area: 'finding',
  label: 'finding.nextFollowed',
  run: () => goOn(() => nextTopic(true)),
})
shortcut({ keys: 'p', area: 'finding', label: 'finding.nextDirect', run: () => goOn(nextDirect) })
shortcut({ keys: 'Shift+A', area: 'finding', label: 'finding.previousChannel', run: () => goChannel(-1) })
shortcut({ keys: 'Shift+D', area: 'finding', label: 'finding.nextChannel', run: () => goChannel(1) })
shortcut({
  keys: 's',
  area: 'finding',
  label: 'finding.wholeChannel',
  when: () => openConversation.value?.type === 'stream',
  run: () => go(channelLink(openChannel.value ?? 0)),
})
shortcut({
  keys: 'Shift+Y',
  area: 'finding',
  label: 'finding.allTopics',
  when: () => openChannel.value !== undefined,
  run: () => go(topicListLink(openChannel.value ?? 0)),
})
shortcut({
  keys: '$mod+BracketLeft',
  area: 'finding',
  label: 'finding.goHome',
  run: goHome,
})
shortcut({
  keys: 'Escape',
  area: 'finding',
  label: 'finding.goHome',
  // What has just been closed by it, such as a side of the frame, is still there.
  when: () =>
    isLoaded.value &&
    state().userSettings.web_escape_navigates_to_home_view &&
    document.querySelector('.side.open') === null,
  run: goHome,
})

// Registered last, so that it comes first: whoever writes leaves the field by the first Escape.
shortcut({
  keys: 'Escape',
  area: 'writing',
  label: 'finding.leaveField',
  whileWriting: true,
  run({ target }) {
    if (!isField(target) || !(target instanceof HTMLElement)) return false
    target.blur()
    document.querySelector<HTMLElement>('main')?.focus()
    return true
  },
})

function goHome(): boolean {
  const home = homeAddress(state())
  if (fragmentOf(address.value) === fragmentOf(home)) return false
  go(home)
  return true
}

/** Goes where that key leads to from here; whoever does so may well go on like that. */
function goOn(next: () => string | undefined): void {
  const link = next()
  if (link === undefined) return toast(text('finding.nothingUnread'))
  go(link)
  prepareSoon(next)
}

/** The one after the open one, in the order of the left side; after the last one, the first. */
function nextTopic(onlyFollowed: boolean): string | undefined {
  const { sections } = inboxContent(state(), onlyFollowed ? 'followed' : 'all')
  const channels = channelsInOrder(channelSections(state()))
  const rank = (channelId: number): number => channels.indexOf(channelId)
  const topics = sections.flatMap((section) => section.channels.flatMap((channel) => channel.topics))
  const from = rank(openChannel.value ?? -1)
  const isOpen = (each: (typeof topics)[number]): boolean => isOpenTopic(each.channelId, each.topic)
  const others = topics.filter((each) => !isOpen(each))
  const next = others.find(({ channelId }) => rank(channelId) >= from) ?? others[0]
  return next && topicLink(next.channelId, next.topic)
}

function nextDirect(): string | undefined {
  const { direct } = inboxContent(state(), 'all')
  const next = direct.find(({ key }) => !isOpenDirect(key))
  return next && directLink(next.userIds)
}

function goChannel(by: 1 | -1): void {
  const channels = channelsInOrder(channelSections(state()))
  const now = channels.indexOf(openChannel.value ?? -1)
  const index = now < 0 ? (by > 0 ? 0 : channels.length - 1) : (now + by + channels.length) % channels.length
  const next = channels[index]
  if (next !== undefined) go(channelStart(next))
}
