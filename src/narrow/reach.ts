// How far a narrow reaches: the stretches of conversations whose messages the viewer received, or may read.
import { historyAccess, type HistoryAccess } from '../channels/access'
import { channelDirectory, periodsOf, type Period } from '../channels/repository'
import {
  channelConversationId,
  conversation,
  directConversationsOf,
  type Conversation,
} from '../messages/conversations'
import { hasHistorical } from '../messages/repository'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import type { ConversationCriterion, Criterion } from './criterion'
import type { Term } from './parse'

/** The messages of a conversation with `after < id <= upTo`. */
export interface Stretch {
  readonly conversationId: number
  /** Null for a direct conversation. */
  readonly channelId: number | null
  readonly after: number
  readonly upTo: number
}

/**
 * A message is within reach if it is in one of the stretches, or if it is marked `historical` for the viewer
 * and in one of the readable ones. Stretches of a conversation don't overlap.
 */
export interface Reach {
  readonly stretches: readonly Stretch[]
  readonly readable: readonly Stretch[]
}

/** What a narrow ranges over: what the viewer received, the history of channels, or all they may read. */
export type Base = 'received' | 'channels' | 'readable'

/** With a channel operator a narrow ranges over channels as far as they may be read (notes: narrow). */
export function baseOf(terms: readonly Term[]): Base {
  const isAboutChannels = terms.some(
    ({ operator, negated }) => !negated && (operator === 'channel' || operator === 'channels'),
  )
  return isAboutChannels ? 'channels' : 'received'
}

/** How far the narrow reaches. Criteria on conversations are fulfilled by it and need no SQL. */
export function reachOf(
  organization: Organization,
  viewer: User | undefined,
  criteria: readonly Criterion[],
  base: Base,
): Reach {
  const wanted = criteria.filter((criterion) => criterion.level === 'conversation')
  const named = namedConversations(organization, wanted)
  const access = new Access(organization, viewer)
  const keeps = (each: Conversation) =>
    criteria.every((criterion) =>
      criterion.level === 'conversation' ? criterion.keeps(each) : (criterion.mayBeIn?.(each) ?? true),
    )
  const readable = () =>
    (named ?? access.conversations(base === 'received' ? 'channels' : base))
      .filter(keeps)
      .flatMap((each) => access.readable(each))
  if (base !== 'received') return { stretches: readable(), readable: [] }
  const stretches = (named ?? access.conversations('received'))
    .filter(keeps)
    .flatMap((each) => access.received(each))
  const isAddedTo = viewer !== undefined && hasHistorical(organization.db, viewer.id)
  return { stretches, readable: isAddedTo ? readable() : [] }
}

/** The conversations named by a criterion that only few fulfil. */
function namedConversations(
  organization: Organization,
  criteria: readonly ConversationCriterion[],
): Conversation[] | undefined {
  const ids = criteria.find(({ only }) => only !== undefined)?.only
  return ids?.map((id) => conversation(organization, id))
}

/** What one person received and may read, conversation by conversation. */
class Access {
  readonly #periods: ReadonlyMap<number, readonly Period[]>

  constructor(
    readonly organization: Organization,
    readonly viewer: User | undefined,
  ) {
    this.#periods = viewer ? periodsOf(organization, viewer.id) : new Map()
  }

  /** Those that have messages of the base. */
  conversations(base: Base): Conversation[] {
    const { byId } = channelDirectory(this.organization)
    const channelIds = base === 'received' ? this.#periods.keys() : byId.keys()
    const all: Conversation[] = []
    for (const channelId of channelIds) {
      const id = channelConversationId(this.organization, channelId)
      if (id !== undefined) all.push({ id, channelId, memberIds: [] })
    }
    if (base === 'channels' || !this.viewer) return all
    return all.concat(directConversationsOf(this.organization, this.viewer.id))
  }

  readable({ id, channelId, memberIds }: Conversation): Stretch[] {
    if (channelId === null) return this.#direct(id, memberIds)
    const access = this.#history(channelId)
    if (access === 'all') return [whole(id, channelId)]
    return access === 'nothing' ? [] : access.map((period) => stretch(id, channelId, period))
  }

  received({ id, channelId, memberIds }: Conversation): Stretch[] {
    if (channelId === null) return this.#direct(id, memberIds)
    const periods = this.#periods.get(channelId) ?? []
    if (periods.length === 0) return []
    const access = this.#history(channelId)
    if (access === 'nothing') return []
    const received = periods.map((period) => stretch(id, channelId, period))
    if (access === 'all') return received
    return received.flatMap((each) =>
      access.flatMap((period) => overlap(each, stretch(id, channelId, period))),
    )
  }

  #direct(id: number, memberIds: readonly number[]): Stretch[] {
    return this.viewer && memberIds.includes(this.viewer.id) ? [whole(id, null)] : []
  }

  #history(channelId: number): HistoryAccess {
    const channel = channelDirectory(this.organization).byId.get(channelId)
    return channel ? historyAccess(this.organization, this.viewer, channel) : 'nothing'
  }
}

const everAfter = Number.MAX_SAFE_INTEGER

/** Whether it is all of a conversation. */
export function isWhole({ after, upTo }: Stretch): boolean {
  return after === 0 && upTo === everAfter
}

function whole(conversationId: number, channelId: number | null): Stretch {
  return { conversationId, channelId, after: 0, upTo: everAfter }
}

function stretch(conversationId: number, channelId: number, { fromMessageId, toMessageId }: Period): Stretch {
  return { conversationId, channelId, after: fromMessageId, upTo: toMessageId ?? everAfter }
}

function overlap(a: Stretch, b: Stretch): Stretch[] {
  const after = Math.max(a.after, b.after)
  const upTo = Math.min(a.upTo, b.upTo)
  return after < upTo ? [{ ...a, after, upTo }] : []
}
