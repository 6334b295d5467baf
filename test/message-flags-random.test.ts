// Random changes of flags by narrow and by ID, compared with an obvious model and with what a client makes of the events.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { deactivateSubscription, insertSubscription } from '../src/channels/repository'
import { addChannel } from './support/channels'
import { holdsLaw } from './support/law'
import { items, type Item } from './support/law/rules'
import { sendDirectly, sendToChannel } from './support/messages'
import { randomly } from './support/random'
import { scenario } from './support/scenario'

/** A message, and how it stands to Bob. */
interface Message {
  id: number
  channel: number | undefined
  topic: string
  sender: number
  isMention: boolean
  /** Whether it may be unread. */
  isSubscribed: boolean
  isReadable: boolean
}

const messages: Message[] = []

/** Bob is in `open` all the time, in `late` since the middle, in `left` until then; never in `other` or `closed`. */
const { server, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(server.owner, 'open', [ann, bob])
const late = await addChannel(server.owner, 'late', [ann])
const left = await addChannel(server.owner, 'left', [ann, bob])
const other = await addChannel(server.owner, 'other', [ann])
const closed = await addChannel(server.owner, 'closed', [ann], {
  invite_only: true,
  history_public_to_subscribers: true,
})
for (const half of [0, 1]) {
  for (const channel of [open, late, left, other, closed]) {
    const isReceived = channel === open || channel === [left, late][half]
    for (const topic of ['one', 'two']) {
      messages.push({
        id: await sendToChannel(ann, channel, topic === 'two' ? '@**Bob**' : 'Hello', topic),
        channel: channel.id,
        topic,
        sender: ann.id,
        isMention: topic === 'two' && isReceived,
        isSubscribed: channel === open || channel === late,
        isReadable: channel !== closed,
      })
    }
  }
  for (const sender of [ann, bob]) {
    const id = await sendDirectly(sender, [sender === ann ? bob : ann])
    const place = { channel: undefined, topic: '', isMention: false }
    const standing = { isSubscribed: true, isReadable: true }
    messages.push({ id, sender: sender.id, ...place, ...standing })
  }
  await quietly(server.organization, (tx) => {
    if (half === 1) return
    insertSubscription(tx, { userId: bob.id, channelId: late.id, color: '#76ce90' })
    deactivateSubscription(tx, bob.id, left.id)
  })
}

type Flag = 'read' | 'starred' | 'collapsed'
const term = fc.oneof(
  fc.record({ operator: fc.constant('channel'), operand: fc.constantFrom('open', 'late', 'left', 'other') }),
  fc.record({ operator: fc.constant('topic'), operand: fc.constantFrom('one', 'two') }),
  fc.record({
    operator: fc.constant('is'),
    operand: fc.constantFrom('unread', 'starred', 'dm', 'mentioned'),
  }),
  fc.record({ operator: fc.constant('sender'), operand: fc.constantFrom('me') }),
)
type Term = typeof term extends fc.Arbitrary<infer T> ? T : never
const narrow = fc.array(
  fc.tuple(term, fc.boolean()).map(([each, negated]) => ({ ...each, negated })),
  { maxLength: 2 },
)
const which = fc.nat({ max: 23 })
const change = {
  op: fc.constantFrom('add' as const, 'remove' as const),
  flag: fc.constantFrom<Flag>('read', 'starred', 'collapsed'),
}
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('range' as const),
      anchor: fc.oneof(which, fc.constantFrom('oldest' as const, 'newest' as const, 'first_unread' as const)),
      isAnchorIn: fc.boolean(),
      before: fc.nat({ max: 12 }),
      after: fc.nat({ max: 12 }),
      narrow,
      ...change,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('list' as const), which: fc.array(which), ...change }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('all' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Range = Extract<Step, { kind: 'range' }>

/** Bob's flags as they must be: sets of message IDs. */
class Model {
  readonly flags: Record<Flag, Set<number>> = { read: new Set(), starred: new Set(), collapsed: new Set() }
  readonly history: Set<number>

  /** @param seen what Bob has now, as he fetches it. */
  constructor(seen: readonly Item[]) {
    for (const { id, flags } of seen) {
      for (const flag of ['read', 'starred', 'collapsed'] as const) {
        if (Array.isArray(flags) && flags.includes(flag)) this.flags[flag].add(Number(id))
      }
    }
    this.history = new Set(seen.map(({ id }) => Number(id)))
    for (const { id, isReadable } of messages) {
      if (isReadable && !this.history.has(id)) this.flags.read.add(id)
    }
  }

  /** @returns the messages that changed, and the channels that were passed over. */
  change(op: 'add' | 'remove', flag: Flag, targets: readonly Message[]) {
    const changed: number[] = []
    const ignored = new Set<number>()
    for (const { id, channel, isSubscribed } of targets) {
      if (this.flags[flag].has(id) === (op === 'add')) continue
      if (flag === 'read' && op === 'remove' && channel !== undefined && !isSubscribed) {
        ignored.add(channel)
        continue
      }
      if (op === 'add') this.flags[flag].add(id)
      else this.flags[flag].delete(id)
      this.history.add(id)
      changed.push(id)
    }
    return { changed, ignored: [...ignored].sort((a, b) => a - b) }
  }

  /** All messages of a narrow, in order. */
  matching(terms: Range['narrow']): Message[] {
    const isOfChannel = terms.some(({ operator, negated }) => operator === 'channel' && !negated)
    return messages.filter(
      (message) =>
        message.isReadable &&
        (isOfChannel ? message.channel !== undefined : this.history.has(message.id)) &&
        terms.every((each) => this.#holds(each, message) !== each.negated),
    )
  }

  #holds({ operator, operand }: Term, message: Message): boolean {
    if (operator === 'channel') return channelNames[operand] === message.channel
    if (operator === 'topic') return message.topic === operand
    if (operator === 'sender') return message.sender === bob.id
    if (operand === 'unread') return !this.flags.read.has(message.id)
    if (operand === 'starred') return this.flags.starred.has(message.id)
    return operand === 'dm' ? message.channel === undefined : message.isMention
  }

  /** The part of a narrow around an anchor, and whether it reaches its ends. */
  around({ anchor, isAnchorIn, before, after, narrow: terms }: Range) {
    const all = this.matching(terms)
    const firstUnread = all.find(({ id }) => !this.flags.read.has(id))?.id ?? Infinity
    const named = { oldest: 0, newest: Infinity, first_unread: firstUnread }
    const at = typeof anchor === 'number' ? idAt(anchor) : named[anchor]
    const older = all.filter(({ id }) => id < at)
    const newer = all.filter(({ id }) => id > at)
    const exact = all.filter(({ id }) => id === at && isAnchorIn)
    const first = Math.max(0, older.length - before)
    return {
      range: [...older.slice(first), ...exact, ...newer.slice(0, after)],
      found_oldest: older.length <= before,
      found_newest: newer.length <= after,
    }
  }
}

const channelNames: Readonly<Record<string, number>> = { open: 1, late: 2, left: 3, other: 4 }
const idAt = (index: number) => messages[index]?.id ?? 0

/** Makes the change over the API and in the model, and compares the answers. */
async function make(model: Model, step: Step): Promise<void> {
  if (step.kind === 'all') {
    const { body } = await bob.post('/mark_all_as_read')
    expect(body).toMatchObject({ complete: true })
    model.change(
      'add',
      'read',
      messages.filter(({ isReadable }) => isReadable),
    )
    return
  }
  const { op, flag } = step
  const told = (ignored: readonly number[]) =>
    op === 'remove' && flag === 'read' ? { ignored_because_not_subscribed_channels: ignored } : {}
  if (step.kind === 'list') {
    const ids = [...new Set(step.which.map(idAt))]
    const { body } = await bob.post('/messages/flags', { messages: ids, op, flag })
    const targets = messages.filter(({ id, isReadable }) => ids.includes(id) && isReadable)
    const { changed, ignored } = model.change(op, flag, targets)
    const inOrder = ids.filter((id) => changed.includes(id))
    expect(body).toEqual({ result: 'success', msg: '', messages: inOrder, ...told(ignored) })
    return
  }
  const { anchor, isAnchorIn, before, after } = step
  const { body } = await bob.post('/messages/flags/narrow', {
    anchor: typeof anchor === 'number' ? idAt(anchor) : anchor,
    include_anchor: isAnchorIn,
    num_before: before,
    num_after: after,
    narrow: step.narrow,
    op,
    flag,
  })
  const { range, ...ends } = model.around(step)
  const { changed, ignored } = model.change(op, flag, range)
  expect(body).toEqual({
    result: 'success',
    msg: '',
    processed_count: range.length,
    updated_count: changed.length,
    first_processed_id: range[0]?.id ?? null,
    last_processed_id: range.at(-1)?.id ?? null,
    ...ends,
    ...told(ignored),
  })
}

async function seenByBob(): Promise<Item[]> {
  const { body } = await bob.get('/messages', { anchor: 'oldest', num_before: 0, num_after: 100 })
  return items(body['messages'])
}

test('flags are what was asked for, whatever the order and the narrow', async () => {
  const must = 'range list all update_message_flags/add update_message_flags/remove'
  const steps = fc.array(step, { minLength: 1, maxLength: 8 })
  await randomly(steps, { runs: 40, must, evenly: true }, async (taken, did) => {
    const model = new Model(await seenByBob())
    const change = async () => {
      for (const each of taken) {
        await make(model, each)
        did(each.kind)
      }
    }
    await holdsLaw([bob], change, did)
    const seen = await seenByBob()
    expect(seen.map(({ id }) => id)).toEqual([...model.history].sort((a, b) => a - b))
    const after = new Model(seen)
    expect(after.flags).toEqual(model.flags)
  })
})
