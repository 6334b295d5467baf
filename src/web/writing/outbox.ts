// Messages on their way: they stand in the feed at once, wait while the server is out of reach, and are sent once each.
import { effect, signal, untracked } from '@preact/signals'
import { call, Problem, Unreachable } from '../api/call'
import { isFields } from '../store/shapes'
import { connection, queueId } from '../live/connection'
import { clearAtLogOut } from '../live/log-out'
import { changeState, generation, isLoaded, onEvent, state } from '../live/state'
import { addMessages } from '../store/state'
import { apiNarrow, type Term } from '../addresses/narrow'
import { addressParameters, type Destination } from './destination'
import { isOurs, onLeftBehind, storeOutbox } from './outbox-storage'

/**
 * `sending`: about to go; `waiting`: the server could not be reached, and is tried again; `failed`: it has refused, as
 * `problem` says; `sent`: the feed will have the message any moment.
 */
export interface PendingMessage {
  readonly localId: string
  readonly to: Destination
  readonly content: string
  /** Milliseconds. */
  readonly since: number
  /** Newest message that was known when it was written: it is none of those. */
  readonly after: number
  readonly status: 'sending' | 'waiting' | 'failed' | 'sent'
  readonly problem: string | undefined
  /** Of the message that it has become. */
  readonly messageId: number | undefined
  /** Whether it may have arrived though no answer came. */
  readonly mayBeThere: boolean
  /** The scheduled message that goes out so: it has to be taken back first, or it would be sent twice. */
  readonly unschedules: number | undefined
}

const outbox = signal<readonly PendingMessage[]>([])

/** In the order in which they were written. */
export function pendingMessages(): readonly PendingMessage[] {
  return outbox.value
}

const listeners = new Set<(to: Destination) => void>()

