// The message that the keyboard is at: it has the focus, and the feed scrolls along.
import { signal } from '@preact/signals'
import type { Feed } from '../feeds/feed'
import { state } from '../live/state'
import type { SelectedMessage } from '../acting/message-keys'
import type { ScrollKeeper } from './scroll-keeper'

interface OpenList {
  feed: Feed
  keeper: ScrollKeeper
  box: HTMLElement
}

/** The feed that is open, if there is one. */
export const currentList = signal<OpenList | undefined>(undefined)

/** The message that commands are for: with the focus in it, or the first unread one in sight, or the last one. */
export function selectedMessage(): SelectedMessage | undefined {
  const row = selectedRow()
  const message = row && state().messages.get(Number(row.dataset['messageId']))
  return message && { message, element: row }
}

function selectedRow(): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]')
  return focused ?? startRow()
}

/** Where the keyboard begins. */
function startRow(): HTMLElement | undefined {
  const list = currentList.peek()
  const rows = list?.keeper.visible() ?? []
  const { messages } = state()
  const isUnread = (row: HTMLElement): boolean =>
    messages.get(Number(row.dataset['messageId']))?.flags.includes('read') === false
  return rows.find(isUnread) ?? rows.at(list?.keeper.isAtEnd === true ? -1 : 0)
}

/** Selects the next message, or the one before. @returns false where no feed is open */
export function select(direction: 1 | -1): boolean {
  const list = currentList.peek()
  if (!list) return false
  const focused = document.activeElement?.closest<HTMLElement>('[data-message-id]')
  const rows = [...list.box.querySelectorAll<HTMLElement>('[data-message-id]')]
  const row = focused ? rows[rows.indexOf(focused) + direction] : startRow()
  if (row) focusRow(row)
  else if (direction === 1) list.keeper.goTo('end')
  return true
}

/** @param end of what is known; the feed is opened there where it isn't */
export function selectEnd(end: 'oldest' | 'newest'): boolean {
  const list = currentList.peek()
  if (!list) return false
  void (end === 'newest' ? list.feed.toNewest() : list.feed.toOldest()).then(() => {
    const rows = list.box.querySelectorAll<HTMLElement>('[data-message-id]')
    rows[end === 'newest' ? rows.length - 1 : 0]?.focus({ preventScroll: true })
  })
  return true
}

/** Scrolls by most of a page. */
export function page(direction: 1 | -1): boolean {
  const list = currentList.peek()
  if (!list) return false
  list.box.scrollBy({ top: direction * list.box.clientHeight * 0.85 })
  return true
}

function focusRow(row: HTMLElement): void {
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}
