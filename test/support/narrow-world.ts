// A random organization with a model of who got which message, for comparing narrows with a slow, obvious reference.
import { quietly } from './quietly'
import * as fc from 'fast-check'
import type { Attachment } from '../../src/attachments/repository'
import type { Channel } from '../../src/channels/repository'
import {
  deactivateSubscription,
  insertSubscription,
  subscriptionsOf,
  updateSubscription,
} from '../../src/channels/repository'
import { ApiError, badRequest } from '../../src/http/errors'
import { deleteMessage } from '../../src/messages/changing/editing/deleting'
import { editMessage } from '../../src/messages/changing/editing/editing'
import { restore } from '../../src/messages/changing/editing/restoring'
import { storeState } from '../../src/messages/changing/changes-repository'
import { flagBits } from '../../src/messages/flags'
import { flagsOf } from '../../src/messages/repository'
import { sendMessageIn } from '../../src/messages/sending/send'
import { storeSetting } from '../../src/organization/settings'
import type { Transaction } from '../../src/organization/writer'
import { insertReaction } from '../../src/reactions/repository'
import { changeTopicVisibility } from '../../src/user-topics/actions'
import type { Visibility } from '../../src/user-topics/repository'
import { directory, type User } from '../../src/users/repository'
import { addChannel, storedChannel } from './channels'
import type { Did } from './random'
import { TestServer } from './server'
import { addFiles, filesIn, linkingContents } from './world-files'

export const topics = ['Plans', 'plans', 'Lunch friday', '✔ Plans', ''] as const
export const contents = [
  'we deployed friday',
  'deploy it on Friday',
  'Häuser und 日本語',
  'see https://example.com',
  'https://example.com/cat.png',
  'nothing',
  '**haus**er @**Bob**',
  ...linkingContents,
] as const

/** What the reference knows of a message. */
export interface Message {
  readonly id: number
  readonly senderId: number
  /** Undefined for a direct message. */
  channel: Channel | undefined
  /** Everybody in the direct conversation. */
  readonly memberIds: readonly number[]
  topic: string
  content: string
  /** The numbers of the files it links to: those that its sender could open then. */
  files: readonly number[]
  readonly reactions: Set<number>
  /** Who was subscribed to which channel when it was sent: `user/channel`. */
  readonly subscribed: ReadonlySet<string>
  /** Who keeps it in which channel with protected history that it came to: `user/channel`. */
  readonly kept: Set<string>
  /** Where it has been before. */
  readonly left: Set<number>
}

/** Whether somebody got the message in a channel, or keeps it there. */
export function isReceived({ subscribed, kept }: Message, userId: number, channelId: number): boolean {
  return subscribed.has(`${userId}/${channelId}`) || kept.has(`${userId}/${channelId}`)
}

const number = fc.nat({ max: 60 })
const who = fc.nat({ max: 4 })
const channel = fc.nat({ max: 3 })
const topic = fc.constantFrom(...topics)
const content = fc.constantFrom(...contents)
export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('say' as const), who, channel, topic, content }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      who,
      to: fc.uniqueArray(who, { maxLength: 3 }),
      content,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), who, channel }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), who, channel }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      who,
      number,
      bits: fc.constantFrom(flagBits.starred, flagBits.unread, flagBits.has_alert_word, flagBits.mentioned),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('react' as const), who, number }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      who,
      channel,
      topic,
      policy: fc.constantFrom<Visibility[]>(0, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('mute' as const), who, channel, isMuted: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), number, channel, topic }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('edit' as const), number, content }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), number }) },
)
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

export const kindsOfSteps = 'say write join leave flag react choose mute move edit delete restore'

export const history = fc.array(step, { minLength: 20, maxLength: 70, size: 'max' })

/** Everybody, and somebody without an account. */
export function viewersOf(world: World): (User | undefined)[] {
  return [...world.userIds.map((id) => world.userById(id)), undefined]
}

/** Whether somebody may open a file: their own, or one that a message links to which they may read. */
export function mayOpen(world: World, viewer: User | undefined, file: number): boolean {
  if (viewer?.id === world.userIds[file]) return true
  return world.messages.some((message) => message.files.includes(file) && isReadable(world, viewer, message))
}

/** Whether somebody may read the message where it is now. */
export function isReadable(world: World, viewer: User | undefined, message: Message): boolean {
  const { channel } = message
  if (!channel) return viewer !== undefined && message.memberIds.includes(viewer.id)
  if (channel.isWebPublic) return true
  if (!viewer) return false
  if (!channel.isPrivate && viewer.role !== 600) return true
  if (!world.isSubscribed(viewer.id, channel.id)) return false
  return channel.isHistoryShared || isReceived(message, viewer.id, channel.id)
}

