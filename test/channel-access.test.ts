// Who sees and reads what, of random channels with random histories, against the rules written out plainly.
import { quietly } from './support/quietly'
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  canReadMessage,
  canSeeChannel,
  canSeeSubscribers,
  hasChannelPermission,
  historyAccess,
  isWithin,
} from '../src/channels/access'
import {
  channelDirectory,
  deactivateSubscription,
  insertSubscription,
  periodsOf,
  updateChannel,
  type Channel,
} from '../src/channels/repository'
import { sendChannelNotice } from '../src/messages/sending/notices'
import { storeSetting } from '../src/organization/settings'
import { systemGroupId, systemGroupNames } from '../src/user-groups/repository'
import { directory, type User } from '../src/users/repository'
import { storedChannel, addChannel, type ChannelRef } from './support/channels'
import { randomly } from './support/random'
import { scenario } from './support/scenario'

const people: User[] = []
const { server } = await scenario({})
const roles = ['administrator', 'moderator', 'member', 'member', 'guest', 'guest'] as const
const ids = [server.owner.id]
for (const [index, role] of roles.entries()) ids.push((await server.addPerson(`Person ${index}`, role)).id)
for (const id of ids) people.push(directory(server.organization).byId.get(id) ?? fail())

function fail(): never {
  throw new Error('Not there')
}

const kinds = {
  webPublic: { isWebPublic: true, isPrivate: false, isHistoryShared: true },
  public: { isWebPublic: false, isPrivate: false, isHistoryShared: true },
  shared: { isWebPublic: false, isPrivate: true, isHistoryShared: true },
  protected: { isWebPublic: false, isPrivate: true, isHistoryShared: false },
} as const
type Kind = keyof typeof kinds

const person = fc.nat({ max: 6 })
const step = fc.oneof(
  fc.constant({ kind: 'say' as const }),
  fc.record({ kind: fc.constantFrom('join' as const, 'leave' as const), person }),
)
const group = fc.constantFrom(...systemGroupNames.filter((name) => name !== 'role:internet'))
const story = fc.record({
  kind: fc.constantFrom<Kind>('webPublic', 'public', 'shared', 'protected'),
  steps: fc.array(step, { maxLength: 14 }),
  canSubscribe: group,
  canAdd: group,
  canAdminister: group,
  spectators: fc.boolean(),
})

/** What was said in a channel, and who was in it then. */
interface Said {
  id: number
  present: ReadonlySet<number>
}

let count = 0

/** Lives the story through. @returns the channel, who is in it at the end, and what was said. */
async function live(told: typeof story extends fc.Arbitrary<infer Story> ? Story : never) {
  const { organization } = server
  const channel = await addChannel(server.owner, `story ${count++}`)
  await quietly(organization, (tx) =>
    updateChannel(tx, channel.id, {
      ...kinds[told.kind],
      canSubscribeGroup: systemGroupId(organization, told.canSubscribe),
      canAddSubscribersGroup: systemGroupId(organization, told.canAdd),
      canAdministerChannelGroup: systemGroupId(organization, told.canAdminister),
    }),
  )
  const present = new Set<number>()
  const said: Said[] = []
  for (const each of told.steps) {
    await quietly(organization, (tx) => {
      if (each.kind === 'say') {
        sendChannelNotice(tx, channel.id, 'story', 'Once')
        return said.push({ id: newest(), present: new Set(present) })
      }
      const userId = people[each.person]?.id ?? fail()
      if (each.kind === 'join' && !present.has(userId)) {
        insertSubscription(tx, { userId, channelId: channel.id, color: '#76ce90' })
        present.add(userId)
      }
      if (each.kind === 'leave' && present.has(userId)) {
        deactivateSubscription(tx, userId, channel.id)
        present.delete(userId)
      }
      return undefined
    })
  }
  await organization.write((tx) => storeSetting(tx, 'enable_spectator_access', told.spectators))
  return { channel: channelDirectory(organization).byId.get(channel.id) ?? fail(), present, said }
}

function newest(): number {
  const row = server.organization.db.sqlite
    .query<{ id: number }, []>('SELECT max(id) AS id FROM messages')
    .get()
  return row?.id ?? fail()
}

/** Roles in the group, most powerful first. */
const rolesIn: Readonly<Record<string, readonly number[]>> = {
  'role:owners': [100],
  'role:administrators': [100, 200],
  'role:moderators': [100, 200, 300],
  'role:fullmembers': [100, 200, 300, 400],
  'role:members': [100, 200, 300, 400],
  'role:everyone': [100, 200, 300, 400, 600],
  'role:nobody': [],
}

