// Subscribing and making channels, with the notification bot's messages that go with it.
import { sendChannelNotice, sendDirectNotice } from '../../messages/sending/notices'
import type { Organization } from '../../organization/organization'
import { settings } from '../../organization/settings'
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import type { ChannelRequest } from '../managing/creating'
import { assertNameFree, checkedDescription, checkedName, limits } from '../names'
import { channelDirectory, type Channel } from '../repository'
import { subscribeIn, type Subscribed, type SubscribeRequest } from './subscribing'

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

/** Subscribes people to channels. @throws ApiError, and then nothing has changed. */
export function subscribeAndTell(
  organization: Organization,
  caller: User,
  request: TellingRequest,
): Promise<Told> {
  return organization.write((tx) => subscribeAndTellIn(tx, caller, request))
}

function subscribeAndTellIn(tx: Transaction, caller: User, request: TellingRequest): Told {
  const result = subscribeIn(tx, caller.id, request)
  if (request.announce && result.created.length > 0) announceChannels(tx, caller, result.created)
  return { ...result, toldEach: request.tellEach ? tellEach(tx, caller, result) : undefined }
}

/** In `new_stream_announcements_stream_id`, but for private channels; and in each new channel. */
function announceChannels(tx: Transaction, caller: User, created: readonly Channel[]): void {
  const { organization } = tx
  const open = created.filter((channel) => !channel.isPrivate)
  const place = channelDirectory(organization).byId.get(
    settings(organization).new_stream_announcements_stream_id,
  )
  if (place && !place.isArchived && open.length > 0) {
    const what = open.length === 1 ? 'a new channel' : 'new channels'
    sendChannelNotice(tx, place.id, 'new channels', `${mention(caller)} created ${what}: ${listed(open)}.`)
  }
  for (const channel of created) {
    const about = channel.description === '' ? '' : `\n\n\`\`\`quote\n${channel.description}\n\`\`\``
    sendChannelNotice(tx, channel.id, 'channel events', `${mention(caller)} created this channel.${about}`)
  }
}

function tellEach(tx: Transaction, caller: User, { people, subscribed }: Subscribed): boolean {
  const others = people.filter((user) => user.id !== caller.id && user.botType === null)
  if (others.length > limits.bulkNotices) return false
  const { byNameKey } = channelDirectory(tx.organization)
  const byName = new Map([...byNameKey.values()].map((channel) => [channel.name, channel]))
  for (const user of others) {
    const channels = (subscribed.get(user.id) ?? []).flatMap((name) => byName.get(name) ?? [])
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
export function createChannel(
  organization: Organization,
  caller: User,
  { name, description, subscriberIds, ...request }: CreateRequest,
): Promise<number> {
  return organization.write((tx) => {
    assertNameFree(organization, checkedName('name', name))
    const { created } = subscribeAndTellIn(tx, caller, {
      ...request,
      channels: [{ name, description: checkedDescription('description', description) }],
      principals: subscriberIds,
      authorizationErrorsFatal: true,
    })
    const [channel] = created
    if (!channel) throw new Error('No channel was made')
    return channel.id
  })
}