export class World {
  readonly messages: Message[] = []
  /** They can be put back. */
  readonly #deleted: Message[] = []

  private constructor(
    readonly server: TestServer,
    /** The owner, who is in every channel and stays; two members; two guests. */
    readonly userIds: readonly number[],
    /** Public, web-public, private with shared and with protected history. */
    readonly channels: readonly Channel[],
    /** One of each person's. */
    readonly files: readonly Attachment[],
  ) {}

  static async make(steps: readonly Step[], did: Did): Promise<World> {
    const server = await TestServer.start()
    await server.organization.write((tx) => storeSetting(tx, 'enable_spectator_access', true))
    const people = [
      server.owner,
      await server.addPerson('Ann'),
      await server.addPerson('Bob'),
      await server.addPerson('Gus', 'guest'),
      await server.addPerson('Gil', 'guest'),
    ]
    const kinds = [
      {},
      { is_web_public: true },
      { invite_only: true, history_public_to_subscribers: true },
      { invite_only: true },
    ] as const
    const channels: Channel[] = []
    for (const [index, kind] of kinds.entries()) {
      const made = await addChannel(server.owner, `channel ${index}`, [server.owner], kind)
      channels.push(storedChannel(server, made))
    }
    const ids = people.map(({ id }) => id)
    const world = new World(server, ids, channels, await addFiles(server.organization, ids))
    for (const each of steps) await world.perform(each, did)
    return world
  }

  get organization() {
    return this.server.organization
  }

  user(index: number): User {
    return this.userById(this.userIds[index] ?? 0)
  }

  userById(id: number): User {
    const user = directory(this.organization).byId.get(id)
    if (!user) throw new Error('No such person')
    return user
  }

  /** What the tables say a message is to somebody. */
  flags(userId: number, message: Message): number {
    return flagsOf(this.organization.db, userId, message.id)
  }

  isSubscribed(userId: number, channelId: number): boolean {
    return subscriptionsOf(this.organization, userId).get(channelId)?.isActive === true
  }

