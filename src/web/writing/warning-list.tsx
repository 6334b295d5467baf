// Warnings over the compose box, each with what can be done about it.
import { useComputed, useSignal } from '@preact/signals'
import { TriangleAlert, X } from 'lucide-preact'
import { call, type Method } from '../api/call'
import { state } from '../live/state'
import { IconButton } from '../parts/icon-button'
import { toastProblem } from '../parts/toasts'
import { channelOf } from '../store/names'
import { mayInChannel } from '../store/permissions'
import { topicKey, unresolved } from '../store/topic-names'
import { visibility } from '../store/user-topics'
import { text } from '../texts/text'
import type { ComposeBox } from './compose-box'
import { warningsFor, type Warning } from './warnings'

export function Warnings({ compose }: { compose: ComposeBox }) {
  const closed = useSignal<readonly string[]>([])
  // Drawn anew only where another warning comes of a key press.
  const seen = useComputed(() =>
    compose.box.isBlank.value
      ? ''
      : JSON.stringify(warningsFor(compose.box.text.value, compose.destination.value)),
  )
  if (seen.value === '' || seen.value === '[]') return null
  const open = warningsFor(compose.box.text.peek(), compose.destination.value).filter(
    ({ key }) => !closed.value.includes(key),
  )
  const close = (key: string): void => {
    closed.value = [...closed.value, key]
  }
  return (
    <ul class="warnings" aria-label={text('writing.warnings')} aria-live="polite">
      {open.map((warning) => (
        <li key={warning.key} class="warning">
          <TriangleAlert size={15} aria-hidden="true" />
          <span class="warning-words">{warning.words}</span>
          <Remedy warning={warning} compose={compose} close={close} />
          <IconButton icon={X} size={15} label={text('shell.close')} onClick={() => close(warning.key)} />
        </li>
      ))}
    </ul>
  )
}

interface RemedyProps {
  warning: Warning
  compose: ComposeBox
  close(key: string): void
}

function Remedy({ warning: { key, subscribes, remedy }, compose, close }: RemedyProps) {
  const to = compose.destination.value
  if (subscribes) {
    const channel = channelOf(state(), subscribes.channelId)
    if (!channel || !mayInChannel(state(), channel, 'can_add_subscribers_group')) return null
    return (
      <RemedyButton
        label={text('writing.subscribe')}
        run={() => {
          void perform('POST', '/users/me/subscriptions', {
            subscriptions: [{ name: channel.name }],
            principals: [subscribes.userId],
          })
          close(key)
        }}
      />
    )
  }
  if (to.type !== 'stream' || to.stream_id === undefined) return null
  const { stream_id, topic } = to
  if (remedy === 'unmute')
    return (
      <RemedyButton
        label={text('writing.unmuteTopic')}
        run={() =>
          void perform('POST', '/user_topics', { stream_id, topic, visibility_policy: visibility.unmuted })
        }
      />
    )
  const newest = state().topics.get(stream_id)?.byKey.get(topicKey(topic))?.max_id
  if (remedy !== 'unresolve' || newest === undefined) return null
  return (
    <RemedyButton
      label={text('writing.unresolveTopic')}
      run={() =>
        void perform('PATCH', `/messages/${newest}`, {
          topic: unresolved(topic),
          propagate_mode: 'change_all',
          send_notification_to_old_thread: false,
        })
      }
    />
  )
}

function RemedyButton({ label, run }: { label: string; run(): void }) {
  return (
    <button type="button" class="button plain" onClick={run}>
      {label}
    </button>
  )
}

async function perform(method: Method, path: string, parameters: Record<string, unknown>): Promise<void> {
  await call(method, path, parameters).catch(toastProblem)
}
