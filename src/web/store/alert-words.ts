// Alert words: what somebody wants to be told of wherever it is said.
import type { ServerEvent } from './events'
import { kept } from './records'
import { isText, listOf, type Fields } from './shapes'

export type AlertWords = readonly string[]

export function alertWordsFrom(register: Fields): AlertWords {
  return listOf(isText, register['alert_words'])
}

/** `alert_words`: all that there are now. */
export function alertWordsAfter(words: AlertWords, event: ServerEvent): AlertWords {
  return event.type === 'alert_words' ? kept(words, listOf(isText, event['alert_words'])) : words
}