  #message(number: number): Message | undefined {
    return this.messages[number % Math.max(1, this.messages.length)]
  }

  /** Does something, if whoever does it may. */
  async perform(each: Step, did: Did): Promise<void> {
    try {
      if (each.kind === 'restore') await this.#restore(each.number)
      else if (each.kind === 'move' || each.kind === 'edit' || each.kind === 'delete')
        await this.#change(each)
      else await quietly(this.organization, (tx) => this.#write(tx, each))
      did(each.kind)
    } catch (error) {
      // Not everybody may do everything; then nothing has happened.
      if (!(error instanceof ApiError)) throw error
    }
  }

  async #change(each: Extract<Step, { kind: 'move' | 'edit' | 'delete' }>): Promise<void> {
    const message = this.#message(each.number)
    if (!message) return
    const nothing = {
      content: undefined,
      previousSha256: undefined,
      channelId: undefined,
      topic: undefined,
      mode: 'change_one' as const,
      tellOldTopic: false,
      tellNewTopic: false,
    }
    if (each.kind === 'delete') {
      await deleteMessage(this.organization, this.user(0), message.id)
      this.messages.splice(this.messages.indexOf(message), 1)
      this.#deleted.push(message)
    } else if (each.kind === 'edit') {
      const sender = this.userById(message.senderId)
      const files = this.#linkable(sender, each.content)
      await editMessage(this.organization, sender, message.id, { ...nothing, content: each.content })
      message.content = each.content
      message.files = files
    } else {
      const to = this.channels[each.channel]
      if (!message.channel || !to) return
      const change = { channelId: to.id, topic: each.topic }
      const keepers = this.#keepers(message, message.channel, to)
      await editMessage(this.organization, this.user(0), message.id, { ...nothing, ...change })
      if (to !== message.channel) {
        for (const id of this.userIds) message.kept.delete(`${id}/${to.id}`)
        for (const id of keepers) message.kept.add(`${id}/${to.id}`)
        message.left.add(message.channel.id)
      }
      message.channel = to
      message.topic = each.topic
      this.#addNotice(message)
    }
  }

  async #restore(number: number): Promise<void> {
    const message = this.#deleted[number % Math.max(1, this.#deleted.length)]
    if (!message) throw badRequest('Nothing was deleted')
    await restore(this.organization, { messageId: message.id })
    this.#deleted.splice(this.#deleted.indexOf(message), 1)
    this.messages.push(message)
    this.messages.sort((a, b) => a.id - b.id)
  }

  #linkable(sender: User, content: string): number[] {
    return filesIn(content).filter((file) => mayOpen(this, sender, file))
  }

  /** Those in a channel with protected history who had got the message where it is or was, and can read it now. */
  #keepers(message: Message, from: Channel, to: Channel): number[] {
    if (!to.isPrivate || to.isHistoryShared) return []
    return this.userIds.filter(
      (id) =>
        this.isSubscribed(id, to.id) &&
        isReadable(this, this.userById(id), message) &&
        [from.id, ...message.left].some((place) => isReceived(message, id, place)),
    )
  }

  /** Whoever resolves a topic, or opens it again, is told so by a message in it. */
  #addNotice({ id: movedId, channel, topic }: Message): void {
    const last = Math.max(movedId, ...this.messages.map(({ id }) => id))
    const notice = this.organization.db.sqlite
      .query<Pick<Message, 'id' | 'senderId' | 'content'>, [number]>(
        'SELECT id, sender_id AS senderId, content FROM messages WHERE id > ?',
      )
      .get(last)
    if (notice) this.#add({ ...notice, channel, memberIds: [], topic, files: [] })
  }

  #add(message: Omit<Message, 'reactions' | 'subscribed' | 'kept' | 'left'>): void {
    const subscribed = this.userIds.flatMap((userId) =>
      this.channels.filter(({ id }) => this.isSubscribed(userId, id)).map(({ id }) => `${userId}/${id}`),
    )
    this.messages.push({
      ...message,
      reactions: new Set(),
      subscribed: new Set(subscribed),
      kept: new Set(),
      left: new Set(),
    })
  }

  #write(tx: Transaction, each: Exclude<Step, { kind: 'move' | 'edit' | 'delete' | 'restore' }>): void {
    const user = this.user(each.who)
    switch (each.kind) {
      case 'say':
      case 'write':
        return this.#send(tx, user, each)
      case 'flag':
      case 'react':
        return this.#mark(tx, user, each)
      default: {
        const channel = this.channels[each.channel]
        if (channel) this.#set(tx, user, channel, each)
      }
    }
  }

  #send(tx: Transaction, user: User, each: Extract<Step, { kind: 'say' | 'write' }>): void {
    const channel = each.kind === 'say' ? this.channels[each.channel] : undefined
    const others = each.kind === 'write' ? each.to.map((index) => this.user(index).id) : []
    const memberIds = [...new Set([user.id, ...others])].sort((a, b) => a - b)
    const topic = each.kind === 'say' ? each.topic : ''
    const destination = channel
      ? { kind: 'channel' as const, channelId: channel.id, topic }
      : { kind: 'direct' as const, memberIds }
    const files = this.#linkable(user, each.content)
    const { id } = sendMessageIn(tx, user, { destination, content: each.content, client: 'test' })
    this.#add({
      id,
      senderId: user.id,
      channel,
      memberIds: channel ? [] : memberIds,
      topic,
      content: each.content,
      files,
    })
  }

  #mark(tx: Transaction, user: User, each: Extract<Step, { kind: 'flag' | 'react' }>): void {
    const message = this.#message(each.number)
    if (!message) return
    if (each.kind === 'react') {
      const emoji = { reactionType: 'unicode_emoji', emojiCode: '1f44d', emojiName: '+1' }
      if (message.reactions.has(user.id)) return
      insertReaction(tx, { messageId: message.id, userId: user.id, ...emoji })
      message.reactions.add(user.id)
      return
    }
    const isTheirs = message.channel
      ? isReceived(message, user.id, message.channel.id)
      : message.memberIds.includes(user.id)
    const bits = flagsOf(tx, user.id, message.id) ^ each.bits
    if (isTheirs) storeState(tx, user.id, message.id, bits)
    else if (message.channel) storeState(tx, user.id, message.id, bits | flagBits.historical)
  }

  #set(
    tx: Transaction,
    user: User,
    { id: channelId }: Channel,
    each: Extract<Step, { kind: 'join' | 'leave' | 'choose' | 'mute' }>,
  ): void {
    if (each.kind === 'choose') {
      changeTopicVisibility(tx, user, { channelId, topic: each.topic, visibility: each.policy })
    } else if (each.kind === 'mute') {
      updateSubscription(tx, user.id, channelId, { isMuted: each.isMuted })
    } else if (each.who > 0 && (each.kind === 'join') !== this.isSubscribed(user.id, channelId)) {
      if (each.kind === 'leave') deactivateSubscription(tx, user.id, channelId)
      else insertSubscription(tx, { userId: user.id, channelId, color: '#76ce90' })
    }
  }
}
