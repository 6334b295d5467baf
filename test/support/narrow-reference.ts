// What narrows find, by looking at each message: slow and obvious, over the model of a random organization.
import * as fc from 'fast-check'
import { subscriptionsOf } from '../../src/channels/repository'
import { anyMention, flagBits } from '../../src/messages/flags'
import { userTopicsOf } from '../../src/user-topics/repository'
import type { User } from '../../src/users/repository'
import { isReadable, isReceived, topics, type Message, type World } from './narrow-world'

export type Term = { operator: string; operand: string; negated: boolean }

/** What is searched for, and which texts have it. */
const searches: Readonly<Record<string, RegExp>> = {
  deploy: /deploy/i,
  'deployed friday': /deploy[^\n]*friday/i,
  '"deployed friday"': /deployed friday/i,
  FRIDAY: /friday/i,
  hauser: /häuser|\*\*haus\*\*er/i,
  日本: /日本/,
  'example.com': /example\.com/,
  '"': /(?!)/,
  'lunch OR': /(?!)/,
}

/** People and channels by their number; they are put in where the narrow is used. */
const condition = fc.oneof(
  fc.record({ operator: fc.constant('channel'), operand: fc.constantFrom('0', '1', '2', '3') }),
  fc.record({ operator: fc.constant('channels'), operand: fc.constantFrom('public', 'web-public') }),
  fc.record({ operator: fc.constant('topic'), operand: fc.constantFrom(...topics, 'general chat') }),
  fc.record({ operator: fc.constant('sender'), operand: fc.constantFrom('0', '1', '2', '3', 'me') }),
  fc.record({ operator: fc.constant('dm'), operand: fc.constantFrom('0', '1', '2', '3', '1,2', '0,3') }),
  fc.record({ operator: fc.constant('dm-including'), operand: fc.constantFrom('0', '1', '2', '3', '0,3') }),
  fc.record({ operator: fc.constant('group-pm-with'), operand: fc.constantFrom('0', '1', '2', '3', '0,3') }),
  fc.record({
    operator: fc.constant('is'),
    operand: fc.constantFrom(
      'dm',
      'starred',
      'unread',
      'mentioned',
      'alerted',
      'resolved',
      'followed',
      'muted',
    ),
  }),
  fc.record({
    operator: fc.constant('has'),
    operand: fc.constantFrom('link', 'image', 'attachment', 'reaction'),
  }),
  fc.record({ operator: fc.constant('in'), operand: fc.constantFrom('home', 'all') }),
  fc.record({ operator: fc.constant('id'), operand: fc.constantFrom('1', '3', '5', '7', '11') }),
  fc.record({ operator: fc.constant('with'), operand: fc.constantFrom('1', '5', '11') }),
  fc.record({ operator: fc.constant('search'), operand: fc.constantFrom(...Object.keys(searches)) }),
)
const term = fc.record({ condition, negated: fc.nat({ max: 3 }) }).map((each): Term => ({
  ...each.condition,
  negated: each.negated === 0,
}))
export const narrow = fc.oneof(
  fc.array(term, { maxLength: 1 }),
  fc.array(term, { minLength: 2, maxLength: 4 }),
)

/** With the IDs of people and channels. */
export function named(world: World, { operator, operand }: Term): unknown {
  if (operator === 'channel') return world.channels[Number(operand)]?.id
  if (operator === 'sender') return operand === 'me' ? operand : world.user(Number(operand)).id
  if (/^dm|^group/.test(operator)) return operand.split(',').map((index) => world.user(Number(index)).id)
  return operand
}

/** The messages of the narrow, by looking at each; undefined where the narrow names what the viewer may not know. */
export function reference(
  world: World,
  viewer: User | undefined,
  written: readonly Term[],
): Message[] | undefined {
  const settled = withoutWith(world, viewer, written)
  if (!settled || settled.some((term) => !isKnown(world, viewer, term))) return undefined
  const isAboutChannels = settled.some(
    ({ operator, operand, negated }) =>
      !negated &&
      (operator === 'channel' ||
        operator === 'channels' ||
        (operator === 'beside' && readableById(world, viewer, operand)?.channel !== undefined)),
  )
  return world.messages.filter((message) => {
    if (!isReadable(world, viewer, message)) return false
    if (isAboutChannels && !message.channel) return false
    if (!isAboutChannels && !isInHistory(world, viewer, message)) return false
    return settled.every((term) => holds(world, viewer, message, term) !== term.negated)
  })
}

