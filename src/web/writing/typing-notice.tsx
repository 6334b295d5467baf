// Who else is typing in a conversation.
import { useEffect, useState } from 'preact/hooks'
import { state } from '../live/state'
import { placeOfDirect, placeOfTopic, typistsIn } from '../store/typing'
import { text } from '../texts/text'
import { personName, type Destination } from './destination'

/** A line that says so; empty, and of the same height, while nobody is. */
export function TypingNotice({ to }: { to: Destination }) {
  const { typing, ownUser, server, mutedUsers } = state()
  const [, look] = useState(0)
  const expiry = server.server_typing_started_expiry_period_milliseconds
  const place =
    to.type === 'stream'
      ? placeOfTopic(to.stream_id ?? 0, to.topic)
      : placeOfDirect(to.user_ids, ownUser.user_id)
  const typists = typistsIn(typing, place, Date.now(), expiry).filter((id) => !mutedUsers.has(id))
  useEffect(() => {
    if (typists.length === 0) return
    const timer = setTimeout(() => look((count) => count + 1), expiry / 5)
    return () => clearTimeout(timer)
  })
  return (
    <div class="typing-notice" aria-live="off">
      {typists.length > 0 && <TypingDots />}
      <span>{noticeOf(typists)}</span>
    </div>
  )
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
