// Who may open a file, against a slow, obvious reference in random organizations; and a file that very many messages link to.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { canOpen } from '../src/attachments/access'
import { insertLinks } from '../src/attachments/links-repository'
import { openDirectConversation } from '../src/messages/conversations'
import { directory } from '../src/users/repository'
import { addChannel } from './support/channels'
import { sendDirectly, sendToChannel } from './support/messages'
import type { Client } from './support/client'
import { history, kindsOfSteps, mayOpen, step, viewersOf, World } from './support/narrow-world'
import { quietly } from './support/quietly'
import { randomly, type Did } from './support/random'
import { scenario } from './support/scenario'
import { addFile } from './support/world-files'
import { shortestTime } from './support/shortest-time'

/** Later than any message of a test. */
const farAhead = 1_000_000_000

test('a file opens for its owner and for whoever can read a message that links to it, and for nobody else', async () => {
  const worlds = fc.tuple(history, fc.array(step, { minLength: 30, maxLength: 30 }))
  const must = `${kindsOfSteps} opened refused`
  await randomly(worlds, { runs: 3, must, shrinks: false, evenly: true }, async ([steps, more], did) => {
    const world = await World.make(steps, did)
    try {
      for (const [index, each] of more.entries()) {
        await world.perform(each, did)
        // From the middle on, the newest messages that link to each file are for its owner alone.
        if (index === 15) await bury(world)
        compare(world, did)
      }
    } finally {
      await world.server.stop()
    }
  })
}, 240_000)

/** Everybody and every file. */
function compare(world: World, did: Did): void {
  for (const viewer of viewersOf(world)) {
    for (const [number, file] of world.files.entries()) {
      const about = { viewer: viewer?.fullName, number }
      const isOpen = canOpen(world.organization, viewer, file)
      if (isOpen !== mayOpen(world, viewer, number)) {
        expect({ ...about, isOpen }).toEqual({ ...about, isOpen: !isOpen })
      }
      did(isOpen ? 'opened' : 'refused')
    }
  }
}

function bury({ organization, files }: World): Promise<void> {
  return quietly(organization, (tx) => {
    for (const { id, ownerId } of files) {
      const conversationId = openDirectConversation(tx, [ownerId])
      for (let n = 0; n < 30; n++) insertLinks(tx, { id: farAhead + n, conversationId }, [id])
    }
  })
}

test('a file that twenty thousand messages link to is found in the one message somebody can read', async () => {
  const { server, ann, bob, dan, owner } = await scenario({ ann: 'member', bob: 'member', dan: 'member' })
  const { organization } = server
  const file = await organization.write((tx) => addFile(tx, ann.id, 'file0'))
  const text = '[plan](/user_uploads/1/file0/plan.txt)'
  const secret = await addChannel(server.owner, 'secret', [owner, ann], { invite_only: true })
  const vault = await addChannel(server.owner, 'vault', [owner, ann], { invite_only: true })
  await sendDirectly(ann, [bob], text)
  await sendToChannel(ann, vault, text)
  // He comes to its protected history too late.
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'vault' }], principals: [dan.id] })
  const inSecret = await sendToChannel(ann, secret, text)
  await organization.write((tx) => {
    tx.sqlite
      .query(
        `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
         INSERT INTO attachment_messages (message_id, attachment_id, conversation_id)
         SELECT ${farAhead} + n, attachment_id, conversation_id FROM number, attachment_messages WHERE message_id = ?`,
      )
      .run(inSecret)
  })
  const stranger = await server.addPerson('Cal')
  const viewer = (person: Client) => directory(organization).byId.get(person.id)
  const lookOften = (): void => {
    for (let n = 0; n < 10; n++) {
      expect(canOpen(organization, viewer(bob), file)).toBe(true)
      expect(canOpen(organization, viewer(dan), file)).toBe(false)
      expect(canOpen(organization, viewer(stranger), file)).toBe(false)
      expect(canOpen(organization, undefined, file)).toBe(false)
    }
  }
  // Looking at each of them takes many times as long.
  expect(shortestTime(lookOften)).toBeLessThan(150)
  expect(canOpen(organization, viewer(owner), file)).toBe(true)
  expect(canOpen(organization, viewer(ann), file)).toBe(true)
  await sendToChannel(ann, vault, text)
  expect(canOpen(organization, viewer(dan), file)).toBe(true)
  // It goes at once; what is known of the messages follows.
  expect((await ann.delete(`/attachments/${file.id}`)).status).toBe(200)
  const left = () => organization.db.sqlite.query('SELECT count(*) AS count FROM attachment_messages').get()
  expect(left()).toEqual({ count: 20_004 })
  await server.server.settled()
  expect(left()).toEqual({ count: 0 })
}, 240_000)
