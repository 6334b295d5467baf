// Short notes at the edge of the screen: what was done, what failed, and how to undo or try it again.
import { signal } from '@preact/signals'
import { X } from 'lucide-preact'
import { Problem, Unreachable } from '../api/call'
import { text } from '../texts/text'
import { IconButton } from './icon-button'

interface Toast {
  id: number
  message: string
  isProblem: boolean
  action: { label: string; run(): void } | undefined
}

const toasts = signal<readonly Toast[]>([])
/** In milliseconds: to be read, and where there is something to do, to be reached, too, by whoever needs longer for that. */
const stays = 6000
const offerStays = 20_000
let last = 0

/** Shows a note for some seconds, longer where it offers something; problems stay until they are closed. */
export function toast(
  message: string,
  options: { isProblem?: boolean; action?: Toast['action'] } = {},
): void {
  last += 1
  const id = last
  const isProblem = options.isProblem ?? false
  toasts.value = [...toasts.value.slice(-3), { id, message, isProblem, action: options.action }]
  if (!isProblem) setTimeout(() => close(id), options.action ? offerStays : stays)
}

/** Tells of what a call has thrown. @throws what is a bug of ours */
export function toastProblem(error: unknown): void {
  toast(problemText(error), { isProblem: true })
}

/** What a call has thrown, in words for people. @throws what is a bug of ours */
export function problemText(error: unknown): string {
  if (error instanceof Problem) return error.message
  if (error instanceof Unreachable) return text('shell.failed')
  throw error
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, message, isProblem, action }) => (
        <div key={id} class={`toast ${isProblem ? 'problem' : ''}`}>
          <span>{message}</span>
          {action && (
            <button
              type="button"
              class="button plain"
              onClick={() => {
                close(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton icon={X} label={text('shell.close')} onClick={() => close(id)} />
        </div>
      ))}
    </div>
  )
}