test('people see and read of channels what the rules say, and nothing else', async () => {
  const must = 'sees hidden reads unreadable'
  await randomly(story, { runs: 60, must }, async (told, did) => {
    const { organization } = server
    const { channel, present, said } = await live(told)
    for (const user of [...people, undefined]) {
      const subscribed = user !== undefined && present.has(user.id)
      const sees = plainlySees(told, user, subscribed)
      expect(canSeeChannel(organization, user, channel)).toBe(sees)
      did(sees ? 'sees' : 'hidden')
      expect(canSeeSubscribers(organization, user, channel)).toBe(
        user?.role === 600 ? subscribed : user !== undefined && sees,
      )
      for (const { id, present: then } of said) {
        const received = user !== undefined && then.has(user.id)
        const reads = plainlyReads(told.kind, told.spectators, user, subscribed, received)
        expect(canReadMessage(organization, user, channel, id)).toBe(reads)
        did(reads ? 'reads' : 'unreadable')
        expect(isWithin(periods(user, channel), id)).toBe(received)
      }
      if (!sees) expect(historyAccess(organization, user, channel)).toBe('nothing')
    }
  })
})

function plainlySees(
  told: { kind: Kind; spectators: boolean; canSubscribe: string; canAdd: string; canAdminister: string },
  user: User | undefined,
  subscribed: boolean,
): boolean {
  if (!user) return told.kind === 'webPublic' && told.spectators
  if (told.kind === 'webPublic' || subscribed) return true
  if (user.role === 600) return false
  if (told.kind === 'public' || user.role <= 200) return true
  return [told.canSubscribe, told.canAdd, told.canAdminister].some((name) =>
    rolesIn[name]?.includes(user.role),
  )
}

function plainlyReads(
  kind: Kind,
  spectators: boolean,
  user: User | undefined,
  subscribed: boolean,
  received: boolean,
): boolean {
  if (!user) return kind === 'webPublic' && spectators
  switch (kind) {
    case 'webPublic':
      return true
    case 'public':
      return user.role !== 600 || subscribed
    case 'shared':
      return subscribed
    case 'protected':
      return subscribed && received
  }
}

function periods(user: User | undefined, channel: ChannelRef) {
  return (user && periodsOf(server.organization, user.id).get(channel.id)) ?? []
}

test('guests have no permission that is not for everyone, administrators have those of the house', async () => {
  const { organization } = server
  const everyone = systemGroupId(organization, 'role:everyone')
  const nobody = systemGroupId(organization, 'role:nobody')
  const made = await addChannel(server.owner, 'all may')
  await quietly(organization, (tx) =>
    updateChannel(tx, made.id, {
      canAdministerChannelGroup: everyone,
      canRemoveSubscribersGroup: everyone,
      canSubscribeGroup: everyone,
    }),
  )
  const open = storedChannel(server, made)
  const shut = storedChannel(
    server,
    await addChannel(server.owner, 'none may', [], {
      can_administer_channel_group: nobody,
      can_remove_subscribers_group: nobody,
      can_send_message_group: nobody,
    }),
  )
  const [owner, , , member, , guest] = people
  if (!owner || !member || !guest) fail()
  const has = (
    user: User,
    channel: Channel,
    permission:
      'canAdministerChannelGroup' | 'canRemoveSubscribersGroup' | 'canSendMessageGroup' | 'canSubscribeGroup',
  ) => hasChannelPermission(organization, user, channel, permission)
  expect(has(member, open, 'canAdministerChannelGroup')).toBe(true)
  expect(has(guest, open, 'canAdministerChannelGroup')).toBe(false)
  expect(has(guest, open, 'canRemoveSubscribersGroup')).toBe(false)
  expect(has(guest, open, 'canSubscribeGroup')).toBe(false)
  expect(has(guest, open, 'canSendMessageGroup')).toBe(true)
  expect(has(owner, shut, 'canAdministerChannelGroup')).toBe(true)
  expect(has(owner, shut, 'canRemoveSubscribersGroup')).toBe(true)
  expect(has(member, shut, 'canRemoveSubscribersGroup')).toBe(false)
  expect(has(owner, shut, 'canSendMessageGroup')).toBe(false)
  expect(has(member, shut, 'canSubscribeGroup')).toBe(true)
})