/** `with` says where another message is; terms in its place use numbers of channels and topics, as all others. */
function withoutWith(world: World, viewer: User | undefined, terms: readonly Term[]): Term[] | undefined {
  const index = terms.findIndex(({ operator, negated }) => operator === 'with' && !negated)
  const term = terms[index]
  if (!term) return [...terms]
  const others = terms.filter((each) => each !== term)
  const names = (each: Term) => !each.negated && ['channel', 'topic', 'dm'].includes(each.operator)
  const message = readableById(world, viewer, term.operand)
  if (message) return [{ ...term, operator: 'beside' }, ...others.filter((each) => !names(each))]
  const named = new Set(others.filter(names).map(({ operator }) => operator))
  return named.has('dm') || (named.has('channel') && named.has('topic')) ? others : undefined
}

function readableById(world: World, viewer: User | undefined, id: string): Message | undefined {
  const message = world.messages.find((each) => each.id === Number(id))
  return message && isReadable(world, viewer, message) ? message : undefined
}

function isKnown(world: World, viewer: User | undefined, { operator, operand }: Term): boolean {
  if (operator === 'with') return readableById(world, viewer, operand) !== undefined
  if (operator === 'sender') return operand !== 'me' || viewer !== undefined
  if (operator !== 'channel') return true
  const channel = world.channels[Number(operand)]
  if (!channel) return false
  if (channel.isWebPublic || viewer?.role === 100) return true
  if (!viewer) return false
  return (!channel.isPrivate && viewer.role !== 600) || world.isSubscribed(viewer.id, channel.id)
}

/** Received, or starred and the like since. */
function isInHistory(world: World, viewer: User | undefined, message: Message): boolean {
  if (!viewer) return false
  if (!message.channel || isReceived(message, viewer.id, message.channel.id)) return true
  return (world.flags(viewer.id, message) & flagBits.historical) !== 0
}

function holds(
  world: World,
  viewer: User | undefined,
  message: Message,
  { operator, operand }: Term,
): boolean {
  const { channel, memberIds, senderId, id } = message
  const people = operand.split(',').map((index) => world.userIds[Number(index)] ?? 0)
  switch (operator) {
    case 'channel':
      return channel?.id === world.channels[Number(operand)]?.id
    case 'channels':
      return channel !== undefined && (operand === 'public' ? !channel.isPrivate : channel.isWebPublic)
    case 'topic':
      return channel !== undefined && keyOf(message.topic) === keyOf(operand)
    case 'sender':
      return senderId === (operand === 'me' ? viewer?.id : people[0])
    case 'dm':
      return (
        !channel &&
        String(memberIds) === String([...new Set([...people, viewer?.id ?? 0])].sort((a, b) => a - b))
      )
    case 'dm-including':
      return !channel && people.every((person) => memberIds.includes(person))
    case 'group-pm-with':
      return !channel && memberIds.length > 2 && people.every((person) => memberIds.includes(person))
    case 'id':
      return id === Number(operand)
    case 'with':
    case 'beside': {
      const other = world.messages.find((each) => each.id === Number(operand))
      if (!other?.channel) return !channel && String(memberIds) === String(other?.memberIds)
      return channel?.id === other.channel.id && keyOf(message.topic) === keyOf(other.topic)
    }
    case 'search':
      return [message.content, message.topic].some((text) => searches[operand]?.test(text))
    case 'has':
      if (operand === 'reaction') return message.reactions.size > 0
      if (operand === 'attachment') return message.files.length > 0
      return operand === 'link'
        ? /https:|user_uploads/.test(message.content)
        : operand === 'image' && message.content.endsWith('.png')
    case 'in':
      return operand === 'all' || !isMuted(world, viewer, message)
    default:
      return is(world, viewer, message, operand)
  }
}

function is(world: World, viewer: User | undefined, message: Message, operand: string): boolean {
  const flags = viewer ? world.flags(viewer.id, message) : 0
  switch (operand) {
    case 'dm':
      return !message.channel
    case 'starred':
      return (flags & flagBits.starred) !== 0
    case 'unread':
      return (flags & flagBits.unread) !== 0
    case 'mentioned':
      return (flags & anyMention) !== 0
    case 'alerted':
      return (flags & flagBits.has_alert_word) !== 0
    case 'resolved':
      return message.topic.startsWith('✔ ')
    case 'followed':
      return choice(world, viewer, message) === 3
    default:
      return isMuted(world, viewer, message)
  }
}

export function keyOf(topic: string): string {
  return topic === 'general chat' ? '' : topic.toLowerCase()
}

function choice(world: World, viewer: User | undefined, { channel, topic }: Message): number {
  if (!viewer || !channel) return 0
  return userTopicsOf(world.organization, viewer.id).get(channel.id)?.get(keyOf(topic))?.visibility ?? 0
}

function isMuted(world: World, viewer: User | undefined, message: Message): boolean {
  if (!viewer || !message.channel) return false
  const chosen = choice(world, viewer, message)
  if (chosen !== 0) return chosen === 1
  const subscription = subscriptionsOf(world.organization, viewer.id).get(message.channel.id)
  return subscription?.isActive === true && subscription.isMuted
}
