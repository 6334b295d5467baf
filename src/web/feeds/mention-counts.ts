// Mentions of everybody count while they are not muted, but of a message that was never seen nothing says whom it mentions: where
// something is muted, shown again or moved, the server is asked for those, so that they are counted as it counts them.
import type { Term } from '../addresses/narrow'
import type { ServerEvent } from '../store/events'
import { isText } from '../store/shapes'
import { channelOfMuting, wildcardsCounted } from '../store/wildcard-mentions'
import { Fetching, type World } from './fetching'

/** How many are asked for at once. */
const most = 1000

export class MentionCounts {
  readonly #fetching: Fetching

  constructor(private readonly world: World) {
    this.#fetching = new Fetching(world)
  }

  /**
   * To be told of every event, once the state has it.
   * @throws what `World.get` throws
   */
  async take(event: ServerEvent): Promise<void> {
    this.#fetching.take(event)
    const channelId = channelOfMuting(event)
    if (channelId === undefined || !this.#hasUnknown(channelId)) return
    const terms: Term[] = [
      { operator: 'channel', operand: channelId },
      { operator: 'is', operand: 'unread' },
      { operator: 'is', operand: 'mentioned' },
    ]
    const { topic_name: topic } = event
    if (isText(topic)) terms.push({ operator: 'topic', operand: topic })
    await this.#fetching.fetch(terms, { anchor: 'newest', num_before: most, num_after: 0 })
    this.world.change((state) => ({
      ...state,
      unread: wildcardsCounted(state.unread, channelId, state, state.messages),
    }))
  }

  #hasUnknown(channelId: number): boolean {
    const { unread, messages } = this.world.state()
    return [...(unread.channels.get(channelId) ?? [])].some(([, ids]) => ids.some((id) => !messages.has(id)))
  }
}
