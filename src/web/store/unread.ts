// Unread messages, known or not, by where they are: what the register told, and every event since.
import { conversationOf, directKey } from './conversations'
import type { ServerEvent } from './events'
import { IdMap } from './id-map'
import { idsOf } from './message-changes'
import { messageIn, type Message, type Messages } from './messages'
import {
  append,
  changed,
  goneIds,
  kept,
  positionOf,
  withId,
  withIds,
  withoutIds,
  type GoneIds,
} from './records'
import {
  dictionary,
  isBoolean,
  isFields,
  isNumber,
  isNumbers,
  isText,
  isTexts,
  listOf,
  optional,
  orElse,
  shape,
  type Fields,
} from './shapes'
import { TextMap } from './text-map'
import { isMuted, type Sight } from './visibility'

/** Of one channel: ascending IDs by topic, spelled as in the messages. Topics that differ in case alone may stand apart. */
export type UnreadTopics = TextMap<readonly number[]>

export interface Unread {
  /** By channel ID; those too that are out of sight now, since what is unread there is so again when they come back. */
  readonly channels: IdMap<UnreadTopics>
  /** Ascending IDs by `directKey`. */
  readonly direct: TextMap<readonly number[]>
  /** Those that mention this person; wildcards are not among them where the topic was muted. Ascending. */
  readonly mentions: readonly number[]
  /** Whether there are older ones than the server told of. */
  readonly old_unreads_missing: boolean
}

const inChannel = shape({ stream_id: isNumber, topic: isText, unread_message_ids: isNumbers })
const inPair = shape({ other_user_id: isNumber, unread_message_ids: isNumbers })
const inGroup = shape({ user_ids_string: isText, unread_message_ids: isNumbers })

export function unreadFrom(register: Fields, me: number): Unread {
  const said = orElse(isFields, register['unread_msgs'], {})
  const channels = new Map<number, [string, readonly number[]][]>()
  for (const { stream_id, topic, unread_message_ids: ids } of listOf(inChannel, said['streams'])) {
    const topics = channels.get(stream_id) ?? []
    topics.push([topic, ids])
    channels.set(stream_id, topics)
  }
  const pairs = listOf(inPair, said['pms']).map(
    ({ other_user_id, unread_message_ids: ids }) => [directKey([other_user_id], me), ids] as const,
  )
  const groups = listOf(inGroup, said['huddles']).map(
    ({ user_ids_string, unread_message_ids: ids }) =>
      [directKey(user_ids_string.split(',').map(Number), me), ids] as const,
  )
  return {
    channels: IdMap.from([...channels].map(([id, topics]) => [id, TextMap.from(topics)])),
    direct: TextMap.from([...pairs, ...groups]),
    mentions: orElse(isNumbers, said['mentions'], []),
    old_unreads_missing: orElse(isBoolean, said['old_unreads_missing'], false),
  }
}

/** What else decides what is unread where; a `State` has it. */
interface Around extends Sight {
  readonly messages: Messages
}

/** `message`, `update_message`, `delete_message`, `update_message_flags`. @param around as it is before the event */
export function unreadAfter(unread: Unread, event: ServerEvent, me: number, around: Around): Unread {
  switch (event.type) {
    case 'message':
      return withMessage(unread, event, me, around)
    case 'update_message':
      return withMention(moved(unread, event), event, around)
    case 'delete_message':
      return withoutUnread(unread, idsOf(event), me, around.messages)
    case 'update_message_flags':
      return event['flag'] === 'read' ? read(unread, event, me, around.messages) : unread
    default:
      return unread
  }
}

function withMessage(unread: Unread, event: ServerEvent, me: number, sight: Sight): Unread {
  const message = messageIn(event['message'], event['flags'])
  if (!message || message.flags.includes('read') || message.flags.includes('historical')) return unread
  const place = conversationOf(message, me)
  const now =
    place.type === 'stream'
      ? withChannelMessage(unread, place.stream_id, place.topic, message.id)
      : withDirectMessage(unread, place.user_ids.join(), message.id)
  const isHidden = place.type === 'stream' && isMuted(sight, place.stream_id, place.topic)
  return isCountedMention(message.flags, isHidden) ? mentioning(now, message.id) : now
}

