// The text of a message as people write it: how long it may be, and what can be none.
import { invalidParameter } from '../http/errors'
import { isLongerThan } from '../http/text-length'
import { isBlank } from '../http/visible-text'

/** Longest message, in code points (`max_message_length`). */
export const maxMessageLength = 10_000

/** A message's content as it is stored. @throws ApiError REQUEST_VARIABLE_INVALID if it is empty or too long. */
export function checkedContent(content: string, parameter = 'content'): string {
  const clean = content.trimEnd()
  if (isBlank(clean)) throw invalidParameter(parameter, `${parameter} must not be empty`)
  if (clean.includes('\0') || !clean.isWellFormed()) {
    throw invalidParameter(parameter, `${parameter} contains invalid characters`)
  }
  if (isLongerThan(clean, maxMessageLength)) {
    throw invalidParameter(parameter, `${parameter} is too long (limit: ${maxMessageLength} characters)`)
  }
  return clean
}
