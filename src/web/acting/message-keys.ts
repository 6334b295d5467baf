// The keys for the message that is selected in a feed.
import { shortcut } from '../shell/shortcuts'
import type { Message } from '../store/messages'
import type { TextKey } from '../texts/text'
import { now } from '../live/presence'
import { state } from '../live/state'
import { mayDelete, mayEditText } from '../store/message-permissions'
import { quote, replyTo } from '../writing/current-box'
import { copyLink, markUnreadFrom, toggleStar } from './calls'
import { confirmDeletion } from './deletion'
import { showHistory, showReceipts, showMoveDialog } from './dialogs'
import { startEditing } from '../writing/editing'
import { hasHistory, mayMove } from './may'
import { showMessageMenu } from './message-menu'
import { reactAt } from './reactions'

/** A message, and its row in the page. */
export interface SelectedMessage {
  message: Message
  element: Element
}

/** Registers the keys; to be called once. @param selected the message that they are for; undefined where none is */
export function offerMessageKeys(selected: () => SelectedMessage | undefined): void {
  const offer = (
    keys: string,
    label: TextKey,
    run: (selected: SelectedMessage) => void,
    isMeant: (message: Message) => boolean = () => true,
  ): void => {
    shortcut({
      keys,
      area: 'messages',
      label,
      run() {
        const found = selected()
        if (!found || !isMeant(found.message)) return false
        run(found)
        return true
      },
    })
  }
  offer('r', 'acting.reply', ({ message }) => replyTo(message))
  offer('>', 'acting.quote', ({ message }) => void quote(message))
  offer(':', 'acting.react', ({ message, element }) => reactAt(element, message))
  offer('*', 'acting.star', ({ message }) => void toggleStar(message))
  offer('e', 'acting.edit', ({ message }) => startEditing(message.id), mayBeEdited)
  offer('m', 'acting.move', ({ message }) => showMoveDialog(message), mayMove)
  offer('i', 'acting.more', ({ message, element }) => showMessageMenu(message, element))
  offer('Shift+U', 'acting.markUnread', ({ message }) => void markUnreadFrom(message))
  offer('Shift+L', 'acting.copyLink', ({ message }) => void copyLink(message))
  offer('Shift+V', 'acting.receipts', ({ message }) => showReceipts(message), showsReceipts)
  offer('Shift+H', 'acting.history', ({ message }) => showHistory(message), hasHistory)
  offer('Delete', 'acting.delete', ({ message }) => confirmDeletion(message), mayBeDeleted)
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
