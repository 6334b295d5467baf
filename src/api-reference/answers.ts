// What each call answers. The access and fuzz tests compare every answer with it: test/support/answers.ts.
import type { TProperties } from '@sinclair/typebox'
import { conversationAnswers } from './answers/conversations'
import { eventAnswers } from './answers/events'
import { organizationAnswers } from './answers/organization'
import { peopleAnswers } from './answers/people'
import type { Answer, Answers } from './answers/shapes'

/** Those that answer more than that all went well. */
export const answers: Answers = {
  ...eventAnswers,
  ...conversationAnswers,
  ...peopleAnswers,
  ...organizationAnswers,
}

const nothingMore: TProperties = {}

/** @param path with `{name}` for what stands in it */
export function answerOf(method: string, path: string): Answer {
  return answers[`${method} ${path}`] ?? nothingMore
}
