// Subscribing and making channels, with the notification bot's messages that go with it.
import { sendChannelNotice, sendDirectNotice } from '../../messages/sending/notices'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import type { ChannelRequest } from '../managing/creating'
import { assertNameFree, checkedDescription, checkedName, limits } from '../names'
import { channelDirectory, type Channel } from '../repository'
import { parts, slicesOf } from './slices'
import { checkedSubscribing, subscribeIn, type Subscribed, type SubscribeRequest } from './subscribing'

export interface TellingRequest extends SubscribeRequest {
  /** Whether to tell of new channels, in the channel for that and in themselves. */
  announce: boolean
  /** Whether to tell people directly that they were subscribed by somebody else. */
  tellEach: boolean
}

export interface Told extends Subscribed {
  /** Whether people were told directly: not if they are too many; undefined if that was not asked for. */
  toldEach: boolean | undefined
}

/**
 * Subscribes people to channels; a great many in several writes.
 * @throws ApiError, and then nothing has changed.
 */
export function subscribeAndTell(
  organization: Organization,
  caller: User,
  request: TellingRequest,
): Promise<Told> {
  return inSlices(organization, caller, request, () => undefined)
}

/** @param check is asked before anything is written, in the first write. */
async function inSlices(
  organization: Organization,
  caller: User,
  request: TellingRequest,
  check: () => void,
): Promise<Told> {
  const { people } = checkedSubscribing(organization, caller.id, request)
  const slices = slicesOf(organization, people, request.channels)
  const [first, ...others] = slices
  if (!first || others.length === 0) {
    return organization.write((tx) => {
      check()
      return subscribeAndTellIn(tx, caller, request)
    })
  }
  const whole: Subscribed = {
    people,
    subscribed: new Map(),
    alreadySubscribed: new Map(),
    unauthorized: [],
    created: [],
  }
  const isMade = (channel: Channel) => whole.created.some(({ id }) => id === channel.id)
  for (const slice of slices) {
    const principals = slice.people.map(({ id }) => id)
    const part = await organization.write((tx) => {
      if (slice === first) check()
      return subscribeIn(tx, caller.id, { ...request, channels: slice.channels, principals }, isMade)
    })
    add(whole, part)
  }
  return { ...whole, toldEach: await tellInSlices(organization, caller, request, whole) }
}

function add(whole: Subscribed, part: Subscribed): void {
  for (const [lists, more] of [
    [whole.subscribed, part.subscribed],
    [whole.alreadySubscribed, part.alreadySubscribed],
  ] as const) {
    for (const [userId, names] of more) lists.set(userId, [...(lists.get(userId) ?? []), ...names])
  }
  const known = new Set(whole.unauthorized)
  whole.unauthorized.push(...part.unauthorized.filter((name) => !known.has(name)))
  whole.created.push(...part.created)
}

function subscribeAndTellIn(tx: Transaction, caller: User, request: TellingRequest): Told {
  const result = subscribeIn(tx, caller.id, request)
  if (request.announce && result.created.length > 0) {
    announceNew(tx, caller, result.created)
    for (const channel of result.created) announceIn(tx, caller, channel)
  }
  return { ...result, toldEach: request.tellEach ? tellEach(tx, caller, result, result.people) : undefined }
}

/** How many messages one write sends at most. */
const noticesPerWrite = 10

async function tellInSlices(
  organization: Organization,
  caller: User,
  request: TellingRequest,
  result: Subscribed,
): Promise<boolean | undefined> {
  if (request.announce && result.created.length > 0) {
    await organization.write((tx) => announceNew(tx, caller, result.created))
    for (const some of parts(result.created, noticesPerWrite)) {
      await organization.write((tx) => some.forEach((channel) => announceIn(tx, caller, channel)))
    }
  }
  if (!request.tellEach) return undefined
  const people = toTell(caller, result)
  if (people.length > limits.bulkNotices) return false
  for (const some of parts(people, noticesPerWrite)) {
    await organization.write((tx) => tellEach(tx, caller, result, some))
  }
  return true
}

/** In `new_stream_announcements_stream_id`, but for private channels. */
function announceNew(tx: Transaction, caller: User, created: readonly Channel[]): void {
  const { organization } = tx
  const open = created.filter((channel) => !channel.isPrivate)
  const place = channelDirectory(organization).byId.get(
    settings(organization).new_stream_announcements_stream_id,
  )
  if (!place || place.isArchived || open.length === 0) return
  const what = open.length === 1 ? 'a new channel' : 'new channels'
  sendChannelNotice(tx, place.id, 'new channels', `${mention(caller)} created ${what}: ${listed(open)}.`)
}

/** In the new channel itself. */
function announceIn(tx: Transaction, caller: User, channel: Channel): void {
  const about = channel.description === '' ? '' : `\n\n\`\`\`quote\n${channel.description}\n\`\`\``
  sendChannelNotice(tx, channel.id, 'channel events', `${mention(caller)} created this channel.${about}`)
}

/** Whom somebody else subscribed. */
function toTell(caller: User, { people }: Pick<Subscribed, 'people'>): User[] {
  return people.filter((user) => user.id !== caller.id && user.botType === null)
}

/** Tells some of the people; nobody if they all are too many. @returns whether they are told. */
function tellEach(tx: Transaction, caller: User, result: Subscribed, some: readonly User[]): boolean {
  if (toTell(caller, result).length > limits.bulkNotices) return false
  const { byNameKey } = channelDirectory(tx.organization)
  const byName = new Map([...byNameKey.values()].map((channel) => [channel.name, channel]))
  for (const user of toTell(caller, { people: some })) {
    const channels = (result.subscribed.get(user.id) ?? []).flatMap((name) => byName.get(name) ?? [])
    if (channels.length === 0) continue
    const what = channels.length === 1 ? 'the channel' : 'these channels:'
    sendDirectNotice(tx, user.id, `${mention(caller)} subscribed you to ${what} ${listed(channels)}.`)
  }
  return true
}

function mention(user: User): string {
  return `@_**|${user.id}**`
}

const mostListed = 50

function listed(channels: readonly Channel[]): string {
  const names = channels.slice(0, mostListed).map(({ name }) => `#**${name}**`)
  const more = channels.length > mostListed ? `, and ${channels.length - mostListed} more` : ''
  return names.join(', ') + more
}

export interface CreateRequest {
  name: string
  description: string
  /** Exactly these, the creator only if named. */
  subscriberIds: readonly number[]
  settings: ChannelRequest
  announce: boolean
  tellEach: boolean
}

/** Makes one channel and subscribes people to it. @throws ApiError also if there is a channel of that name. */
export async function createChannel(
  organization: Organization,
  caller: User,
  { name, description, subscriberIds, ...request }: CreateRequest,
): Promise<number> {
  const asked = {
    ...request,
    channels: [{ name, description: checkedDescription('description', description) }],
    principals: subscriberIds,
    authorizationErrorsFatal: true,
  }
  const check = () => assertNameFree(organization, checkedName('name', name))
  check()
  const { created } = await inSlices(organization, caller, asked, check)
  const [channel] = created
  if (!channel) throw new Error('No channel was made')
  return channel.id
}
