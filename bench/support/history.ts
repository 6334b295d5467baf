// A long history of messages in one organization, written straight through the repository, without events.
import { quietly } from '../../test/support/quietly'
import { insertChannel, insertSubscriptions } from '../../src/channels/repository'
import { openChannelConversation, openDirectConversation } from '../../src/messages/conversations'
import { flagBits } from '../../src/messages/flags'
import { insertMessage, insertStates } from '../../src/messages/repository'
import { topicKey } from '../../src/channels/topics'
import { seconds } from '../../src/organization/clock'
import type { Organization } from '../../src/organization/organization'
import type { Transaction } from '../../src/organization/writer'
import { systemGroupId } from '../../src/user-groups/repository'
import type { BenchPerson } from './organization'

/** A word in few messages, whatever their number, and one in half of them. */
export const rareWord = 'xylophone'
export const commonWord = 'ordinary'
const rareCount = 20
/** How many of the newest messages are unread for the first person. */
const unreadCount = 2000
const perWrite = 25_000

/** Where the messages of a history go: its channels, and who is in them. */
export interface Places {
  channelIds: readonly number[]
  people: readonly BenchPerson[]
}

/** Makes public channels with everybody in them, but only every second person in each tenth. */
export function makePlaces(
  organization: Organization,
  people: readonly BenchPerson[],
  channelCount: number,
): Promise<Places> {
  return quietly(organization, (tx) => {
    const channelIds = Array.from({ length: channelCount }, (_, index) => newChannel(tx, `channel ${index}`))
    subscribeAll(tx, { channelIds, people })
    return { channelIds, people }
  })
}

function newChannel(tx: Transaction, name: string): number {
  const everyone = systemGroupId(tx.organization, 'role:everyone')
  return insertChannel(tx, {
    name,
    dateCreated: seconds(tx.organization.clock),
    canAddSubscribersGroup: everyone,
    canAdministerChannelGroup: everyone,
    canCreateTopicGroup: everyone,
    canDeleteAnyMessageGroup: everyone,
    canDeleteOwnMessageGroup: everyone,
    canMoveMessagesOutOfChannelGroup: everyone,
    canMoveMessagesWithinChannelGroup: everyone,
    canRemoveSubscribersGroup: everyone,
    canResolveTopicsGroup: everyone,
    canSendMessageGroup: everyone,
    canSubscribeGroup: everyone,
  }).id
}

export function subscribeAll(tx: Transaction, { channelIds, people }: Places): void {
  insertSubscriptions(
    tx,
    channelIds.flatMap((channelId, channel) =>
      people
        .filter((_, index) => channel % 10 !== 9 || index % 2 === 1)
        .map(({ id }) => ({ userId: id, channelId, color: '#76ce90' })),
    ),
  )
}

/** Writes messages until there are `total`; the first `from` are there already. */
export async function fillHistory(
  organization: Organization,
  places: Places,
  from: number,
  total: number,
): Promise<void> {
  for (let start = from; start < total; start += perWrite) {
    await quietly(organization, (tx) => {
      for (let number = start; number < Math.min(total, start + perWrite); number++) {
        write(tx, places, number, total)
      }
    })
  }
}

function write(tx: Transaction, places: Places, number: number, total: number): void {
  const { people } = places
  const sender = people[(number * 7) % 50]?.id ?? 0
  const content = textOf(number, total)
  const place = placeOf(tx, places, number, sender)
  const id = insertMessage(tx, {
    ...place,
    senderId: sender,
    topicKey: topicKey(place.topic),
    content,
    renderedContent: `<p>${content}</p>`,
    rendererVersion: 1,
    sentAt: seconds(tx.organization.clock),
    client: 'bench',
    isMeMessage: false,
    hasLink: number % 20 === 0,
    hasImage: number % 90 === 0,
    hasAttachment: number % 1000 === 0,
  })
  const unread = number >= total - unreadCount ? flagBits.unread : 0
  const mentioned = number % 60 === 5 ? flagBits.mentioned : 0
  insertStates(tx, id, [people[0]?.id ?? 0], () => unread | mentioned)
}

function placeOf(tx: Transaction, { channelIds, people }: Places, number: number, sender: number) {
  if (number % 20 === 3) {
    // Half of the direct messages are between the first two people.
    const other = people[number % 40 === 3 ? 1 : 2 + (number % 30)]?.id ?? 0
    const members = [...new Set([people[0]?.id ?? 0, other])].sort((a, b) => a - b)
    return { conversationId: openDirectConversation(tx, members), channelId: null, topic: '' }
  }
  const channelId = channelIds[number % 4 === 0 ? 0 : number % channelIds.length] ?? sender
  const conversationId = openChannelConversation(tx, channelId)
  return { conversationId, channelId, topic: `Topic ${(number >> 3) % 12}` }
}

/** Ten words, most of them rather common, as in what people write. */
function textOf(number: number, total: number): string {
  const words = [number % 2 === 0 ? commonWord : 'plain']
  if (number % Math.ceil(total / rareCount) === 1) words.push(rareWord)
  let random = (number * 2_654_435_761) % 4_294_967_296
  while (words.length < 10) {
    random = (random * 1_664_525 + 1_013_904_223) % 4_294_967_296
    const part = random / 4_294_967_296
    words.push(wordOf(Math.floor(part * part * part * 30_000)))
  }
  return words.join(' ')
}

const syllables = ['ba', 'de', 'fi', 'go', 'lu', 'mar', 'nes', 'pil', 'ros', 'tun', 'ver', 'zak']

function wordOf(number: number): string {
  let word = ''
  for (let rest = number + 12; rest > 0; rest = Math.floor(rest / 12)) word += syllables[rest % 12] ?? ''
  return word
}
