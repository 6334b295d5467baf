// A button that is an icon: its name is read aloud, and shown when it is pointed at.
import type { LucideIcon } from 'lucide-preact'
import type { JSX } from 'preact'

interface Props extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label'> {
  icon: LucideIcon
  /** What it does, in the reader's language. */
  label: string
  /** Edge of the icon in CSS pixels. */
  size?: number
}

export function IconButton({ icon: Icon, label, size = 18, class: extra, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      class={`icon-button ${String(extra ?? '')}`}
      {...rest}
    >
      <Icon size={size} aria-hidden="true" />
    </button>
  )
}
