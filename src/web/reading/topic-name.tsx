// Topics as people see them: their name without marks, and what is special about them.
import { Check, Heart, VolumeX } from 'lucide-preact'
import { state } from '../live/state'
import { isResolved, unresolved } from '../store/topic-names'
import { isFollowed, isMuted } from '../store/visibility'
import { text } from '../texts/text'

/** The name; that of the empty topic in italics. */
export function TopicName({ topic }: { topic: string }) {
  if (topic === '') return <em>{state().organization.empty_topic_display_name}</em>
  return <span class="topic-name">{isResolved(topic) ? unresolved(topic) : topic}</span>
}

/** Resolved, followed, muted. */
export function TopicMarks({ channelId, topic }: { channelId: number; topic: string }) {
  return (
    <span class="topic-marks">
      {isResolved(topic) && <Mark icon={Check} label={text('reading.resolved')} />}
      {isFollowed(state(), channelId, topic) && <Mark icon={Heart} label={text('reading.followed')} />}
      {isMuted(state(), channelId, topic) && <Mark icon={VolumeX} label={text('reading.muted')} />}
    </span>
  )
}

function Mark({ icon: Icon, label }: { icon: typeof Check; label: string }) {
  return (
    <span class="topic-mark" role="img" aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
