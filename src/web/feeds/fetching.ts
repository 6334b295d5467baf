// Fetching messages of a narrow: the answer as it is once what happened meanwhile is taken into account.
import { apiNarrow, type Term } from '../addresses/narrow'
import type { Parameters } from '../api/form'
import type { ServerEvent } from '../store/events'
import type { Channels } from '../store/channels'
import { IdMap } from '../store/id-map'
import { messagesAfter } from '../store/message-changes'
import { isMessage, type Message, type Messages } from '../store/messages'
import { isBoolean, isFields, isNumber, isText, listOf, orElse, type Fields } from '../store/shapes'
import { withMessages, type State } from '../store/state'
import { windowOf, type FeedWindow } from './window'

/** What feeds read and change, and whom they ask: the client's own in the browser, a person's in tests. */
export interface World {
  state(): State
  change(change: (state: State) => State): void
  /** A call of the API that changes nothing. @param path such as `/messages` */
  get(path: string, parameters: Parameters): Promise<Fields>
}

/** Where to begin: at a message, the first unread one, or an end. */
export type Anchor = number | 'first_unread' | 'newest' | 'oldest'

/** How many messages are asked for at once, beyond those that are known. */
export const pageSize = 100
const around = 50

/** Where the words that were searched for are, as HTML with `span.highlight`. */
export interface SearchMarks {
  readonly content: string
  readonly topic: string
}

/** A fetched part of a narrow. */
export interface Page {
  readonly messages: readonly Message[]
  readonly marks: ReadonlyMap<number, SearchMarks>
  readonly hasOldest: boolean
  readonly hasNewest: boolean
  /** The message at which the part was found; larger than all IDs where that is the end. */
  readonly anchor: number
  /** What came meanwhile; who keeps a window takes it in again. */
  readonly meanwhile: readonly ServerEvent[]
}

/** Collects the events that come while a request is under way. */
export class Fetching {
  private readonly underway = new Set<ServerEvent[]>()

  constructor(private readonly world: World) {}

  /** To be told of every event. */
  take(event: ServerEvent): void {
    for (const events of this.underway) events.push(event)
  }

  /**
   * `GET /messages`; what it brings is in the store afterwards.
   * @param range `anchor`, `num_before` and so on, or `message_ids`
   * @throws what `World.get` throws
   */
  async fetch(terms: readonly Term[], range: Parameters): Promise<Page> {
    const meanwhile: ServerEvent[] = []
    this.underway.add(meanwhile)
    try {
      return this.read(await this.world.get('/messages', question(terms, range)), meanwhile)
    } finally {
      this.underway.delete(meanwhile)
    }
  }

  private read(answer: Fields, meanwhile: readonly ServerEvent[]): Page {
    const fetched = listOf(isMessage, answer['messages'])
    const changes = meanwhile.filter(({ type }) => type !== 'message')
    const { channels } = this.world.state()
    const messages = changes.length === 0 ? fetched : [...changed(fetched, changes, channels).values()]
    this.world.change((state) => withMessages(state, messages))
    return {
      messages,
      marks: marksIn(answer['messages']),
      hasOldest: orElse(isBoolean, answer['found_oldest'], false),
      hasNewest: orElse(isBoolean, answer['found_newest'], false),
      anchor: orElse(isNumber, answer['anchor'], 0),
      meanwhile,
    }
  }
}

function changed(fetched: readonly Message[], changes: readonly ServerEvent[], channels: Channels): Messages {
  const messages = IdMap.by(fetched, ({ id }) => id)
  return changes.reduce((now, event) => messagesAfter(now, event, channels), messages)
}

/** What a feed is opened with. */
export function rangeAround(anchor: Anchor): Parameters {
  return { anchor, num_before: around, num_after: around }
}

/** What `GET /messages` is asked. @param range as of `Fetching.fetch` */
export function question(terms: readonly Term[], range: Parameters): Parameters {
  return { ...range, narrow: apiNarrow(terms), client_gravatar: false, allow_empty_topic_name: true }
}

function marksIn(messages: unknown): ReadonlyMap<number, SearchMarks> {
  const marks = new Map<number, SearchMarks>()
  for (const { id, match_content: content, match_subject: topic } of listOf(isFields, messages))
    if (isNumber(id) && isText(content)) marks.set(id, { content, topic: isText(topic) ? topic : '' })
  return marks
}

/** What a page of messages is of a narrow. */
export function partOf({ messages, hasOldest, hasNewest }: Page): FeedWindow {
  return windowOf(
    messages.map(({ id }) => id),
    hasOldest,
    hasNewest,
  )
}
