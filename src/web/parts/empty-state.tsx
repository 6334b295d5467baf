// What stands where there is nothing to show: an icon, a sentence, and what can be done about it.
import { CircleAlert, type LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'
import { text } from '../texts/text'

interface Props {
  icon: LucideIcon
  title: string
  children?: ComponentChildren
}

export function EmptyState({ icon: Icon, title, children }: Props) {
  return (
    <div class="empty-state">
      <Icon size={40} strokeWidth={1.25} aria-hidden="true" />
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** What could not be had from the server; it can be asked for again. */
export function NotLoaded({ onRetry }: { onRetry(): void }) {
  return (
    <EmptyState icon={CircleAlert} title={text('reading.notLoaded')}>
      <button type="button" class="button" onClick={onRetry}>
        {text('shell.retry')}
      </button>
    </EmptyState>
  )
}
