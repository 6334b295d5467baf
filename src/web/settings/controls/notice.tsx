// A sentence at the head of a page: that somebody may look but not change, and why.
import { Info } from 'lucide-preact'
import type { ComponentChildren } from 'preact'

export function Notice({ children }: { children: ComponentChildren }) {
  return (
    <p class="notice">
      <Info size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
