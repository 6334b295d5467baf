// How many messages are unread, at the end of a row: louder where somebody was mentioned, quieter where it is muted.
import { text } from '../texts/text'

interface Props {
  count: number
  mentions?: number
  /** As loud as a mention, such as in direct conversations. */
  isLoud?: boolean
  isMuted?: boolean
  /** They are things that wait, such as drafts, not unread messages. */
  isPlain?: boolean
}

export function Count({ count, mentions = 0, isLoud = false, isMuted = false, isPlain = false }: Props) {
  if (count === 0) return null
  const kind = isPlain || isMuted ? 'quiet' : isLoud || mentions > 0 ? 'mention' : ''
  return (
    <>
      {mentions > 0 && (
        <span class="mention-sign" title={text('finding.mentionCount', { count: mentions })}>
          <span aria-hidden="true">@</span>
          <span class="for-ears"> {text('finding.mentionCount', { count: mentions })},</span>
        </span>
      )}
      <span class={`count ${kind}`}>
        <span aria-hidden="true">{count > 9999 ? '9999+' : count}</span>
        <span class="for-ears"> {isPlain ? count : text('finding.unreadCount', { count })}</span>
      </span>
    </>
  )
}
