// The model of a box in which a message is written: its text, where it is to go, and what stands in its way.
import { computed, signal, type Signal } from '@preact/signals'
import { state } from '../live/state'
import { isGuest, may, refusalToPost } from '../store/permissions'
import { channelOf, userOf } from '../store/names'
import { isAmong } from '../store/membership'
import { directKey } from '../store/conversations'
import type { State } from '../store/state'
import { text, type TextKey } from '../texts/text'
import { codePoints, isLonger } from './code-points'
import { personName, topicsPolicyOf, type Destination } from './destination'
import { TextBox } from './text-box'
import { Uploads } from './uploads'
import { manyToldBy } from './warnings'

export class ComposeBox {
  readonly box = new TextBox()
  readonly destination: Signal<Destination>
  /** Whether the destination is being chosen. */
  readonly isChoosing: Signal<boolean>
  readonly uploads = new Uploads(this.box)
  readonly isPreviewed = signal(false)
  /** Why what was sent last was refused, until something else is written. */
  readonly problem = signal<string | undefined>(undefined)

  /** @param home the destination of the view it stands in */
  constructor(readonly home: Destination) {
    this.destination = signal(home)
    this.isChoosing = signal(!isChosen(home))
  }

  /** Why nothing can be sent to the destination, whatever it is; undefined if something can. */
  readonly refusal = computed(() => refusalOf(state(), this.destination.value))

  /** Why the message can't be sent as it is; undefined if it can. Empty where that needs no words. */
  readonly obstacle = computed((): string | undefined => {
    if (this.refusal.value !== undefined) return this.refusal.value
    const to = this.destination.value
    if (this.box.isBlank.value) return ''
    const { max_message_length: longest, max_topic_length: longestTopic } = state().server
    if (isLonger(this.box.text.value, longest)) return text('writing.tooLong', { count: longest })
    if (this.uploads.count.value > 0)
      return text(this.uploads.isStuck.value ? 'writing.uploadStuck' : 'writing.stillUploading')
    if (!isChosen(to)) return text(to.type === 'stream' ? 'writing.chooseChannel' : 'writing.choosePeople')
    if (to.type === 'private' || to.stream_id === undefined) return undefined
    const many = manyToldBy(this.box.text.value, to)
    if (many !== undefined && !may(state(), 'can_mention_many_users_group'))
      return text('writing.mayNotTellMany', { count: many })
    const topic = to.topic.trim()
    if (codePoints(topic) > longestTopic) return text('writing.topicTooLong', { count: longestTopic })
    return topicObstacle(to.stream_id, topic)
  })

  /** How many characters are left, where they are about to run out. */
  readonly left = computed(() => {
    const { max_message_length: longest } = state().server
    const written = this.box.text.value
    return written.length < longest * 0.9 ? undefined : longest - codePoints(written)
  })

  /** Sends to there from now on. */
  turnTo(to: Destination): void {
    this.destination.value = to
    this.isChoosing.value = !isChosen(to)
  }
}

/** Whether a channel, or somebody, is named. */
export function isChosen(to: Destination): boolean {
  return to.type === 'stream' ? to.stream_id !== undefined : to.user_ids.length > 0
}

function topicObstacle(channelId: number, topic: string): string | undefined {
  const policy = topicsPolicyOf(channelId)
  if (topic === '' && policy === 'disable_empty_topic') return text('writing.topicRequired')
  if (topic !== '' && policy === 'empty_topic_only')
    return text('writing.topicsNotAllowed', { topic: state().organization.empty_topic_display_name })
  return undefined
}

const refusals = {
  archived: 'writing.archived',
  'not subscribed': 'writing.notSubscribed',
  'not permitted': 'writing.mayNotPost',
} as const satisfies Record<string, TextKey>

function refusalOf(state: State, to: Destination): string | undefined {
  if (to.type === 'private') return directRefusal(state, to.user_ids)
  const channel = to.stream_id === undefined ? undefined : channelOf(state, to.stream_id)
  if (!channel) return undefined
  const why = refusalToPost(state, channel)
  return why === undefined ? undefined : text(refusals[why])
}

/** Direct messages between people take permissions; to bots and to oneself they don't. */
function directRefusal(state: State, ids: readonly number[]): string | undefined {
  const { user_id: me } = state.ownUser
  const others = ids.filter((id) => id !== me)
  const gone = others.find((id) => userOf(state, id)?.is_active === false)
  if (gone !== undefined) return text('writing.deactivated', { name: personName(gone) })
  if (others.every((id) => userOf(state, id)?.is_bot !== false)) return undefined
  const { direct_message_permission_group: allowed } = state.organization
  const people = others.filter((id) => userOf(state, id)?.is_bot === false)
  if (!isAmong(state, allowed, me) && !people.every((id) => isAmong(state, allowed, id)))
    return text('writing.noDirectMessages')
  const isNew = !state.directConversations.has(directKey(ids, me))
  return isNew && !may(state, 'direct_message_initiator_group')
    ? text(isGuest(state) ? 'writing.guestMayNotBegin' : 'writing.mayNotBegin')
    : undefined
}
