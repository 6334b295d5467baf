// Terms of a search in words.
import type { Term } from '../addresses/narrow'
import { state } from '../live/state'
import { shownName, shownNames } from '../people/names'
import { language, text, type TextKey } from '../texts/text'
import type { Operator } from './search-language'

/** What an operator asks for, before anything is said of it. */
export const operatorWords: Readonly<Record<Operator, TextKey>> = {
  channel: 'search.channelOperator',
  topic: 'search.topicOperator',
  sender: 'search.senderOperator',
  dm: 'search.dmOperator',
  'dm-including': 'search.dmIncludingOperator',
  is: 'search.isOperator',
  has: 'search.hasOperator',
  channels: 'search.channelsOperator',
  in: 'search.inOperator',
  near: 'search.nearOperator',
  id: 'search.idOperator',
  with: 'search.withOperator',
}

const kinds: Readonly<Record<string, TextKey>> = {
  'is:unread': 'search.unread',
  'is:mentioned': 'search.mentioned',
  'is:starred': 'search.starred',
  'is:alerted': 'search.alerted',
  'is:followed': 'search.followed',
  'is:muted': 'search.muted',
  'is:resolved': 'search.resolved',
  'is:dm': 'search.direct',
  'has:link': 'search.link',
  'has:image': 'search.image',
  'has:attachment': 'search.attachment',
  'has:reaction': 'search.reaction',
  'channels:public': 'search.publicChannels',
  'channels:web-public': 'search.webPublicChannels',
  'in:home': 'search.home',
  'in:all': 'search.everywhere',
}

/** What messages a term is about. */
export function termWords({ operator, operand, negated }: Term): string {
  const words = plainWords(operator, operand)
  return negated ? text('search.not', { what: words }) : words
}

function plainWords(operator: string, operand: Term['operand']): string {
  const kind = kinds[`${operator}:${String(operand)}`]
  if (kind) return text(kind)
  const value = namesIn(operator, operand)
  switch (operator) {
    case 'channel':
      return text('search.inChannel', { value })
    case 'topic':
      return text('search.inTopic', { value })
    case 'sender':
      return text('search.sentBy', { value })
    case 'dm':
      return text('search.directWith', { value })
    case 'dm-including':
      return text('search.directIncluding', { value })
    case 'search':
      return text('search.withWords', { value })
    default:
      return text('search.messageNumber', { value: String(operand) })
  }
}

function namesIn(operator: string, operand: Term['operand']): string {
  if (typeof operand === 'object') return shownNames(operand, language.value)
  if (operator === 'sender' && typeof operand === 'number') return shownName(operand)
  if (operator === 'channel' && typeof operand === 'number')
    return state().channels.get(operand)?.name ?? String(operand)
  return operand === '' && operator === 'topic'
    ? state().organization.empty_topic_display_name
    : String(operand)
}
