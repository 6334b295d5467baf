// Reminders: messages that somebody wants to be shown again later.
import { AlarmClock, Clock, CornerDownRight, Trash2 } from 'lucide-preact'
import { call } from '../api/call'
import { narrowLink } from '../live/links'
import { state } from '../live/state'
import { showDialog } from '../parts/dialogs'
import { EmptyState } from '../parts/empty-state'
import { IconButton } from '../parts/icon-button'
import { toastProblem } from '../parts/toasts'
import { View } from '../shell/view'
import type { Reminder } from '../store/reminders'
import { text } from '../texts/text'
import { LaterDialog } from '../writing/later-dialog'
import { momentName } from '../writing/moments'
import { ItemCard } from './item-card'
import { useRowKeys } from './row-keys'

export function Reminders() {
  const list = useRowKeys()
  const reminders = [...state().reminders.values()].sort(
    (a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
  )
  return (
    <View title={text('finding.reminders')}>
      <div class="list-view" ref={list}>
        {reminders.length === 0 ? (
          <EmptyState icon={AlarmClock} title={text('finding.noReminders')}>
            <p>{text('finding.remindersHint')}</p>
          </EmptyState>
        ) : (
          <ul class="items">
            {reminders.map((reminder) => (
              <ReminderItem key={reminder.reminder_id} reminder={reminder} />
            ))}
          </ul>
        )}
      </div>
    </View>
  )
}

function ReminderItem({ reminder }: { reminder: Reminder }) {
  const { reminder_id: id, scheduled_delivery_timestamp: at, content, rendered_content, failed } = reminder
  const target = reminder.reminder_target_message_id
  return (
    <ItemCard
      title={text('finding.remindsOf')}
      when={momentName(at * 1000)}
      problem={failed ? text('finding.notSent') : undefined}
      content={content}
      rendered={rendered_content}
      actions={
        <>
          <a class="button plain small" href={narrowLink([{ operator: 'with', operand: target }], target)}>
            <CornerDownRight size={15} aria-hidden="true" />
            {text('finding.toMessage')}
          </a>
          <IconButton
            icon={Clock}
            label={text('finding.remindAtOtherTime')}
            onClick={() => putOff(reminder)}
          />
          <IconButton
            icon={Trash2}
            label={text('finding.deleteReminder')}
            onClick={() => void call('DELETE', `/reminders/${id}`).catch(toastProblem)}
          />
        </>
      }
    />
  )
}

/** A reminder can't be changed: another takes its place. */
function putOff({ reminder_id: id, reminder_target_message_id: target }: Reminder): void {
  showDialog((close) => (
    <LaterDialog
      title={text('finding.remindAtOtherTime')}
      action={text('finding.save')}
      hasNote
      close={close}
      choose={async (moment, note) => {
        const at = Math.floor(moment / 1000)
        await call('POST', '/reminders', {
          message_id: target,
          scheduled_delivery_timestamp: at,
          ...(note === '' ? {} : { note }),
        })
        await call('DELETE', `/reminders/${id}`)
      }}
    />
  ))
}
