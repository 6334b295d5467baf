// Topics as people see them: their name without marks, and what is special about them.
import type { LucideIcon } from 'lucide-preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { state } from '../live/state'
import { renderedNodes } from '../parts/rendered-html'
import { followedSign, mutedSign, resolvedSign } from '../parts/topic-signs'
import { isResolved, unresolved } from '../store/topic-names'
import { isFollowed, isMuted } from '../store/visibility'
import { text } from '../texts/text'

interface Props {
  topic: string
  /** The name as the server has rendered it, with marks where a search has found it. */
  marked?: string | undefined
}

/** The name; that of the empty topic in italics. */
export function TopicName({ topic, marked }: Props) {
  if (topic === '') return <em>{state().organization.empty_topic_display_name}</em>
  if (marked) return <MarkedName html={marked} />
  return (
    <span class="topic-name" dir="auto">
      {unresolved(topic)}
    </span>
  )
}

function MarkedName({ html }: { html: string }) {
  const element = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const nodes = renderedNodes(html)
    if (nodes.firstChild instanceof Text) nodes.firstChild.data = unresolved(nodes.firstChild.data)
    element.current?.replaceChildren(nodes)
  }, [html])
  return <span ref={element} class="topic-name" dir="auto" />
}

/** Resolved, followed, muted. */
export function TopicMarks({ channelId, topic }: { channelId: number; topic: string }) {
  return (
    <span class="topic-marks">
      {isResolved(topic) && <Mark icon={resolvedSign} label={text('reading.resolved')} />}
      {isFollowed(state(), channelId, topic) && <Mark icon={followedSign} label={text('reading.followed')} />}
      {isMuted(state(), channelId, topic) && <Mark icon={mutedSign} label={text('reading.muted')} />}
    </span>
  )
}

function Mark({ icon: Icon, label }: { icon: LucideIcon; label: string }) {
  return (
    <span class="topic-mark" role="img" aria-label={label} title={label}>
      <Icon size={14} aria-hidden="true" />
    </span>
  )
}
