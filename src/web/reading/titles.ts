// What feeds are called.
import type { Term } from '../addresses/narrow'
import { channelIn, conversationIn } from '../feeds/terms'
import { state } from '../live/state'
import { language, text, type TextKey } from '../texts/text'

/** The names of a direct conversation's people. @param ids as in `directConversation` */
export function directTitle(ids: readonly number[]): string {
  const { users, ownUser } = state()
  if (ids.length === 1 && ids[0] === ownUser.user_id) return text('reading.notesToSelf')
  const names = ids.map((id) => users.get(id)?.full_name ?? text('reading.unknownPerson'))
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names)
}

/** The title of a narrow, as the window and the heading say it. */
export function titleOf(terms: readonly Term[]): string {
  const place = conversationIn(terms, state())
  if (place?.type === 'private') return directTitle(place.user_ids)
  if (place) {
    const channel = state().channels.get(place.stream_id)?.name ?? text('reading.unknownChannelName')
    return `${place.topic || state().organization.empty_topic_display_name} · #${channel}`
  }
  if (terms.length === 0) return text('reading.allMessages')
  const channelId = channelIn(terms, state())
  if (channelId !== undefined && terms.length === 1)
    return `#${state().channels.get(channelId)?.name ?? text('reading.unknownChannelName')}`
  const known = terms.length === 1 && terms[0] ? knownTitle(terms[0]) : undefined
  return known ?? (isReactionsToMine(terms) ? text('reading.reactionsToMine') : searchTitle(terms))
}

const titles: Readonly<Partial<Record<string, TextKey>>> = {
  'in:home': 'reading.combinedFeed',
  'in:all': 'reading.allMessages',
  'is:mentioned': 'reading.mentions',
  'is:starred': 'reading.starred',
  'is:unread': 'reading.unreadMessages',
  'is:dm': 'reading.directMessages',
  'is:private': 'reading.directMessages',
  'is:followed': 'reading.followedTopics',
  'is:resolved': 'reading.resolvedTopics',
  'is:alerted': 'reading.alertWords',
}

function knownTitle({ operator, operand, negated }: Term): string | undefined {
  const key = negated ? undefined : titles[`${operator}:${String(operand)}`]
  if (key) return text(key)
  const isFrom = operator === 'sender' && typeof operand === 'number' && !negated
  return isFrom ? text('reading.messagesFrom', { name: directTitle([operand]) }) : undefined
}

export function isReactionsToMine(terms: readonly Term[]): boolean {
  const has = (operator: string, operand: unknown): boolean =>
    terms.some((term) => term.operator === operator && term.operand === operand && !term.negated)
  const { user_id: me } = state().ownUser
  return terms.length === 2 && has('has', 'reaction') && (has('sender', 'me') || has('sender', me))
}

function searchTitle(terms: readonly Term[]): string {
  const words = terms.find(({ operator }) => operator === 'search')?.operand
  return typeof words === 'string' ? text('reading.searchFor', { words }) : text('reading.search')
}
