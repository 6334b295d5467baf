// Random sends, edits, moves and deletions, compared with an obvious model and with what a client makes of the events.
import { afterEach, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { defaultRules } from '../src/organization/rules'
import { storeSetting } from '../src/organization/settings'
import { messagesIn } from './support/changed-messages'
import { addChannel } from './support/channels'
import type { Client } from './support/client'
import { linkingTo, opens, uploadText, type Uploaded } from './support/files'
import { hadJobs } from './support/jobs'
import { randomly, type Did } from './support/random'
import { holdsLaw } from './support/law'
import type { Item } from './support/law/rules'
import { addPeople } from './support/scenario'
import { TestServer } from './support/server'

let server: TestServer
let people: Record<'ann' | 'bob' | 'gus', Client>
afterEach(() => server.stop())

/** @param messagesPerStep how many one write may move or delete, and of how many people it carries the choices along */
async function start(messagesPerStep: number): Promise<void> {
  server = await TestServer.start({
    rules: { ...defaultRules, messagesPerStep, choicesPerStep: messagesPerStep },
  })
  people = await addPeople(server, { ann: 'member', bob: 'member', gus: 'guest' })
  await server.organization.write((tx) => {
    storeSetting(tx, 'message_content_edit_limit_seconds', null)
    storeSetting(tx, 'message_content_delete_limit_seconds', null)
  })
}

const topics = ['', 'a', 'A', '✔ a', 'b']
const place = { channel: fc.nat({ max: 2 }), topic: fc.constantFrom(...topics) }
const which = fc.nat({ max: 100 })
/** Links to the one file of the story, which is the owner's. */
const linking = 'see FILE'
const content = fc.constantFrom('x', 'y @**Ann**', '@**all**', '**z**', linking)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), ...place, content }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, content }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      which,
      ...place,
      mode: fc.constantFrom('change_one', 'change_later', 'change_all'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('resolve' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteTopic' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Message {
  id: number
  channel: number
  topic: string
  content: string
  /** Bob had it when it came to the vault in which he is. */
  bobKeeps?: boolean
}

/** What notices hold as far as the model is concerned. */
const notice = 'notice'

/** The messages as they must be; the owner sees and may do everything. */
class Model {
  messages: Message[] = []
  isBobInVault = false

  constructor(
    readonly did: Did,
    readonly open: number,
    readonly vault: number,
    readonly file: Uploaded,
  ) {}

  #written(content: string): string {
    return content.replace('FILE', this.file.link)
  }

  async apply(channels: readonly number[], change: Step): Promise<void> {
    const { owner } = server
    if (change.kind === 'send') {
      const { topic } = change
      const channel = channels[change.channel] ?? 0
      const parameters = { type: 'channel', to: channel, topic, content: this.#written(change.content) }
      const { body } = await owner.post('/messages', parameters)
      this.messages.push({ id: Number(body['id']), channel, topic, content: change.content })
      this.did('send')
      return
    }
    const target = this.messages[change.which % Math.max(1, this.messages.length)]
    if (!target) return
    if (change.kind !== 'move' && change.kind !== 'resolve') this.did(change.kind)
    if (change.kind === 'edit') {
      const { body } = await owner.patch(`/messages/${target.id}`, { content: this.#written(change.content) })
      // Notices are the server's own: nobody edits them.
      if (target.content === notice) expect(body['result']).toBe('error')
      if (body['result'] === 'success') target.content = change.content
    } else if (change.kind === 'move') {
      await this.#move(target, channels[change.channel] ?? 0, change.topic, change.mode)
    } else if (change.kind === 'resolve') {
      if (target.topic === '') return
      const topic = target.topic.startsWith('✔ ') ? target.topic.slice(2) : `✔ ${target.topic}`
      await this.#move(target, target.channel, topic, 'change_all')
    } else if (change.kind === 'delete') {
      await owner.delete(`/messages/${target.id}`)
      this.messages = this.messages.filter((message) => message !== target)
    } else {
      await owner.post(`/streams/${target.channel}/delete_topic`, { topic_name: target.topic })
      const gone = this.#topicOf(target)
      this.messages = this.messages.filter((message) => !gone.includes(message))
    }
  }

  async #move(target: Message, channel: number, topic: string, mode: string): Promise<void> {
    const silent = { send_notification_to_new_thread: false, propagate_mode: mode }
    const before = await newestId()
    const parameters = { topic, stream_id: channel, ...silent }
    const { body } = await server.owner.patch(`/messages/${target.id}`, parameters)
    const isSame = target.channel === channel && target.topic === topic
    expect(body['result']).toBe(isSame ? 'error' : 'success')
    if (isSame) return
    this.did('move')
    const all = this.#topicOf(target)
    const later = all.filter(({ id }) => id >= target.id)
    const moved = mode === 'change_one' ? [target] : mode === 'change_later' ? later : all
    const isResolving =
      moved.length === all.length &&
      target.channel === channel &&
      (topic === `✔ ${target.topic}` || target.topic === `✔ ${topic}`)
    for (const message of moved) {
      if (channel !== message.channel) {
        message.bobKeeps = channel === this.vault && message.channel === this.open && this.isBobInVault
        if (message.bobKeeps) this.did('keep')
      }
      Object.assign(message, { channel, topic })
    }
    // Whoever resolves a topic is told so by a notice.
    if (isResolving) this.did('resolve')
    if (isResolving) this.messages.push({ id: before + 1, channel, topic, content: notice })
  }

  #topicOf({ channel, topic }: Message): Message[] {
    const isSame = (message: Message) => message.topic.toLowerCase() === topic.toLowerCase()
    return this.messages.filter((message) => message.channel === channel && isSame(message))
  }
}

async function newestId(): Promise<number> {
  const row = server.organization.db.sqlite
    .query<{ id: number }, []>("SELECT seq AS id FROM sqlite_sequence WHERE name = 'messages'")
    .get()
  return row?.id ?? 0
}

const mustHappen = `send edit move keep resolve delete deleteTopic message update_message delete_message
  attachment/update opened unopened`

test.each([
  ['in one write', defaultRules.messagesPerStep, ''],
  ['step by step', 2, 'steps'],
])(
  'whatever is done, %s, everybody and every client that follows the events sees what the model says',
  async (_, size, also) => {
    await start(size)
    let run = 0
    const stories = fc.tuple(fc.array(step, { minLength: 15, maxLength: 25 }), fc.nat({ max: 5 }))
    await randomly(
      stories,
      { runs: 12, must: `${mustHappen} ${also}`.trim(), evenly: true },
      async ([steps, joins], did) => {
        const { ann, bob, gus } = people
        const { owner } = server
        run++
        const nothing = { invite_only: true, history_public_to_subscribers: false }
        const made = [
          await addChannel(server.owner, `open ${run}`, [owner, ann, bob, gus]),
          await addChannel(server.owner, `closed ${run}`, [owner, ann], {
            invite_only: true,
            history_public_to_subscribers: true,
          }),
          await addChannel(server.owner, `vault ${run}`, [owner, ann], nothing),
        ]
        const channels = made.map(({ id }) => id)
        const [open = 0, , vault = 0] = channels
        const file = await uploadText(owner)
        const model = new Model(did, open, vault, file)
        for (const each of steps.slice(0, joins)) await model.apply(channels, each)
        // Bob sees of the vault only what was sent since he joined, and what he had got in the open.
        const joinedAt = await newestId()
        await owner.post('/users/me/subscriptions', {
          subscriptions: [{ name: `vault ${run}` }],
          principals: [bob.id],
        })
        model.isBobInVault = true
        const watchers = [owner, ann, bob, gus]
        const live = async () => {
          for (const each of steps.slice(joins)) await model.apply(channels, each)
        }
        await holdsLaw(watchers, live, did)
        if (hadJobs(server)) did('steps')
        const sees = (who: Client, { id, channel, bobKeeps }: Message) => {
          if (channel === channels[0]) return true
          if (channel === channels[1]) return who === owner || who === ann
          return who === owner || who === ann || (who === bob && (bobKeeps === true || id > joinedAt))
        }
        const links = model.messages.filter(({ content }) => content === linking)
        expect(await linkingTo(owner, file)).toEqual(byId(links).map(({ id }) => id))
        for (const who of watchers) {
          const seen = (
            await Promise.all(
              channels.filter((_, kind) => kind === 0 || who !== gus).map((id) => readChannel(who, id)),
            )
          ).flat()
          const expected = model.messages.filter((message) => sees(who, message))
          expect({ who: who.email, seen: byId(seen.map(shape)) }).toEqual({
            who: who.email,
            seen: byId(expected.map(({ id, channel, topic }) => ({ id, channel, topic }))),
          })
          const isShown = who === owner || expected.some(({ content }) => content === linking)
          expect({ who: who.email, opens: await opens(who, file) }).toEqual({
            who: who.email,
            opens: isShown,
          })
          if (who !== owner) did(isShown ? 'opened' : 'unopened')
        }
      },
    )
  },
  60_000,
)

const shape = (message: Item) => ({
  id: Number(message['id']),
  channel: Number(message['stream_id']),
  topic: String(message['subject']),
})
const byId = <T extends { id: number }>(list: T[]) => list.toSorted((a, b) => a.id - b.id)

async function readChannel(who: Client, channel: number): Promise<Item[]> {
  const range = {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1000,
    allow_empty_topic_name: true,
    apply_markdown: false,
  }
  const { body } = await who.get('/messages', {
    ...range,
    narrow: [{ operator: 'channel', operand: channel }],
  })
  return body['result'] === 'success'
    ? await messagesIn(who, [{ operator: 'channel', operand: channel }], { apply_markdown: false })
    : []
}