function isCountedMention(flags: readonly string[], isHidden: boolean): boolean {
  return flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !isHidden)
}

function mentioning(unread: Unread, id: number): Unread {
  return changed(unread, { mentions: withId(unread.mentions, id) })
}

function withChannelMessage(unread: Unread, channelId: number, topic: string, id: number): Unread {
  const topics: UnreadTopics = unread.channels.get(channelId) ?? TextMap.none
  const now = topics.with(topic, withId(topics.get(topic) ?? [], id))
  return { ...unread, channels: unread.channels.with(channelId, now) }
}

function withDirectMessage(unread: Unread, key: string, id: number): Unread {
  return { ...unread, direct: unread.direct.with(key, withId(unread.direct.get(key) ?? [], id)) }
}

/** Where an unread message of a channel is; undefined if none of that ID is unread in channels. */
function placeOfUnread(unread: Unread, id: number): { stream_id: number; topic: string } | undefined {
  const wanted = goneIds([id])
  for (const [stream_id, topics] of unread.channels)
    for (const [topic, ids] of topics) if (withoutIds(ids, wanted) !== ids) return { stream_id, topic }
  return undefined
}

function moved(unread: Unread, event: ServerEvent): Unread {
  const { message_ids, subject: topic, new_stream_id, stream_id } = event
  const channelId = isNumber(new_stream_id) ? new_stream_id : stream_id
  if (!isNumber(channelId) || (!isText(topic) && !isNumber(new_stream_id))) return unread
  const ids = new Set(orElse(isNumbers, message_ids, []))
  const found = new Map<string, number[]>()
  for (const topics of unread.channels.values())
    for (const [before, list] of topics)
      for (const id of list) if (ids.has(id)) append(found, isText(topic) ? topic : before, id)
  if (found.size === 0) return unread
  const left = { ...unread, channels: channelsWithout(unread.channels, goneIds([...found.values()].flat())) }
  return withAll(left, { channels: new Map([[channelId, found]]), direct: new Map() })
}

/** Messages by channel and topic, and by `directKey`. */
interface ByPlace {
  readonly channels: Map<number, Map<string, number[]>>
  readonly direct: Map<string, number[]>
}

function topicsAt({ channels }: ByPlace, channelId: number): Map<string, number[]> {
  const topics = channels.get(channelId) ?? new Map<string, number[]>()
  channels.set(channelId, topics)
  return topics
}

function withAll(unread: Unread, { channels, direct }: ByPlace): Unread {
  let now = unread.channels
  for (const [channelId, lists] of channels) {
    let topics: UnreadTopics = now.get(channelId) ?? TextMap.none
    for (const [topic, ids] of lists) topics = topics.with(topic, withIds(topics.get(topic) ?? [], ids))
    now = now.with(channelId, topics)
  }
  let conversations = unread.direct
  for (const [key, ids] of direct)
    conversations = conversations.with(key, withIds(conversations.get(key) ?? [], ids))
  return changedSlices(unread, { channels: now, direct: conversations, mentions: unread.mentions })
}

/** The flags of an edited message say whether it mentions the person now. */
function withMention(unread: Unread, event: ServerEvent, sight: Sight): Unread {
  const { message_id: id, flags } = event
  if (!isNumber(id) || !isTexts(flags)) return unread
  // Only where a wildcard mentions them it matters where the message is.
  const place = flags.includes('wildcard_mentioned') ? placeOfUnread(unread, id) : undefined
  const isHidden = place !== undefined && isMuted(sight, place.stream_id, place.topic)
  if (!flags.includes('read') && isCountedMention(flags, isHidden)) return mentioning(unread, id)
  return changed(unread, { mentions: withoutIds(unread.mentions, goneIds([id])) })
}

/** What an event says of a message that is unread again: it may never have been known. */
const isUnreadAgain = shape({
  type: isText,
  mentioned: optional(isBoolean),
  user_ids: optional(isNumbers),
  stream_id: optional(isNumber),
  topic: optional(isText),
})

