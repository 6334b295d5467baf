// Scheduled messages: what the server is to send later, and can still be changed.
import { CalendarClock, Clock, Pencil, SendHorizontal, Trash2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { call } from '../api/call'
import { state } from '../live/state'
import { Dialog } from '../parts/dialog'
import { showDialog } from '../parts/dialogs'
import { EmptyState } from '../parts/empty-state'
import { IconButton } from '../parts/icon-button'
import { problemText, toastProblem } from '../parts/toasts'
import { View } from '../shell/view'
import type { ScheduledMessage } from '../store/scheduled-messages'
import { text } from '../texts/text'
import type { Destination } from '../writing/destination'
import { LaterDialog } from '../writing/later-dialog'
import { momentName } from '../writing/moments'
import { pendingMessages, send } from '../writing/outbox'
import { Pending } from '../writing/pending'
import { ItemCard } from './item-card'
import { useRowKeys } from './row-keys'

export function Scheduled() {
  const list = useRowKeys()
  const messages = [...state().scheduledMessages.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  return (
    <View title={text('finding.scheduled')}>
      <div class="list-view" ref={list}>
        {messages.length === 0 ? (
          <EmptyState icon={CalendarClock} title={text('finding.noScheduled')}>
            <p>{text('finding.scheduledHint')}</p>
          </EmptyState>
        ) : (
          <ul class="items">
            {messages.map((message) => (
              <ScheduledItem key={message.scheduled_message_id} message={message} />
            ))}
          </ul>
        )}
        <Pending />
      </div>
    </View>
  )
}

function ScheduledItem({ message }: { message: ScheduledMessage }) {
  const { scheduled_message_id: id, scheduled_delivery_timestamp: at, content, failed } = message
  const isGoing = pendingMessages().some(({ unschedules }) => unschedules === id)
  return (
    <ItemCard
      to={destinationOf(message)}
      when={momentName(at * 1000)}
      problem={failed ? text('finding.notSent') : undefined}
      content={content}
      actions={
        <>
          <button
            type="button"
            class="button plain small"
            disabled={isGoing}
            onClick={() => send(destinationOf(message), content, id)}
          >
            <SendHorizontal size={15} aria-hidden="true" />
            {text('finding.sendNow')}
          </button>
          <IconButton icon={Clock} label={text('finding.reschedule')} onClick={() => reschedule(id)} />
          <IconButton icon={Pencil} label={text('finding.editText')} onClick={() => edit(message)} />
          <IconButton
            icon={Trash2}
            label={text('finding.deleteScheduled')}
            onClick={() => void call('DELETE', `/scheduled_messages/${id}`).catch(toastProblem)}
          />
        </>
      }
    />
  )
}

function destinationOf({ type, to, topic }: ScheduledMessage): Destination {
  const ids = typeof to === 'number' ? [to] : to
  return type === 'private' ? { type, user_ids: ids } : { type, stream_id: ids[0], topic: topic ?? '' }
}

function reschedule(id: number): void {
  showDialog((close) => (
    <LaterDialog
      title={text('finding.reschedule')}
      action={text('finding.reschedule')}
      close={close}
      choose={async (moment) => {
        const at = Math.floor(moment / 1000)
        await call('PATCH', `/scheduled_messages/${id}`, { scheduled_delivery_timestamp: at })
      }}
    />
  ))
}

function edit(message: ScheduledMessage): void {
  showDialog((close) => <EditDialog message={message} close={close} />)
}

function EditDialog({ message, close }: { message: ScheduledMessage; close(): void }) {
  const [content, setContent] = useState(message.content)
  const [problem, setProblem] = useState<string>()
  const save = (): void => {
    call('PATCH', `/scheduled_messages/${message.scheduled_message_id}`, { content }).then(
      close,
      (error: unknown) => setProblem(problemText(error)),
    )
  }
  return (
    <Dialog
      title={text('finding.editText')}
      size="medium"
      onClose={close}
      actions={
        <>
          <button type="button" class="button plain" onClick={close}>
            {text('finding.cancel')}
          </button>
          <button type="button" class="button" disabled={content.trim() === ''} onClick={save}>
            {text('finding.save')}
          </button>
        </>
      }
    >
      <label class="field">
        <span class="label">{text('finding.message')}</span>
        <textarea
          class="input"
          rows={8}
          dir="auto"
          maxLength={state().server.max_message_length}
          value={content}
          onInput={({ currentTarget }) => setContent(currentTarget.value)}
        />
        {problem !== undefined && (
          <span class="error" role="alert">
            {problem}
          </span>
        )}
      </label>
    </Dialog>
  )
}
