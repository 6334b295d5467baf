// What a search found in a message, marked in its text and topic (reference: get-messages, check-messages-match-narrow).
import type { NarrowJson } from '../../events/queue'
import type { AnswerFields } from '../../http/envelope'
import { escapeHtml } from '../../markdown/escape'
import type { Term } from '../../narrow/parse'
import { parseNarrow } from '../../narrow/parse'
import { narrowQuery } from '../../narrow/query'
import type { Organization } from '../../organization/organization'
import type { Pieces } from '../../organization/turns'
import { highlighter, type Highlighter } from '../../search/highlight'
import type { User } from '../../users/repository'
import type { StoredMessage } from '../repository'
import { listed, weighed } from './listing'
import { shownTopic } from '../../channels/topics'

/** What of a message matches, as HTML. */
export interface MatchFields {
  match_content: string
  match_subject: string
}

/** Marks what the narrow searches for; undefined if it is no search. */
export function highlighterOf(terms: readonly Term[]): Highlighter | undefined {
  const searches = terms.filter(({ operator, negated }) => operator === 'search' && !negated)
  if (searches.length === 0) return undefined
  return highlighter(searches.flatMap((term) => (term.operator === 'search' ? term.operand : [])))
}

export function matchFields(
  { channelId, renderedContent, topic }: StoredMessage,
  highlight: Highlighter,
  emptyTopicName: boolean,
): MatchFields {
  const shown = channelId === null ? '' : shownTopic(topic, emptyTopicName)
  return {
    match_content: highlight(renderedContent),
    match_subject: highlight(escapeHtml(shown)),
  }
}

/**
 * The answer of `GET /messages/matches_narrow`: those of the messages that the viewer may read and that are in the narrow.
 * @throws ApiError BAD_NARROW
 */
export function* matchingMessages(
  organization: Organization,
  viewer: User,
  narrow: NarrowJson,
  ids: readonly number[],
): Pieces<AnswerFields> {
  const terms = parseNarrow(narrow)
  const highlight = highlighterOf(terms) ?? highlighter([])
  const wanted = [...new Set(ids)].sort((a, b) => a - b)
  const found = yield* narrowQuery(organization, viewer, terms, 'readable').among(wanted)
  const sizes = yield* weighed(organization, found)
  const textOf = (messages: readonly StoredMessage[]) =>
    messages
      .map((message) => `"${message.id}":${JSON.stringify(matchFields(message, highlight, false))}`)
      .join(',')
  return yield* listed(organization, viewer, {
    before: '"messages":{',
    after: '}',
    ids: found,
    sizes,
    textOf,
  })
}
