// The menu of a message: all that this person may do with it.
import {
  AlarmClock,
  Copy,
  Eye,
  EyeOff,
  Flag,
  History,
  Link,
  MessageSquareQuote,
  MoveRight,
  Pencil,
  Reply,
  SmilePlus,
  Star,
  Trash2,
} from 'lucide-preact'
import { now } from '../live/presence'
import { state } from '../live/state'
import { keyNames } from '../shell/key-names'
import { showMenu, type MenuEntry } from '../parts/menu'
import { mayDelete, mayEditText } from '../store/message-permissions'
import type { Message } from '../store/messages'
import { text } from '../texts/text'
import { hasHistory, mayMove } from './may'
import { quote, replyTo } from '../writing/current-box'
import { showReminderDialog } from '../writing/reminding'
import { copyLink, copyMarkdown, markUnreadFrom, toggleStar } from './calls'
import { confirmDeletion } from './deletion'
import { showHistory, showReceipts, showReportDialog, showMoveDialog } from './dialogs'
import { startEditing } from '../writing/editing'
import { reactAt } from './reactions'

/** @param at what the menu stands at, or the place of the pointer */
export function showMessageMenu(message: Message, at: Element | { x: number; y: number }): void {
  showMenu(text('acting.menuOfMessage'), at, entriesFor(message, at))
}

function entriesFor(message: Message, at: Element | { x: number; y: number }): MenuEntry[] {
  const { organization } = state()
  const isStarred = message.flags.includes('starred')
  return [
    { label: text('acting.reply'), icon: Reply, hint: 'R', run: () => replyTo(message) },
    { label: text('acting.quote'), icon: MessageSquareQuote, hint: '>', run: () => void quote(message) },
    ...when(at instanceof Element, () => ({
      label: text('acting.react'),
      icon: SmilePlus,
      hint: ':',
      run: () => reactAt(at instanceof Element ? at : document.body, message),
    })),
    {
      label: text(isStarred ? 'acting.unstar' : 'acting.star'),
      icon: Star,
      hint: keyNames('$mod+s').join(' '),
      run: () => void toggleStar(message),
    },
    { label: text('acting.remind'), icon: AlarmClock, run: () => showReminderDialog(message) },
    undefined,
    ...when(mayEditText(state(), message, now.value), () => ({
      label: text('acting.edit'),
      icon: Pencil,
      hint: 'E',
      run: () => startEditing(message.id),
    })),
    ...when(mayMove(message), () => ({
      label: text('acting.move'),
      icon: MoveRight,
      hint: 'M',
      run: () => showMoveDialog(message),
    })),
    { label: text('acting.markUnread'), icon: EyeOff, hint: '⇧U', run: () => void markUnreadFrom(message) },
    undefined,
    { label: text('acting.copyLink'), icon: Link, run: () => void copyLink(message) },
    { label: text('acting.copyMarkdown'), icon: Copy, run: () => void copyMarkdown(message) },
    ...when(organization.enable_read_receipts, () => ({
      label: text('acting.receipts'),
      icon: Eye,
      hint: '⇧V',
      run: () => showReceipts(message),
    })),
    ...when(hasHistory(message), () => ({
      label: text('acting.history'),
      icon: History,
      hint: '⇧H',
      run: () => showHistory(message),
    })),
    ...when(
      organization.moderation_request_channel_id >= 0 && message.sender_id !== state().ownUser.user_id,
      () => ({
        label: text('acting.report'),
        icon: Flag,
        run: () => showReportDialog(message),
      }),
    ),
    ...when(mayDelete(state(), message, now.value), () => ({
      label: text('acting.delete'),
      icon: Trash2,
      danger: true,
      run: () => confirmDeletion(message),
    })),
  ]
}

function when<T>(holds: boolean, make: () => T): T[] {
  return holds ? [make()] : []
}
