// Which message is being edited in place, and what becomes of it.
import { effect, signal, type Signal } from '@preact/signals'
import { call } from '../api/call'
import { isFields } from '../store/shapes'
import { isLoaded, onEvent, state } from '../live/state'
import { clearAtLogOut } from '../live/log-out'
import { conversationOf } from '../store/conversations'
import { idsOf } from '../store/message-changes'
import type { Message } from '../store/messages'
import { destinationKey, type Destination } from './destination'
import { keptEdits, type KeptEdit } from './edit-storage'
import { TextBox } from './text-box'
import { Uploads } from './uploads'

const edited = signal<number | undefined>(undefined)

/** The message that is being edited; the feed shows an `EditBox` in its place. */
export function editedMessageId(): number | undefined {
  return edited.value
}

/** Texts that are being edited, by message: whoever looks at something else meanwhile finds theirs as it was. */
const begun = new Map<number, Begun>()

/** Those that are not saved, as this device keeps them. */
const kept = signal<Readonly<Record<string, KeptEdit>>>({})

isLoaded.subscribe((isNow) => {
  if (!isNow) return
  kept.value = keptEdits.all()
  const ids = Object.keys(kept.peek()).map(Number)
  if (ids.length > 0) void import('./left-edits').then(({ offerLeftEdits }) => offerLeftEdits(ids))
})
addEventListener('pagehide', keepEdits)
onEvent((event) => {
  if (event.type === 'delete_message') for (const id of idsOf(event)) dropEdit(id)
})
clearAtLogOut(() => {
  for (const { stop } of begun.values()) stop()
  begun.clear()
})

interface Begun {
  readonly box: TextBox
  readonly uploads: Uploads
  /** What the message said when editing began; undefined until it is known. */
  readonly before: Signal<string | undefined>
  /** Keeps the text on this device as it is by now. */
  keep(): void
  /** Ends that. */
  stop(): void
}

export function boxOfEdit(messageId: number): Begun {
  const known = begun.get(messageId)
  if (known) return known
  const left = kept.peek()[messageId]
  const box = new TextBox()
  if (left) box.put(left.text)
  const before = signal(left?.before)
  const made = { box, uploads: new Uploads(box), before, ...keeping(messageId, box, before) }
  begun.set(messageId, made)
  return made
}

/** Milliseconds after the last key. */
const soon = 300

/** Keeps what is changed of a message's text. */
function keeping(
  messageId: number,
  box: TextBox,
  before: Signal<string | undefined>,
): Pick<Begun, 'keep' | 'stop'> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    clearTimeout(timer)
    const [text, was] = [box.text.peek(), before.peek()]
    if (was === undefined) return
    keepEdit(messageId, text === was ? undefined : { text, before: was, timestamp: Date.now() })
  }
  const end = effect(() => {
    void [box.text.value, before.value]
    clearTimeout(timer)
    timer = setTimeout(keep, soon)
  })
  return {
    keep,
    stop: () => {
      clearTimeout(timer)
      end()
    },
  }
}

function keepEdit(messageId: number, edit: KeptEdit | undefined): void {
  keptEdits.keep(String(messageId), edit)
  kept.value = keptEdits.all()
}

/** Keeps all that is being edited, now. */
export function keepEdits(): void {
  for (const { keep } of begun.values()) keep()
}

/** Whether the message was begun to be edited, and is not being edited now. */
export function isLeftUnsaved(messageId: number): boolean {
  return kept.value[messageId] !== undefined && edited.value !== messageId
}

/** Throws away what was changed of the message, or it is saved. */
export function dropEdit(messageId: number): void {
  begun.get(messageId)?.stop()
  begun.delete(messageId)
  if (kept.peek()[messageId]) keepEdit(messageId, undefined)
  if (edited.peek() === messageId) edited.value = undefined
}

export function startEditing(messageId: number): void {
  edited.value = messageId
}

export function endEditing(): void {
  const messageId = edited.peek()
  if (messageId !== undefined) dropEdit(messageId)
}

/** Ends it without a save. @returns takes it up again, as it was */
export function giveUpEditing(): () => void {
  const messageId = edited.peek()
  const left = messageId === undefined ? undefined : begun.get(messageId)
  endEditing()
  return () => {
    if (messageId === undefined || !left) return
    begun.set(messageId, { ...left, ...keeping(messageId, left.box, left.before) })
    startEditing(messageId)
  }
}

/** Edits the last message that this person has sent there. @returns whether one is known */
export function editLastMessage(to: Destination): boolean {
  const { messages, ownUser } = state()
  const key = destinationKey(to)
  let last: Message | undefined
  for (const message of messages.values()) {
    const isOwn = message.sender_id === ownUser.user_id
    if (isOwn && destinationKey(conversationOf(message, ownUser.user_id)) === key) last = message
  }
  if (!last) return false
  startEditing(last.id)
  return true
}

/** The Markdown of a message. @throws Problem, Unreachable */
export async function sourceOf(messageId: number): Promise<string> {
  const { message } = await call('GET', `/messages/${messageId}`, { apply_markdown: false })
  return isFields(message) && typeof message['content'] === 'string' ? message['content'] : ''
}

/**
 * Changes the text of a message. @param before the text that was edited: if it is another one by now, nothing is changed
 * @throws Problem EXPECTATION_MISMATCH, and others; Unreachable
 */
export async function saveEdit(messageId: number, content: string, before: string): Promise<void> {
  const hash = await sha256(before)
  await call('PATCH', `/messages/${messageId}`, { content, prev_content_sha256: hash })
}

/** Hexadecimal; undefined where the browser has it only for pages by HTTPS, and this is none. */
async function sha256(text: string): Promise<string | undefined> {
  const subtle: SubtleCrypto | undefined = globalThis.isSecureContext ? crypto.subtle : undefined
  const digest = await subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return digest && [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
