// Recording what was done, in the write that does it: the entry is there exactly if the change is.
import { beginning } from '../http/text-length'
import type { Actor } from '../organization/actor'
import { seconds } from '../organization/clock'
import type { Transaction } from '../organization/writer'
import { kindOf, type AuditAction } from './catalogue'
import { countAgain, insertEntry, latestSince, type NewEntry } from './repository'

/** By property, the old and the new value. Never of keys, passwords, tokens and links that let somebody in. */
export type Changes = Readonly<Record<string, Change>>

export interface Change {
  readonly old: unknown
  readonly new: unknown
}

export interface Happening {
  /** Of the thing that was changed; its kind is the first word of the action. */
  id?: number | undefined
  /** What it is called. */
  name?: string | undefined
  /** Those it was done to, beside the person or bot that an action on one names. */
  people?: Iterable<number>
  changes?: Changes
  /** Who did it, where the request does not say so: whoever logs in with it, or makes their account. */
  by?: { userId: number; sessionId?: number; apiKeyId?: number | undefined }
}

/** An entry names so many people; for more there are several. */
const peoplePerEntry = 100
/** In code points: what the log keeps of a value that is a text. */
const longestValue = 500
/** And of one that is a list. */
const longestList = 100
/** What is counted is one entry for so many seconds. */
const countedSeconds = 3600

/** Records an action of whoever writes. Cheap: one row, and a small one for each person concerned. */
export function record(tx: Transaction, action: AuditAction, happening: Happening = {}): void {
  insert(tx, entryOf(tx, action, happening), happening)
}

/**
 * Records what can happen any number of times, such as failed logins: those of an hour are counted in one entry for each
 * thing, and in one for all without an ID, so that whoever guesses can't fill the disk.
 * @param times how often it happens now
 */
export function recordCounted(
  tx: Transaction,
  action: AuditAction,
  happening: Pick<Happening, 'id' | 'name'>,
  times = 1,
): void {
  const entry = entryOf(tx, action, happening)
  const known = latestSince(tx, entry, entry.at - countedSeconds)
  if (known === undefined) return insert(tx, { ...entry, count: times }, happening)
  countAgain(tx, known, { lastAt: entry.at, address: entry.address, client: entry.client }, times)
}

function insert(tx: Transaction, entry: NewEntry, { id, people: concerned }: Happening): void {
  const people = [...new Set(concerned)]
  const isAccount = entry.objectKind === 'user' || entry.objectKind === 'bot'
  if (isAccount && id !== undefined && !people.includes(id)) people.unshift(id)
  insertEntry(tx, entry, people.slice(0, peoplePerEntry))
  for (let start = peoplePerEntry; start < people.length; start += peoplePerEntry) {
    insertEntry(tx, entry, people.slice(start, start + peoplePerEntry))
  }
}

/**
 * What differs between the two, of these properties, named as on the wire: `full_name`.
 * @param before undefined for what is new
 * @param after undefined for what is gone
 */
export function changesBetween<T extends object>(
  before: T | undefined,
  after: T | undefined,
  names: readonly (keyof T & string)[],
): Changes {
  const changes = names.map(
    (name) =>
      [
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        { old: before?.[name] ?? null, new: after?.[name] ?? null },
      ] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => !Bun.deepEquals(change.old, change.new)))
}

/** Who writes; undefined if that is no person's account. */
export function actorId({ actor }: Transaction): number | undefined {
  return typeof actor === 'string' ? undefined : actor.caller?.id
}

/** What there is now, as events and answers tell it. */
export function newValues(changes: Changes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change.new]))
}

function entryOf(tx: Transaction, action: AuditAction, { id, name, changes, by }: Happening): NewEntry {
  const at = seconds(tx.organization.clock)
  return {
    ...actorOf(tx.actor, by),
    at,
    lastAt: at,
    count: 1,
    action,
    objectKind: kindOf(action),
    objectId: id ?? null,
    objectName: name === undefined ? null : beginning(name, longestValue),
    changes: changes === undefined ? null : JSON.stringify(changes, shortened),
  }
}

type ActorColumns = Pick<NewEntry, 'actorKind' | 'actorId' | 'sessionId' | 'apiKeyId' | 'client' | 'address'>

function actorOf(actor: Actor, by: Happening['by']): ActorColumns {
  if (typeof actor === 'string') {
    return { actorKind: actor, actorId: null, sessionId: null, apiKeyId: null, client: null, address: null }
  }
  const { client, address } = actor
  const actorId = by?.userId ?? actor.caller?.id ?? null
  return {
    actorKind: actorId === null ? 'visitor' : 'user',
    actorId,
    sessionId: by?.sessionId ?? actor.sessionId ?? null,
    apiKeyId: by?.apiKeyId ?? actor.apiKeyId ?? null,
    client,
    address,
  }
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return beginning(value, longestValue)
  return Array.isArray(value) ? value.slice(0, longestList) : value
}
