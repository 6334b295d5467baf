// The store of the web client against a real server: what a register and events make of it, and what it leaves as it is.
import { expect, test } from 'bun:test'
import { addChannel } from '../support/channels'
import { eventsOf, register } from '../support/law'
import { sendDirectly } from '../support/messages'
import { scenario } from '../support/scenario'
import { nameOf } from '../../src/web/store/names'
import { registration } from '../../src/web/store/registration'
import { apply, stateFrom, type State } from '../../src/web/store/state'
import { unreadCounts } from '../../src/web/store/unread-counts'
import type { Client } from '../support/client'

const { owner, ann, bob } = await scenario({ ann: 'member', bob: 'member' })
const open = await addChannel(owner, 'open', [owner, ann, bob])

/** Registers as the web client does; what it returns applies the events that have come since. */
async function startClient(person: Client): Promise<{ state: State; next: () => Promise<State> }> {
  const answer = await register(person, registration)
  const state = stateFrom(answer)
  const next = async () => {
    const events = await eventsOf({ person, state: answer })
    return events.reduce<State>((now, event) => apply(now, event, 0), state)
  }
  return { state, next }
}

test('a message that comes is known, counts as unread, and changes no slice that it does not concern', async () => {
  const { state, next } = await startClient(ann)
  await bob.post('/messages', { type: 'stream', to: open.id, topic: 'talk', content: 'Hello @**Ann**' })
  await sendDirectly(bob, [ann])
  const after = await next()
  expect(unreadCounts(after)).toMatchObject({ total: 2, direct: 1, mentions: 1 })
  expect([...after.messages.values()].map(({ content }) => content)).toHaveLength(2)
  expect(after.users).toBe(state.users)
  expect(after.groups).toBe(state.groups)
  expect(unreadCounts(state).total).toBe(0)
})

test('people are known by name, and whoever changes it is known by the new one', async () => {
  const { next } = await startClient(ann)
  await bob.patch('/settings', { full_name: 'Robert' })
  expect(nameOf(await next(), bob.id)).toBe('Robert')
})

test('what is not known changes nothing: the state is the same object', async () => {
  const { state } = await startClient(ann)
  expect(apply(state, { id: 1, type: 'something new', op: 'add' }, 0)).toBe(state)
  expect(apply(state, { id: 1, type: 'heartbeat' }, 0)).toBe(state)
  expect(apply(state, 'nonsense', 0)).toBe(state)
})

test('a register answer that lacks everything makes a state all the same', () => {
  expect(unreadCounts(stateFrom({})).total).toBe(0)
  expect(stateFrom(null).server.max_topic_length).toBe(60)
})
