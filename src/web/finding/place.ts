// Where the reader is: the conversation or the view that the address names.
import { computed } from '@preact/signals'
import { address } from '../addresses/address'
import { narrowOf, type Narrow } from '../addresses/narrow'
import { channelIn, conversationIn } from '../feeds/terms'
import { isLoaded, state } from '../live/state'
import { directKey, type Conversation } from '../store/conversations'
import { topicKey } from '../store/topic-names'

/** Undefined where the address is that of another view. */
export const openNarrow = computed<Narrow | undefined>(() => narrowOf(address.value))

export const openConversation = computed<Conversation | undefined>(() =>
  isLoaded.value && openNarrow.value ? conversationIn(openNarrow.value.terms, state()) : undefined,
)

/** The channel that is open, as a whole, as a topic of it or as the list of its topics. */
export const openChannel = computed<number | undefined>(() => {
  if (!isLoaded.value) return undefined
  const narrow = openNarrow.value ?? narrowOf(address.value.replace(/^#topics\//, '#narrow/'))
  return narrow && channelIn(narrow.terms, state())
})

export function isOpenTopic(channelId: number, topic: string): boolean {
  const open = openConversation.value
  return open?.type === 'stream' && open.stream_id === channelId && topicKey(open.topic) === topicKey(topic)
}

/** @param key `directKey` */
export function isOpenDirect(key: string): boolean {
  const open = openConversation.value
  return open?.type === 'private' && directKey(open.user_ids, state().ownUser.user_id) === key
}
