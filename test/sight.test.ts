// What changes who sees what goes through one entry, src/sight/changing.ts: writers that forget it fail, whoever they are.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import {
  deactivateSubscription,
  insertChannel,
  insertSubscription,
  updateChannel,
} from '../src/channels/repository'
import { openDirectConversation } from '../src/messages/conversations'
import { storeValue } from '../src/organization/settings'
import type { Transaction } from '../src/organization/writer'
import { changingSight } from '../src/sight/changing'
import { systemGroupId } from '../src/user-groups/repository'
import { updateUser } from '../src/users/repository'
import { addChannel, storedChannel } from './support/channels'
import { quietly } from './support/quietly'
import { scenario } from './support/scenario'

const { server, ann } = await scenario({ ann: 'member' })
const channel = storedChannel(server, await addChannel(server.owner, 'club', [ann]))

const writes: Readonly<Record<string, (tx: Transaction) => unknown>> = {
  'a role': (tx) => updateUser(tx, ann.id, { role: 600 }),
  'full membership': (tx) => updateUser(tx, ann.id, { isFullMember: false }),
  'the activity of an account': (tx) => updateUser(tx, ann.id, { isActive: false }),
  'a new channel': (tx) => insertChannel(tx, { ...channel, id: undefined, name: 'other' }),
  'who may see a channel': (tx) => updateChannel(tx, channel.id, { isPrivate: true }),
  'a subscription': (tx) =>
    insertSubscription(tx, { userId: server.owner.id, channelId: channel.id, color: '#76ce90' }),
  'the end of a subscription': (tx) => deactivateSubscription(tx, ann.id, channel.id),
  'a direct conversation': (tx) => openDirectConversation(tx, [server.owner.id, ann.id]),
  'whom guests may see': (tx) =>
    storeValue(tx, 'can_access_all_users_group', systemGroupId(tx.organization, 'role:members')),
}

test.each(Object.keys(writes))('%s can only be written while sight is watched', async (name) => {
  const write = writes[name] ?? (() => undefined)
  const { organization } = server
  const forgotten = organization.write(write).catch((error: unknown) => String(error))
  expect(await forgotten).toContain('was written outside of changingSight')
  // Each is a write that does something: inside, nothing stands in its way. It is then taken back.
  const undone = quietly(organization, (tx) => {
    write(tx)
    throw new Error('taken back')
  }).catch((error: unknown) => String(error))
  expect(await undone).toBe('Error: taken back')
})

test('a part of a write that has ended is watched no longer', async () => {
  const result = server.organization
    .write((tx) => {
      changingSight(tx, { rolesOf: [ann.id] }, () => undefined)
      updateUser(tx, ann.id, { role: 600 })
    })
    .catch((error: unknown) => String(error))
  expect(await result).toContain('outside of changingSight')
})

test('nothing but the one entry says that sight is watched', async () => {
  const users: string[] = []
  for (const path of new Glob('src/**/*.ts').scanSync('.')) {
    if ((await Bun.file(path).text()).includes('whileSightIsWatched')) users.push(path)
  }
  expect(users.sort()).toEqual(['src/organization/writer.ts', 'src/sight/changing.ts'])
})
