// The box in which one writes now, for what is begun elsewhere: quotes, replies, new conversations.
import { go } from '../addresses/address'
import { call } from '../api/call'
import { isFields } from '../store/shapes'
import { messageLink } from '../live/links'
import { state } from '../live/state'
import { toastProblem } from '../parts/toasts'
import { showDialog } from '../parts/dialogs'
import { showLoaded } from '../parts/loaded-dialog'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'
import { senderNameOf } from '../store/names'
import { text } from '../texts/text'
import type { ComposeBox } from './compose-box'
import { destinationKey, destinationLink, type Destination } from './destination'
import { fenceFor } from './formatting'
import { mentionOf } from './mention-text'

let current: ComposeBox | undefined
/** What the next box begins with, if it is the one for this destination. */
let left: { key: string; text: string } | undefined

/** @returns takes it away again */
export function becomeCurrent(box: ComposeBox): () => void {
  current = box
  if (left && left.key === destinationKey(box.home)) {
    const { text } = left
    left = undefined
    // Drafts come first.
    queueMicrotask(() => putIn(box, text))
  }
  return () => {
    if (current === box) current = undefined
  }
}

export function currentBox(): ComposeBox | undefined {
  return current
}

/** Goes to the box that there is; where there is none, begins a conversation. */
export function writeHere(): void {
  if (current?.box.field) current.box.focus()
  else startConversation()
}

/** Writes to a destination: in the box that there is, else in a dialog. Without a destination, one is chosen there. */
export function startConversation(destination?: Destination): void {
  const to = destination ?? { type: 'stream', stream_id: undefined, topic: '' }
  if (current) {
    current.turnTo(to)
    if (destination) current.box.focus()
    else current.isChoosing.value = true
    return
  }
  showLoaded(
    () => import('./compose-dialog'),
    ({ ComposeDialog }) => showDialog((close) => <ComposeDialog to={to} close={close} />),
  )
}

/** Writes an answer to a message: where it stands. */
export function replyTo(message: Message): void {
  answerIn(conversationOf(message, state().ownUser.user_id), '')
}

/** The same, with the message's text quoted. */
export async function quote(message: Message): Promise<void> {
  try {
    const answer = await call('GET', `/messages/${String(message.id)}`, { apply_markdown: false })
    const fetched = isFields(answer['message']) ? answer['message']['content'] : undefined
    answerIn(
      conversationOf(message, state().ownUser.user_id),
      quoteOf(message, typeof fetched === 'string' ? fetched : ''),
    )
  } catch (error) {
    toastProblem(error)
  }
}

function quoteOf(message: Message, content: string): string {
  const fence = fenceFor(content)
  const name = mentionOf(message.sender_id, senderNameOf(state(), message), true)
  const link = `[${text('writing.said')}](${messageLink(message)})`
  return `${name} ${link}:\n${fence}quote\n${content}\n${fence}`
}

function answerIn(to: Destination, block: string): void {
  if (current && (current.home.type !== 'stream' || isSame(current.home, to) || !isWhole(current.home))) {
    if (!isSame(current.destination.peek(), to)) current.turnTo(to)
    putIn(current, block)
    return
  }
  const link = destinationLink(to)
  if (link === undefined) return
  left = { key: destinationKey(to), text: block }
  go(link)
}

function isSame(one: Destination, other: Destination): boolean {
  return destinationKey(one) === destinationKey(other)
}

/** Whether a view is of one conversation alone: then answers elsewhere belong elsewhere. */
function isWhole(home: Destination): boolean {
  return home.type === 'private' ? home.user_ids.length > 0 : home.stream_id !== undefined
}

function putIn({ box }: ComposeBox, block: string): void {
  if (block !== '') box.insertBlock(block)
  box.focus()
}
