// The picture of a person by their ID, with their presence.
import { state } from '../live/state'
import { Avatar } from '../parts/avatar'
import { presenceOf } from './presence'

interface Props {
  userId: number
  size?: number
  /** Whether a dot says that they are there. */
  hasPresence?: boolean
  /** What messages of somebody say who is not known. */
  fallback?: { name: string; url: string | null }
}

export function PersonAvatar({ userId, size = 36, hasPresence = false, fallback }: Props) {
  const person = state().users.get(userId)
  return (
    <Avatar
      id={userId}
      name={person?.full_name ?? fallback?.name ?? '?'}
      url={person?.avatar_url ?? fallback?.url}
      size={size}
      presence={hasPresence ? presenceOf(userId) : undefined}
    />
  )
}
