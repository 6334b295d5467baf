// Drafts on this device, which is all there is of them while the server is out of reach or they are not to be shared.
import { state } from '../live/state'
import { dictionary, isBoolean, isNumber, isText, optional, shape, type Checked } from '../store/shapes'

const isLocalDraft = shape({
  content: isText,
  /** Milliseconds. */
  timestamp: isNumber,
  /** What it is called on the server, where it is there. */
  id: optional(isNumber),
  /** Whether the server has yet to hear of it. */
  isNew: isBoolean,
})
export type LocalDraft = Checked<typeof isLocalDraft>
const isLocalDrafts = dictionary(isLocalDraft)

/** Whose they are stands in the name: others may log in here. */
function storageKey(): string {
  return `drafts-${String(state().ownUser.user_id)}`
}

/** By the key of the conversation in which they are written. */
export function localDrafts(): Readonly<Record<string, LocalDraft>> {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '{}')
  return isLocalDrafts(stored) ? stored : {}
}

/** @param draft undefined takes it away */
export function keepLocalDraft(key: string, draft: LocalDraft | undefined): void {
  const others = Object.entries(localDrafts()).filter(([name]) => name !== key)
  const all = draft ? [...others, [key, draft]] : others
  if (all.length === 0) localStorage.removeItem(storageKey())
  else localStorage.setItem(storageKey(), JSON.stringify(Object.fromEntries(all)))
}

export function forgetLocalDrafts(): void {
  localStorage.removeItem(storageKey())
}
