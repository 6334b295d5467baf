// The menu of a topic.
import { CheckCheck, Eye, Link, MoveRight, RotateCcw, Trash2, type LucideIcon } from 'lucide-preact'
import { lastingTopicLink } from '../live/links'
import { state } from '../live/state'
import { copy } from '../parts/copying'
import { showMenu, type MenuEntry } from '../parts/menu'
import { followedSign, mutedSign, resolvedSign } from '../parts/topic-signs'
import { mayDeleteAny, mayMoveOut, mayMoveWithin, mayResolve } from '../store/message-permissions'
import { isResolved } from '../store/topic-names'
import { visibility } from '../store/user-topics'
import { isChannelMuted, visibilityOf } from '../store/visibility'
import { text } from '../texts/text'
import { confirmTopicDeletion } from './deletion'
import { showTopicMoveDialog } from './dialogs'
import { topicText } from './topic-text'
import { markRead, setVisibility, someMessageOf, toggleResolved } from './topics'

/** @param at what the menu stands at, or the place of the pointer */
export function showTopicMenu(
  channelId: number,
  topic: string,
  at: Element | { x: number; y: number },
): void {
  showMenu(text('acting.menuOfTopic', { topic: topicText(topic) }), at, entriesFor(channelId, topic))
}

function entriesFor(channelId: number, topic: string): MenuEntry[] {
  const channel = state().channels.get(channelId)
  const chosen = visibilityOf(state(), channelId, topic)
  const choice = (label: string, icon: LucideIcon, policy: number): MenuEntry => ({
    label,
    icon,
    checked: chosen === policy,
    run: () => void setVisibility(channelId, topic, policy),
  })
  return [
    choice(text('acting.follow'), followedSign, visibility.followed),
    ...(isChannelMuted(state(), channelId)
      ? [choice(text('acting.unmuteTopic'), Eye, visibility.unmuted)]
      : []),
    choice(text('acting.usual'), RotateCcw, visibility.inherit),
    choice(text('acting.muteTopic'), mutedSign, visibility.muted),
    undefined,
    {
      label: text('acting.markRead'),
      icon: CheckCheck,
      run: () =>
        void markRead([
          { operator: 'channel', operand: channelId },
          { operator: 'topic', operand: topic },
        ]),
    },
    {
      label: text('acting.copyTopicLink'),
      icon: Link,
      run: () => void copy(new URL(lastingTopicLink(channelId, topic), location.href).href),
    },
    ...(topic !== '' && channel && mayResolve(state(), channel)
      ? [
          {
            label: text(isResolved(topic) ? 'acting.unresolve' : 'acting.resolve'),
            icon: resolvedSign,
            run: () => void toggleResolved(channelId, topic),
          },
        ]
      : []),
    ...(channel && (mayMoveWithin(state(), channel) || mayMoveOut(state(), channel))
      ? [{ label: text('acting.moveTopic'), icon: MoveRight, run: () => void openMove(channelId, topic) }]
      : []),
    ...(channel && mayDeleteAny(state(), channel)
      ? [
          undefined,
          {
            label: text('acting.deleteTopic'),
            icon: Trash2,
            danger: true,
            run: () => confirmTopicDeletion(channelId, topic),
          },
        ]
      : []),
  ]
}

async function openMove(channelId: number, topic: string): Promise<void> {
  const id = await someMessageOf(channelId, topic)
  if (id !== undefined) showTopicMoveDialog(channelId, topic, id)
}
