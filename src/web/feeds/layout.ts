// How the messages of a feed lie below each other: headings for days and conversations, who is shown with a picture. Pure.
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { topicKey } from '../store/topic-names'

export type Item =
  /** The day of the messages below, where all are of one conversation. */
  | { readonly kind: 'day'; readonly key: string; readonly timestamp: number }
  /** The conversation, and the day, of the messages below. */
  | { readonly kind: 'conversation'; readonly key: string; readonly message: Message }
  /** What is below was unread. */
  | { readonly kind: 'unread'; readonly key: string }
  | { readonly kind: 'message'; readonly key: number; readonly message: Message; readonly isFirst: boolean }

/** Messages of one sender, this many seconds apart at most, have one picture and name. */
const together = 600

interface Options {
  /** Whether each run of messages has its conversation above it. */
  readonly hasSeveral: boolean
  readonly unreadFrom: number | undefined
  readonly me: number
}

/** @param messages in their order */
export function layoutOf(messages: readonly Message[], { hasSeveral, unreadFrom, me }: Options): Item[] {
  const items: Item[] = []
  let before: Message | undefined
  for (const message of messages) {
    const isNewDay = !before || dayOf(before) !== dayOf(message)
    const isElsewhere = hasSeveral && (!before || placeOf(before, me) !== placeOf(message, me))
    const isUnreadLine = message.id === unreadFrom
    if (hasSeveral && (isNewDay || isElsewhere))
      items.push({ kind: 'conversation', key: `place-${message.id}`, message })
    else if (isNewDay) items.push({ kind: 'day', key: `day-${dayOf(message)}`, timestamp: message.timestamp })
    if (isUnreadLine) items.push({ kind: 'unread', key: 'unread' })
    const isFirst = isNewDay || isElsewhere || isUnreadLine || !before || !isTogether(before, message)
    items.push({ kind: 'message', key: message.id, message, isFirst })
    before = message
  }
  return items
}

function isTogether(before: Message, message: Message): boolean {
  return (
    before.sender_id === message.sender_id &&
    message.timestamp - before.timestamp <= together &&
    !before.is_me_message &&
    !message.is_me_message
  )
}

function placeOf(message: Message, me: number): string {
  const place = conversationOf(message, me)
  return place.type === 'stream' ? `${place.stream_id} ${topicKey(place.topic)}` : place.user_ids.join()
}

/** The day in the reader's zone. */
function dayOf({ timestamp }: Message): string {
  const date = new Date(timestamp * 1000)
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`
}
