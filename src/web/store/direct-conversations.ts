// Direct conversations that this person is in, with the newest message of each.
import { directKey } from './conversations'
import type { ServerEvent } from './events'
import { isFields, isNumber, isNumbers, isTexts, listOf, shape, type Checked, type Fields } from './shapes'
import { TextMap } from './text-map'

const isDirectConversation = shape({
  /** Everybody but oneself; nobody for notes to oneself. */
  user_ids: isNumbers,
  /** What conversations are sorted by. Where the newest message was deleted, it is still this one's ID, until another comes. */
  max_message_id: isNumber,
})
export type DirectConversation = Checked<typeof isDirectConversation>

/** By `directKey`, in no order. */
export type DirectConversations = TextMap<DirectConversation>

export function directConversationsFrom(register: Fields, me: number): DirectConversations {
  const all = listOf(isDirectConversation, register['recent_private_conversations'])
  return TextMap.from(all.map((each) => [directKey(each.user_ids, me), each]))
}

/** `message`, where it is a direct one. */
export function directConversationsAfter(
  conversations: DirectConversations,
  { type, message, flags }: ServerEvent,
  me: number,
): DirectConversations {
  if (type !== 'message' || !isFields(message) || message['type'] !== 'private') return conversations
  const { id, display_recipient: people } = message
  if (!isNumber(id) || (isTexts(flags) && flags.includes('historical'))) return conversations
  const ids = listOf(shape({ id: isNumber }), people).map((person) => person.id)
  const key = directKey(ids, me)
  const newest = Math.max(id, conversations.get(key)?.max_message_id ?? 0)
  const others = ids.filter((each) => each !== me)
  return conversations.with(key, { user_ids: others, max_message_id: newest })
}