/** Has `listener` told when somebody sends, before anything has gone. @returns ends that */
export function onSending(listener: (to: Destination) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

let last = 0

/** Sends a message as soon as that is possible. @param to wholly chosen @param unschedules the scheduled message that it was */
export function send(to: Destination, content: string, unschedules?: number): void {
  last += 1
  const pending: PendingMessage = {
    localId: `${Date.now().toString(36)}.${String(last)}`,
    to,
    // As the server keeps it.
    content: content.trimEnd(),
    since: Date.now(),
    after: newestKnown(),
    status: 'sending',
    problem: undefined,
    messageId: undefined,
    mayBeThere: false,
    unschedules,
  }
  outbox.value = [...outbox.value, pending]
  for (const listener of listeners) listener(to)
  void work()
}

/** Tries again what the server has refused. */
export function sendAgain(localId: string): void {
  change(localId, { status: 'sending', problem: undefined })
  void work()
}

/** Takes a message out of the box: it is not sent any more. */
export function discard(localId: string): void {
  outbox.value = outbox.value.filter((pending) => pending.localId !== localId)
}

function change(localId: string, fields: Partial<PendingMessage>): void {
  outbox.value = outbox.value.map((pending) =>
    pending.localId === localId ? { ...pending, ...fields } : pending,
  )
}

function find(localId: string): PendingMessage | undefined {
  return outbox.peek().find((pending) => pending.localId === localId)
}

let isWorking = false

/** One after the other, so that they arrive in the order in which they were written. */
async function work(): Promise<void> {
  if (isWorking) return
  isWorking = true
  let failures = 0
  try {
    for (;;) {
      const next = outbox.peek().find(({ status }) => status === 'sending' || status === 'waiting')
      if (!next) return
      const isDone = await deliver(next)
      failures = isDone ? 0 : failures + 1
      if (!isDone) await untilWorthwhile(failures)
    }
  } finally {
    isWorking = false
  }
}

/** @returns false where the server could not be reached, or asks to wait */
async function deliver({ localId, to, content }: PendingMessage): Promise<boolean> {
  // Another page has it by now.
  if (!isOurs(localId)) {
    discard(localId)
    return true
  }
  try {
    await takeBack(localId)
    const pending = find(localId)
    if (!pending) return true
    const arrived = pending.mayBeThere ? await arrivedAs(pending) : undefined
    if (arrived !== undefined) settle(localId, arrived)
    // Its event may have come meanwhile, or somebody has taken it back.
    if (find(localId)?.status !== pending.status) return true
    change(localId, { mayBeThere: true })
    const queue = queueId.peek()
    const echo = queue === undefined ? {} : { queue_id: queue, local_id: localId }
    const parameters = { ...addressParameters(to), content, read_by_sender: true, ...echo }
    const answer = await call('POST', '/messages', parameters)
    if (typeof answer['id'] === 'number') settle(localId, answer['id'])
    return true
  } catch (error) {
    return failed(localId, error)
  }
}

/**
 * Takes back the scheduled message that this one was. What could come between the two steps does no harm: this one stays here
 * until it is sent; and where the scheduled one is gone, it is first looked whether the server has sent it.
 */
async function takeBack(localId: string): Promise<void> {
  const id = find(localId)?.unschedules
  if (id === undefined) return
  try {
    await call('DELETE', `/scheduled_messages/${String(id)}`)
    change(localId, { unschedules: undefined })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    change(localId, { unschedules: undefined, mayBeThere: true })
  }
}

function failed(localId: string, error: unknown): boolean {
  if (!find(localId)) return true
  if (error instanceof Unreachable) {
    change(localId, { status: 'waiting' })
    return false
  }
  if (!(error instanceof Problem)) throw error
  if (error.status === 429) {
    change(localId, { status: 'waiting', mayBeThere: false })
    return false
  }
  change(localId, { status: 'failed', problem: error.message, mayBeThere: error.status >= 500 })
  return true
}

/** The message that this has become, where an attempt went through though its answer was lost. */
async function arrivedAs({ to, content, after }: PendingMessage): Promise<number | undefined> {
  const { messages } = await call('GET', '/messages', {
    narrow: apiNarrow([...termsOf(to), { operator: 'sender', operand: state().ownUser.user_id }]),
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  if (!Array.isArray(messages)) return undefined
  const found = messages.find(
    (message: unknown) =>
      isFields(message) &&
      typeof message['id'] === 'number' &&
      message['id'] > after &&
      !taken.has(message['id']) &&
      message['content'] === content,
  )
  return isFields(found) && typeof found['id'] === 'number' ? found['id'] : undefined
}

function termsOf(to: Destination): Term[] {
  if (to.type === 'private') return [{ operator: 'dm', operand: to.user_ids }]
  return [
    { operator: 'channel', operand: to.stream_id ?? 0 },
    { operator: 'topic', operand: to.topic.trim() },
  ]
}

/** The messages that were sent from here. */
const taken = new Set<number>()

/** The feed gets the message by its event; where that does not come, such as from channels that one is not in, it is fetched. */
const eventTakes = 3000

function settle(localId: string, messageId: number): void {
  const pending = find(localId)
  taken.add(messageId)
  if (!pending) return
  if (state().messages.has(messageId)) discard(localId)
  else {
    change(localId, { status: 'sent', messageId, mayBeThere: false })
    setTimeout(() => void fetchSent(localId, messageId), eventTakes)
  }
}

async function fetchSent(localId: string, messageId: number): Promise<void> {
  if (!find(localId)) return
  const answer = await call('GET', `/messages/${String(messageId)}`, { allow_empty_topic_name: true }).catch(
    () => undefined,
  )
  if (answer) changeState((before) => addMessages(before, [answer['message']]))
  discard(localId)
}

const shortestPause = 1000
const longestPause = 30_000

/** Ends when the connection is back, or after a while. */
async function untilWorthwhile(failures: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(longestPause, shortestPause * 2 ** (failures - 1)))
    let isFirst = true
    const stop = connection.subscribe((now) => {
      if (isFirst || now !== 'live') return void (isFirst = false)
      clearTimeout(timer)
      resolve()
    })
    setTimeout(stop, longestPause)
  })
}

/** The newest message that is known: what is sent now is none of those. */
function newestKnown(): number {
  const { messages, topics, directConversations } = state()
  let newest = 0
  for (const id of messages.keys()) newest = Math.max(newest, id)
  for (const { byKey } of topics.values())
    for (const { max_id } of byKey.values()) newest = Math.max(newest, max_id)
  for (const { max_message_id } of directConversations.values()) newest = Math.max(newest, max_message_id)
  return newest
}

/** Has the outbox follow what the server says, from the first register on. To be called once. */
export function keepOutbox(): void {
  const stop = effect(() => {
    if (!isLoaded.value) return
    queueMicrotask(() => stop())
    untracked(begin)
  })
}

function begin(): void {
  onLeftBehind((left) => {
    outbox.value = [...left, ...outbox.peek()]
    void work()
  })
  onEvent((event) => {
    if (event.type !== 'message' || !isFields(event['message'])) return
    const { id } = event['message']
    if (typeof id !== 'number') return
    const localId = event['local_message_id']
    const pending = outbox
      .peek()
      .find((each) => each.localId === localId || (each.messageId === id && each.status === 'sent'))
    if (!pending) return
    taken.add(id)
    discard(pending.localId)
  })
  // A new register has all messages that there are.
  generation.subscribe(() => {
    outbox.value = outbox.peek().filter(({ status }) => status !== 'sent')
  })
  effect(() => storeOutbox(outbox.value))
  clearAtLogOut(() => (outbox.value = []))
  addEventListener('beforeunload', (event) => {
    if (outbox.peek().some(({ status }) => status === 'waiting')) event.preventDefault()
  })
}
