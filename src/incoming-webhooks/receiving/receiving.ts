// Taking what a sender tells a bot: whether it is genuine, wanted and new, and where it is posted.
import { defaultSendingChannelId } from '../../bots/defaults'
import { botDetails } from '../../bots/repository'
import { channelDirectory } from '../../channels/repository'
import { maxTopicLength, meantTopic } from '../../channels/topics'
import { ApiError, badRequest } from '../../http/errors'
import { isBlank } from '../../http/visible-text'
import { maxMessageLength } from '../../messages/content'
import { destinationOf, type Destination } from '../../messages/recipients'
import { topicsPolicy } from '../../messages/sending/destinations'
import { sendMessageIn } from '../../messages/sending/send'
import { seconds } from '../../organization/clock'
import type { Organization } from '../../organization/organization'
import { activeOwner, asOfNow, type User } from '../../users/repository'
import { isWanted, type Filter } from '../filters'
import { eventName, type Delivery, type Integration, type Message, type Sent } from '../integration'
import { bold, cut, escaped, paragraphs, shortened, type Markdown } from '../markdown'
import { secretName, type OptionName } from '../options'
import type { Payload } from '../payload'
import { countUnsupported, deleteDeliveries, deliveredMessageId, insertDelivery } from '../repository'
import { bearer } from '../signatures'

/** What an address says: where to post, and what. Undefined is not said. */
export interface Address {
  /** Name or ID of a channel. */
  readonly channel: string | number | undefined
  readonly topic: string | undefined
  readonly filter: Filter
  readonly options: Readonly<Partial<Record<OptionName, string>>>
}

/** What has come of it. */
export type Received =
  | { readonly messageId: number; readonly isRepeated: boolean }
  /** Why nothing was posted. */
  | { readonly ignored: string }

/** So long a delivery is known, in seconds. */
const deliveriesKept = 24 * 60 * 60
/** Of the sender's name for an event, in code points. */
const longestEventName = 100

/**
 * Checks that whoever sent it knows the bot's secret, if it has one.
 * @throws ApiError UNAUTHORIZED
 */
export function assertGenuine(
  organization: Organization,
  bot: User,
  integration: Integration,
  sent: Sent,
): void {
  const secret = botDetails(organization).get(bot.id)?.configData[secretName] ?? ''
  if (secret === '') return
  const { isGenuine = bearer } = integration
  if (isGenuine(sent, secret, organization.clock.now())) return
  throw new ApiError('UNAUTHORIZED', 'The signature of this webhook is missing or wrong', {})
}

/**
 * Posts what was delivered, as the bot, if there is something to say.
 * @throws ApiError as sending a message does
 */
export async function receive(
  organization: Organization,
  caller: User,
  integration: Integration,
  sent: Sent & { readonly payload: Payload; readonly client: string },
  address: Address,
): Promise<Received> {
  const bot = asOfNow(organization, caller)
  const configured = botDetails(organization).get(bot.id)?.configData ?? {}
  const option = (name: OptionName): string => address.options[name] ?? configured[name] ?? ''
  const delivery: Delivery = { headers: sent.headers, body: sent.body, payload: sent.payload, option }
  const event = shortened(eventName(integration, delivery), longestEventName)
  if (!isWanted(event, address.filter)) return { ignored: `The address leaves out '${event}' events` }
  const tell = Object.hasOwn(integration.events, event) ? integration.events[event] : undefined
  if (!tell) return unsupported(organization, bot, integration, event)
  const message = tell(delivery)
  if (!message || isBlank(message.content.source)) {
    return { ignored: `There is nothing to say of this '${event}' event` }
  }
  const { destination, showsTopic } = whereTo(organization, bot, integration, address, message)
  const content = cut(showsTopic ? message.content : withTopic(message), maxMessageLength)
  const key = deliveryKey(integration, delivery)
  return organization.write((tx) => {
    const now = seconds(organization.clock)
    deleteDeliveries(tx, now - deliveriesKept)
    const known = key === undefined ? undefined : deliveredMessageId(tx, bot.id, key)
    if (known !== undefined) return { messageId: known, isRepeated: true }
    const { id } = sendMessageIn(tx, bot, { destination, content, client: sent.client })
    if (key !== undefined)
      insertDelivery(tx, { botId: bot.id, delivery: key, messageId: id, receivedAt: now })
    return { messageId: id, isRepeated: false }
  })
}

async function unsupported(
  organization: Organization,
  bot: User,
  { name, displayName }: Integration,
  event: string,
): Promise<Received> {
  if (event === '') return { ignored: `The request does not say what it tells of, as ${displayName} would` }
  await organization.write((tx) =>
    countUnsupported(tx, { botId: bot.id, integration: name, event }, seconds(organization.clock)),
  )
  return { ignored: `The ${displayName} integration has no words for '${event}' events` }
}

/** The name of the delivery, where the sender gives it one; hashed, since it may be as long as it likes. */
function deliveryKey(integration: Integration, delivery: Delivery): string | undefined {
  const name = integration.deliveryName?.(delivery) ?? ''
  if (name === '') return undefined
  return new Bun.CryptoHasher('sha256').update(`${integration.name}\0${name}`).digest('base64')
}

interface Where {
  readonly destination: Destination
  /** Whether whoever reads it sees the topic that it would have by itself. */
  readonly showsTopic: boolean
}

/** The channel that the address names, or that is the bot's; without one, a direct message to the owner of the bot. */
function whereTo(
  organization: Organization,
  bot: User,
  { displayName }: Integration,
  address: Address,
  { topic: own }: Message,
): Where {
  const to = address.channel ?? defaultSendingChannelId(organization, bot)
  if (to === undefined) return { destination: toOwner(organization, bot), showsTopic: own === undefined }
  const topic = topicFrom(address.topic ?? own ?? displayName)
  const destination = destinationOf(organization, bot, { type: 'channel', to, topic })
  const isOwn = own !== undefined && topic === topicFrom(own)
  if (destination.kind === 'channel' && takesNoTopics(organization, destination.channelId)) {
    return { destination: { ...destination, topic: '' }, showsTopic: own === undefined }
  }
  return { destination, showsTopic: own === undefined || isOwn }
}

function toOwner(organization: Organization, bot: User): Destination {
  const owner = activeOwner(organization, bot)
  if (!owner) throw badRequest('The address names no channel, and the bot has no owner to write to')
  return { kind: 'direct', memberIds: [bot.id, owner.id].sort((a, b) => a - b) }
}

/** There, everything is one conversation: what is told must not be lost for having a topic. */
function takesNoTopics(organization: Organization, channelId: number): boolean {
  const channel = channelDirectory(organization).byId.get(channelId)
  return channel !== undefined && topicsPolicy(organization, channel) === 'empty_topic_only'
}

/** A text as a topic: of one line, and cut. */
function topicFrom(text: string): string {
  const visible = text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  return meantTopic(shortened(visible.trim(), maxTopicLength))
}

function withTopic({ topic = '', content }: Message): Markdown {
  return paragraphs(bold(escaped(topic)), content)
}
