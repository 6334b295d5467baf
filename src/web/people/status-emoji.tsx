// The emoji beside a name, by which somebody says how they are.
import { Emoji } from '../emoji/emoji'
import { state } from '../live/state'

export function StatusEmoji({ userId }: { userId: number }) {
  const status = state().userStatuses.get(userId)
  if (status?.emoji_name === undefined) return null
  return (
    <span class="status-emoji" title={status.status_text}>
      <Emoji
        name={status.emoji_name}
        code={status.emoji_code ?? ''}
        type={status.reaction_type ?? 'unicode_emoji'}
      />
    </span>
  )
}
