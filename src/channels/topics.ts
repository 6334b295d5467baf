// Topics: how they are cleaned, compared and shown, and when one may be empty.
import { badRequest, invalidParameter, missingParameter } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'

/** Longest topic, in code points (`max_topic_length`). */
export const maxTopicLength = 60

/** What clients that don't know the empty topic see in its place (`realm_empty_topic_display_name`). */
export const emptyTopicDisplayName = 'general chat'

/** What resolved topics start with. */
export const resolvedMark = '✔ '

/** Whether a topic is marked as resolved. */
export function isResolved(topic: string): boolean {
  return topic.startsWith(resolvedMark)
}

/** How topics compare: NFKC, lower case. */
export function topicKey(topic: string): string {
  return topic.normalize('NFKC').toLowerCase()
}

/** A topic as it is meant: trimmed, and empty where nothing of it can be seen, or it is one of the names for the empty topic. */
export function meantTopic(topic: string): string {
  const clean = trimmed(topic)
  const key = topicKey(clean)
  return key === '(no topic)' || key === emptyTopicDisplayName ? '' : clean
}

/**
 * The topic of a new message, as it is stored (contract 4.1).
 * @throws ApiError if it is missing, too long, or holds characters that can't be shown.
 */
export function checkedTopic(topic: string | undefined, parameter = 'topic'): string {
  if (topic === undefined) throw missingParameter(parameter)
  const clean = meantTopic(topic)
  if (isLongerThan(clean, maxTopicLength)) {
    throw invalidParameter(parameter, `${parameter} is too long (limit: ${maxTopicLength} characters)`)
  }
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(clean)) {
    throw invalidParameter(parameter, `${parameter} contains invalid characters`)
  }
  return clean
}

/** A topic for a client that may not know the empty one. */
export function shownTopic(topic: string, emptyTopicName: boolean): string {
  return topic === '' && !emptyTopicName ? emptyTopicDisplayName : topic
}

/**
 * Holds a topic against the channel's rule (reference: since-372, level 392).
 * @param policy the channel's, or the organization's where the channel inherits.
 * @throws ApiError BAD_REQUEST
 */
export function assertTopicAllowed(topic: string, policy: string): void {
  if (policy === 'disable_empty_topic' && topic === '') {
    throw badRequest('Topics are required in this channel: topic must not be empty')
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw badRequest(`Only the topic "${emptyTopicDisplayName}" is allowed in this channel`)
  }
}