function read(
  unread: Unread,
  { op, all, messages, message_details: details }: ServerEvent,
  me: number,
  known: Messages,
): Unread {
  if (op === 'add' && all === true)
    return changedSlices(unread, {
      channels: IdMap.none,
      direct: TextMap.none,
      mentions: kept(unread.mentions, []),
    })
  const ids = orElse(isNumbers, messages, [])
  if (op === 'add') return withoutUnread(unread, ids, me, known)
  const said = Object.entries(orElse(dictionary(isUnreadAgain), details, {}))
  const added: ByPlace = { channels: new Map(), direct: new Map() }
  for (const [id, { stream_id, topic, user_ids }] of said) {
    if (stream_id === undefined) append(added.direct, directKey(user_ids ?? [], me), Number(id))
    else append(topicsAt(added, stream_id), topic ?? '', Number(id))
  }
  const mentions = said.flatMap(([id, { mentioned }]) => (mentioned === true ? [Number(id)] : []))
  return changed(withAll(unread, added), { mentions: withIds(unread.mentions, mentions) })
}

/** Where known messages are unread is known; only for the others all places are gone through. */
function withoutUnread(unread: Unread, ids: readonly number[], me: number, known: Messages): Unread {
  const there: ByPlace = { channels: new Map(), direct: new Map() }
  const elsewhere = ids.filter((id) => !isNoted(there, unread, known.get(id), me))
  let { channels, direct } = unread
  for (const [id, lists] of there.channels) {
    let topics: UnreadTopics = channels.get(id) ?? TextMap.none
    for (const [topic, gone] of lists) topics = withoutIn(topics, topic, goneIds(gone))
    channels = topics.size === 0 ? channels.without(id) : channels.with(id, topics)
  }
  for (const [key, gone] of there.direct) direct = withoutIn(direct, key, goneIds(gone))
  const rest = goneIds(elsewhere)
  return changedSlices(unread, {
    channels: elsewhere.length === 0 ? channels : channelsWithout(channels, rest),
    direct: elsewhere.length === 0 ? direct : textsWithout(direct, rest),
    mentions: withoutIds(unread.mentions, goneIds(ids)),
  })
}

/** Notes the message where it is unread; false if it is not known, or not unread where it is known to be. */
function isNoted(places: ByPlace, unread: Unread, message: Message | undefined, me: number): boolean {
  if (!message) return false
  const place = conversationOf(message, me)
  const key = place.type === 'stream' ? place.topic : place.user_ids.join()
  const lists = place.type === 'stream' ? unread.channels.get(place.stream_id) : unread.direct
  const ids = lists?.get(key) ?? []
  if (ids[positionOf(ids, message.id)] !== message.id) return false
  if (place.type === 'stream') append(topicsAt(places, place.stream_id), key, message.id)
  else append(places.direct, key, message.id)
  return true
}

function withoutIn(
  lists: TextMap<readonly number[]>,
  key: string,
  gone: GoneIds,
): TextMap<readonly number[]> {
  const left = withoutIds(lists.get(key) ?? [], gone)
  return left.length === 0 ? lists.without(key) : lists.with(key, left)
}

/** What is there now, if one of its parts is another object. */
function changedSlices(unread: Unread, now: Pick<Unread, 'channels' | 'direct' | 'mentions'>): Unread {
  const isSame =
    now.channels === unread.channels && now.direct === unread.direct && now.mentions === unread.mentions
  return isSame ? unread : { ...unread, ...now }
}

function channelsWithout(channels: IdMap<UnreadTopics>, gone: GoneIds): IdMap<UnreadTopics> {
  let now = channels
  for (const [id, topics] of channels) {
    const left = textsWithout(topics, gone)
    if (left !== topics) now = left.size === 0 ? now.without(id) : now.with(id, left)
  }
  return now
}

function textsWithout(lists: TextMap<readonly number[]>, gone: GoneIds): TextMap<readonly number[]> {
  let now = lists
  for (const [key, ids] of lists) if (withoutIds(ids, gone) !== ids) now = withoutIn(now, key, gone)
  return now
}
