// The law of state and events under random changes of channels, many at a time.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { attachmentUrl } from '../src/attachments/address'
import { addChannel } from './support/channels'
import { sendTo } from './support/changed-messages'
import { randomly } from './support/random'
import type { Client, Reply } from './support/client'
import { holdsLaw } from './support/law'
import { scenario } from './support/scenario'
import { addFiles, worldFile } from './support/world-files'

const { server, owner, ada, ben, guest } = await scenario({
  ada: 'member Ada Lovelace',
  ben: 'member Ben Member',
  guest: 'guest Gus Guest',
})
await owner.patch('/realm', { enable_spectator_access: true })
const people = [owner, ada, ben, guest]
const files = await addFiles(
  server.organization,
  people.map(({ id }) => id),
)

const who = fc.nat({ max: 3 })
const channel = fc.nat({ max: 2 })
const others = fc.uniqueArray(who, { minLength: 1 })

const action = fc.oneof(
  fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), who, channel }),
  fc.record({ kind: fc.constant('say' as const), who, channel }),
  fc.record({ kind: fc.constant('star' as const), who, channel }),
  fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), channel, others }),
  fc.record({
    kind: fc.constant('privacy' as const),
    channel,
    change: fc.constantFrom(
      { is_private: true },
      { is_private: true, history_public_to_subscribers: true },
      { is_private: false },
      { is_web_public: true },
      { is_web_public: false },
    ),
  }),
  fc.record({ kind: fc.constant('archive' as const), channel, isArchived: fc.boolean() }),
  fc.record({ kind: fc.constant('letIn' as const), channel, others }),
  fc.record({
    kind: fc.constant('role' as const),
    who: fc.integer({ min: 1, max: 3 }),
    role: fc.constantFrom(200, 400, 600),
  }),
  fc.record({ kind: fc.constant('settings' as const), who, channel, isMuted: fc.boolean() }),
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** A channel, with something in it that can be starred. */
interface Place {
  id: number
  name: string
  firstMessageId: number
}

/** Channels are changed by the owner, who is in all of them to begin with and may leave. */
function perform(each: Action, channels: readonly Place[]): Promise<Reply> {
  if (each.kind === 'role') {
    return owner.patch(`/users/${person(each.who).id}`, { role: each.role })
  }
  const { id, name, firstMessageId } = channels[each.channel] ?? { id: 0, name: '', firstMessageId: 0 }
  switch (each.kind) {
    case 'join':
      return person(each.who).post('/users/me/subscriptions', { subscriptions: [{ name }] })
    case 'leave':
      return person(each.who).delete('/users/me/subscriptions', { subscriptions: [name] })
    case 'say':
      return person(each.who).post('/messages', {
        type: 'channel',
        to: id,
        topic: 'talk',
        content: `Hello [plan](${attachmentUrl(worldFile(files, each.who))})`,
      })
    case 'star':
      return person(each.who).post('/messages/flags', {
        messages: [firstMessageId],
        op: 'add',
        flag: 'starred',
      })
    case 'add':
      return owner.post('/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: each.others.map((index) => person(index).id),
        send_new_subscription_messages: false,
      })
    case 'remove':
      return owner.delete('/users/me/subscriptions', {
        subscriptions: [name],
        principals: each.others.map((index) => person(index).id),
      })
    case 'privacy':
      return owner.patch(`/streams/${id}`, each.change)
    case 'archive':
      return owner.patch(`/streams/${id}`, { is_archived: each.isArchived })
    case 'letIn':
      return owner.patch(`/streams/${id}`, {
        can_subscribe_group: {
          new: { direct_member_ids: each.others.map((index) => person(index).id), direct_subgroup_ids: [] },
        },
      })
    case 'settings':
      return person(each.who).post('/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'is_muted', value: each.isMuted }],
      })
  }
}

function person(index: number): Client {
  return people[index] ?? owner
}

const mustHappen = `join leave say star add remove privacy archive letIn role settings stream/create stream/update
  stream/delete subscription/add subscription/remove subscription/peer_add subscription/peer_remove realm_user/update
  attachment/update`

let count = 0

test('whatever is done to channels at the same time, every client ends with the state there is', async () => {
  const actions = fc.array(action, { minLength: 8, maxLength: 12 })
  await randomly(actions, { runs: 20, must: mustHappen, evenly: true }, async (taken, did) => {
    const channels: Place[] = []
    for (let index = 0; index < 3; index++) {
      const name = `channel ${count++}`
      const { id } = await addChannel(server.owner, name, [server.owner])
      channels.push({ id, name, firstMessageId: await sendTo(server.owner, id, 'talk', 'Hello') })
    }
    const replies = await holdsLaw(
      people,
      () => Promise.all(taken.map((each) => perform(each, channels))),
      did,
    )
    // Some may not be done; none may fail.
    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    for (const [index, { kind }] of taken.entries()) if (replies[index]?.status === 200) did(kind)
    // Each story has its own channels; those of the last are put away, or the states grow.
    await Promise.all(channels.map(({ id }) => server.owner.delete(`/streams/${id}`)))
  })
})
