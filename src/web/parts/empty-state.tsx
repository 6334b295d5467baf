// What stands where there is nothing to show: an icon, a sentence, and what can be done about it.
import type { LucideIcon } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

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
