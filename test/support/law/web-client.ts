// The store of the web client under the law: what it comes to by events is what a new register makes of it.
import { presenceOf } from '../../../src/web/store/listings'
import type { Message } from '../../../src/web/store/messages'
import {
  addAttachments,
  addMessages,
  apply,
  stateFrom,
  type State as Store,
} from '../../../src/web/store/state'
import { item, type Event, type Item, type Sighting, type State } from './rules'

/**
 * What the web client's store comes to, with what the law's own client has fetched, in a form to be compared with
 * `storeExpected`; nothing where no web client registered.
 * @param events by default those that came
 */
export function storeAfter(sighting: Sighting, events: readonly Event[] = sighting.webEvents): Item {
  const { watcher, expected } = sighting
  if (!watcher.web) return {}
  const start = startOf(watcher.web, watcher.state)
  const store = events.reduce<Store>((now, event) => apply(now, event, 0), start)
  return comparable(store, freshOf(expected), sighting)
}

/** What a new register makes of it, and what the server answers of messages and files. */
export function storeExpected(sighting: Sighting): Item {
  const { watcher, expected } = sighting
  return watcher.web ? comparable(freshOf(expected), freshOf(expected), sighting) : {}
}

/** Asked for several times: it is made once of each answer. */
const fresh = new WeakMap<State, Store>()

function freshOf(expected: State): Store {
  const store = fresh.get(expected) ?? startOf(expected, expected)
  fresh.set(expected, store)
  return store
}

function startOf(register: State, fetched: State): Store {
  const store = addAttachments(stateFrom(register), fetched)
  return addMessages(store, Object.values(item(fetched['known_messages'])))
}

/**
 * A store in a form to be compared with what a new register makes of it. Left out is what can't be equal:
 * - `topics`: what is known of them differs from client to client. So it does of `messages`: those are compared of which the
 *   law's own client knows the truth.
 * - `typing`: no register tells of it. `invitationChanges`: they are counted.
 * - `presences`: how long ago people were seen changes without events, so whether they are there is compared; of who is back
 *   after having been deactivated, and of all where presence is shown again, clients learn when they ask the next time.
 * - `upload_space_used`: what the files of others take is told to those alone.
 * - `directConversations`: which message is the newest once that was deleted, only the server knows.
 * - Deactivated people in permissions: the server leaves them out, clients look who is active.
 * - What is unread and chosen for topics in channels out of sight, which counts again once they are in sight.
 * @param fresh the store of the new register
 */
function comparable(store: Store, fresh: Store, { webEvents, expected }: Sighting): Item {
  const untold = untoldBy(webEvents)
  const now = Number(expected['server_timestamp'])
  const { topics: _, typing: __, invitationChanges: ___, ...rest } = store
  const known = item(expected['known_messages'])
  const isKnown = ([id]: readonly [number, unknown]) => fresh.channels.has(id)
  const shown = {
    ...rest,
    presences: mapped(store.users, (id) => (untold.isPresent(id) ? 'untold' : presenceOf(store, id, now))),
    messages: [...rest.messages.values()].filter(({ id }) => String(id) in known).map(toldOf),
    attachments: {
      files: rest.attachments.files,
      upload_space_used: untold.isSpaceTold ? rest.attachments.upload_space_used : 'untold',
    },
    directConversations: mapped(rest.directConversations, (key, conversation) =>
      untold.deleted.has(conversation.max_message_id) ? fresh.directConversations.get(key) : conversation,
    ),
    unread: { ...rest.unread, channels: new Map([...rest.unread.channels].filter(isKnown)) },
    userTopics: new Map([...rest.userTopics].filter(isKnown)),
    subscribers: mapped(rest.subscribers, (_id, { ids, ...more }) => ({ ...more, ids: ascending(ids) })),
    groups: mapped(rest.groups, (_id, { members, direct_subgroup_ids: within, ...more }) => ({
      ...more,
      members: ascending(members),
      direct_subgroup_ids: ascending(within),
    })),
  }
  return item(plain(shown, (id) => store.users.get(id)?.is_active === false))
}

/** What the events do not tell, though it may have changed. */
function untoldBy(events: readonly Event[]) {
  const back = new Set<unknown>()
  const deleted = new Set<number>()
  let isShownAgain = false
  let isSpaceTold = false
  for (const { type, person, data, message_ids: ids } of events) {
    if (type === 'attachment') isSpaceTold = true
    if (type === 'delete_message' && Array.isArray(ids)) for (const id of ids) deleted.add(Number(id))
    if (type === 'realm_user' && item(person)['is_active'] === true) back.add(item(person)['user_id'])
    if (type === 'realm' && data !== undefined && item(data)['presence_disabled'] === false)
      isShownAgain = true
  }
  return { isPresent: (id: number) => isShownAgain || back.has(id), isSpaceTold, deleted }
}

/** What is compared of messages: all that events tell of. */
const told =
  `id type sender_id content is_me_message stream_id subject display_recipient topic_links timestamp last_edit_timestamp
  reactions submessages flags`.split(/\s+/)

function toldOf(message: Message): Item {
  const { flags, ...more } = message
  const fields = told.map((name) => [name, Reflect.get(more, name)])
  return {
    ...item(Object.fromEntries(fields)),
    flags: flags.filter((flag) => flag !== 'historical').toSorted(),
  }
}

function mapped<K, V, R>(map: ReadonlyMap<K, V>, value: (key: K, value: V) => R): Map<K, R> {
  return new Map([...map].map(([key, each]) => [key, value(key, each)]))
}

function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}

/** Maps as objects, whatever their order; permissions without those who are gone. */
function plain(value: unknown, isGone: (userId: number) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, isGone))
  if (typeof value !== 'object' || value === null) return value
  const entries: [unknown, unknown][] = isMap(value) ? [...value] : Object.entries(value)
  const inner = entries.map(([key, each]) => [String(key), plain(each, isGone)])
  const object = item(Object.fromEntries(inner))
  for (const name of ['direct_members', 'direct_member_ids']) {
    const ids = object[name]
    if (Array.isArray(ids)) object[name] = ids.filter((id) => !isGone(Number(id)))
  }
  return object
}

function isMap(value: object): value is ReadonlyMap<unknown, unknown> {
  return Symbol.iterator in value && 'has' in value && 'size' in value
}
