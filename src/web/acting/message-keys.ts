// The keys for the message that is selected in a feed.
import { go } from '../addresses/address'
import { directLink, topicLink } from '../live/links'
import { now } from '../live/presence'
import { state } from '../live/state'
import { showPersonCard } from '../people/open-card'
import { shortcut } from '../shell/shortcuts'
import { conversationOf } from '../store/conversations'
import { mayDelete, mayEditText } from '../store/message-permissions'
import type { Message } from '../store/messages'
import { visibility } from '../store/user-topics'
import { visibilityOf } from '../store/visibility'
import type { TextKey } from '../texts/text'
import { quote, replyTo } from '../writing/current-box'
import { copyLink, markUnreadFrom, thumb, toggleReaction, toggleStar } from './calls'
import { confirmDeletion } from './deletion'
import { showHistory, showReceipts, showMoveDialog } from './dialogs'
import { startEditing } from '../writing/editing'
import { hasHistory, mayMove } from './may'
import { showMessageMenu } from './message-menu'
import { reactAt } from './reactions'
import { setVisibility } from './topics'

/** A message, and its row in the page. */
export interface SelectedMessage {
  message: Message
  element: Element
}

/** Registers the keys; to be called once. @param selected the message that they are for; undefined where none is */
export function offerMessageKeys(selected: () => SelectedMessage | undefined): void {
  const offer = (
    keys: string | readonly string[],
    label: TextKey,
    run: (selected: SelectedMessage) => boolean | void,
    isMeant: (message: Message) => boolean = () => true,
  ): void => {
    shortcut({
      keys,
      area: 'messages',
      label,
      run() {
        const found = selected()
        if (!found || !isMeant(found.message)) return false
        return run(found)
      },
    })
  }
  offer(['r', 'Enter'], 'acting.reply', ({ message }) => replyTo(message))
  offer('>', 'acting.quote', ({ message }) => void quote(message))
  offer(':', 'acting.react', ({ message, element }) => reactAt(element, message))
  offer('+', 'acting.thumb', ({ message }) => void toggleReaction(message, thumb))
  offer('=', 'acting.sameReaction', ({ message }) => reactAsFirst(message))
  offer('$mod+s', 'acting.star', ({ message }) => void toggleStar(message))
  offer('e', 'acting.edit', ({ message }) => startEditing(message.id), mayBeEdited)
  offer('m', 'acting.move', ({ message }) => showMoveDialog(message), mayMove)
  offer('i', 'acting.more', ({ message, element }) => showMessageMenu(message, element))
  offer('u', 'acting.showSender', ({ message, element }) => showPersonCard(message.sender_id, element))
  offer('v', 'acting.showMedia', ({ element }) => showMedia(element))
  offer('Shift+S', 'acting.openConversation', ({ message }) => go(conversationLink(message)))
  offer('Shift+M', 'acting.toggleMute', ({ message }) => toggleMuted(message))
  offer('Shift+U', 'acting.markUnread', ({ message }) => void markUnreadFrom(message))
  offer('Shift+L', 'acting.copyLink', ({ message }) => void copyLink(message))
  offer('Shift+V', 'acting.receipts', ({ message }) => showReceipts(message), showsReceipts)
  offer('Shift+H', 'acting.history', ({ message }) => showHistory(message), hasHistory)
  offer('Delete', 'acting.delete', ({ message }) => confirmDeletion(message), mayBeDeleted)
}

/** Adds the reaction that somebody has given first, or takes it back. */
function reactAsFirst(message: Message): boolean {
  const [first] = message.reactions
  if (first) void toggleReaction(message, first)
  return first !== undefined
}

function showMedia(element: Element): boolean {
  const link = element.querySelector<HTMLElement>('.message_inline_image a')
  link?.click()
  return link !== null
}

function conversationLink(message: Message): string {
  const place = conversationOf(message, state().ownUser.user_id)
  return place.type === 'stream' ? topicLink(place.stream_id, place.topic) : directLink(place.user_ids)
}

function toggleMuted({ stream_id: channelId, subject: topic }: Message): boolean {
  if (channelId === undefined) return false
  const isTopicMuted = visibilityOf(state(), channelId, topic) === visibility.muted
  void setVisibility(channelId, topic, isTopicMuted ? visibility.inherit : visibility.muted)
  return true
}

function mayBeEdited(message: Message): boolean {
  return mayEditText(state(), message, now.value)
}

function mayBeDeleted(message: Message): boolean {
  return mayDelete(state(), message, now.value)
}

function showsReceipts(): boolean {
  return state().organization.enable_read_receipts
}
