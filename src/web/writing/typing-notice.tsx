// Who else is typing in a conversation, or changing a message.
import { useComputed } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { state } from '../live/state'
import { placeOfDirect, placeOfEdit, placeOfTopic, typistsIn } from '../store/typing'
import { text } from '../texts/text'
import { personName, type Destination } from './destination'

/** A line that says so; empty, and of the same height, while nobody is. */
export function TypingNotice({ to }: { to: Destination }) {
  const { ownUser } = state()
  const typists = useTypists(
    to.type === 'stream'
      ? placeOfTopic(to.stream_id ?? 0, to.topic)
      : placeOfDirect(to.user_ids, ownUser.user_id),
  )
  return (
    <div class="typing-notice" aria-live="off">
      {typists.length > 0 && <TypingDots />}
      <span>{noticeOf(typists)}</span>
    </div>
  )
}

/** The same of a message whose text is being changed; nothing while it is not. */
export function EditingNotice({ messageId }: { messageId: number }) {
  const place = placeOfEdit(messageId)
  // There are hundreds of messages: those that nobody changes are not drawn anew.
  const isChanged = useComputed(() => state().typing.has(place))
  return isChanged.value ? <Editor place={place} /> : null
}

/** Nobody but the sender changes a message. */
function Editor({ place }: { place: string }) {
  const [editor] = useTypists(place)
  if (editor === undefined) return null
  return (
    <div class="typing-notice editing" aria-live="off">
      <TypingDots />
      <span>{text('writing.isChanging', { name: personName(editor) })}</span>
    </div>
  )
}

/** Who was said to type there lately; looks again while somebody was, since nobody says when they have gone. */
function useTypists(place: string): number[] {
  const { typing, server, mutedUsers } = state()
  const [, look] = useState(0)
  const expiry = server.server_typing_started_expiry_period_milliseconds
  const typists = typistsIn(typing, place, Date.now(), expiry).filter((id) => !mutedUsers.has(id))
  useEffect(() => {
    if (typists.length === 0) return
    const timer = setTimeout(() => look((count) => count + 1), expiry / 5)
    return () => clearTimeout(timer)
  })
  return typists
}

function TypingDots() {
  return (
    <span class="typing-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

function noticeOf([first, second, ...others]: readonly number[]): string {
  if (first === undefined) return ''
  if (second === undefined) return text('writing.isTyping', { name: personName(first) })
  return others.length === 0
    ? text('writing.twoAreTyping', { one: personName(first), other: personName(second) })
    : text('writing.manyAreTyping', { name: personName(first), count: others.length + 1 })
}
