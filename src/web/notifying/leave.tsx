// Asks for leave to notify, once in this browser, when there would have been something to tell: a bar that can be sent away.
import { signal } from '@preact/signals'
import { Bell } from 'lucide-preact'
import { text } from '../texts/text'
import { subscribeToPushes } from './pushes'

/** Where this browser keeps that somebody has answered. */
const place = 'asked-to-notify'

const isAsking = signal(false)

/** Whether notifications may be shown; asks for it if nobody has been asked yet. */
export function mayNotify(): boolean {
  if (typeof Notification === 'undefined') return false
  if (Notification.permission === 'default' && localStorage.getItem(place) === null) isAsking.value = true
  return Notification.permission === 'granted'
}

export function LeaveBar() {
  if (!isAsking.value) return null
  const answer = (): void => {
    isAsking.value = false
    localStorage.setItem(place, 'yes')
  }
  const allow = async (): Promise<void> => {
    answer()
    if ((await Notification.requestPermission()) === 'granted') await subscribeToPushes()
  }
  return (
    <div class="leave-bar" role="region" aria-label={text('notifying.notifications')}>
      <Bell size={16} aria-hidden="true" />
      <span>{text('notifying.mayWe')}</span>
      <button type="button" class="button small" onClick={() => void allow()}>
        {text('notifying.allow')}
      </button>
      <button type="button" class="button plain small" onClick={answer}>
        {text('notifying.notNow')}
      </button>
    </div>
  )
}
