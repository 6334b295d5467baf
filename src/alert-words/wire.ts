// Alert words on the wire: their event and their part of the register state.
import type { ServerEvent } from '../events/event'
import type { StatePart } from '../events/state'
import { wordsOf } from './repository'

/** `alert_words` (contract 4.17). */
export const alertWordsState: StatePart = {
  types: ['alert_words'],
  read: ({ organization, viewer }) => ({ alert_words: viewer ? wordsOf(organization, viewer.id) : [] }),
}

/** `alert_words`: all the person's words, to all their clients. */
export function alertWordsEvent(userId: number, words: readonly string[]): ServerEvent {
  return { type: 'alert_words', audience: [userId], payload: () => ({ alert_words: words }) }
}
