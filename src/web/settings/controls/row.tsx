// A row of a page of settings: what it is on the left, its control on the right, what becomes of a change below.
import type { ComponentChildren } from 'preact'
import { useSaidAbove } from './refused'
import { SaveNote, type Outcome } from './saving'

interface Props {
  /** Of the control, which the label names. */
  id: string
  label: string
  hint?: string | undefined
  outcome?: Outcome
  /** Why it can't be changed by this person. */
  refusal?: string | undefined
  /** The control takes the whole width, below its label. */
  isWide?: boolean
  children: ComponentChildren
}

export function Row({ id, label, hint, outcome, refusal, isWide = false, children }: Props) {
  const isSaidAbove = useSaidAbove(refusal)
  return (
    <div class={`setting-row ${isWide ? 'wide' : ''}`}>
      <div class="setting-words">
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
        {refusal !== undefined && <p class={isSaidAbove ? 'for-ears' : 'hint refusal'}>{refusal}</p>}
      </div>
      <div class="setting-control">{children}</div>
      <SaveNote outcome={outcome} />
    </div>
  )
}

/** A part of a page, with its heading. */
export function Section({
  title,
  hint,
  actions,
  children,
}: {
  title: string
  hint?: string | undefined
  /** Buttons at the end of the heading. */
  actions?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="setting-section">
      <div class="setting-section-head">
        <h3>{title}</h3>
        {actions}
      </div>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </section>
  )
}
