// The sign of a channel in its colour: whether it is public, private or open to the web.
import { Archive, Globe, Hash, Lock } from 'lucide-preact'
import { state } from '../live/state'

export function ChannelIcon({ id, size = 16 }: { id: number; size?: number }) {
  const channel = state().channels.get(id)
  const color = state().subscriptions.get(id)?.color
  const Icon = channel?.is_archived
    ? Archive
    : channel?.invite_only
      ? Lock
      : channel?.is_web_public
        ? Globe
        : Hash
  return (
    <span class="channel-icon" style={{ '--channel': color ?? 'var(--soft)' }}>
      <Icon size={size} strokeWidth={2.5} aria-hidden="true" />
    </span>
  )
}
