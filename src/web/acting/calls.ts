// What people do to messages and topics, as calls; what is refused is told in a note.
import { call, type CallOptions } from '../api/call'
import type { Parameters } from '../api/form'
import { messageLink } from '../live/links'
import { state } from '../live/state'
import { copy } from '../parts/copying'
import { toastProblem } from '../parts/toasts'
import { conversationOf } from '../store/conversations'
import type { Message, Reaction } from '../store/messages'

/** Does a call; says so if it fails. @returns whether it was done */
export async function attempt(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  parameters: Parameters = {},
  options: CallOptions = {},
): Promise<boolean> {
  try {
    await call(method, path, parameters, options)
    return true
  } catch (error) {
    toastProblem(error)
    return false
  }
}

export type EmojiOfReaction = Pick<Reaction, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** The reaction that is nearest at hand. */
export const thumb: EmojiOfReaction = {
  emoji_name: '+1',
  emoji_code: '1f44d',
  reaction_type: 'unicode_emoji',
}

/** Adds a reaction of one's own, or takes it back if it is there. */
export function toggleReaction(message: Message, emoji: EmojiOfReaction): Promise<boolean> {
  const me = state().ownUser.user_id
  const isThere = message.reactions.some((each) => each.user_id === me && isSameEmoji(each, emoji))
  const { emoji_name, emoji_code, reaction_type } = emoji
  return attempt(isThere ? 'DELETE' : 'POST', `/messages/${String(message.id)}/reactions`, {
    emoji_name,
    emoji_code,
    reaction_type,
  })
}

export function isSameEmoji(a: EmojiOfReaction, b: EmojiOfReaction): boolean {
  return a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type
}

export function toggleStar(message: Message): Promise<boolean> {
  return changeFlag(message.id, 'starred', !message.flags.includes('starred'))
}

function changeFlag(id: number, flag: string, isSet: boolean): Promise<boolean> {
  return attempt('POST', '/messages/flags', { messages: [id], op: isSet ? 'add' : 'remove', flag })
}

/** Makes a message and all after it in its conversation unread. */
export async function markUnreadFrom(message: Message): Promise<void> {
  await attempt('POST', '/messages/flags/narrow', {
    anchor: message.id,
    include_anchor: true,
    num_before: 0,
    num_after: 5000,
    narrow: narrowOf(message),
    op: 'remove',
    flag: 'read',
  })
}

function narrowOf(message: Message): { operator: string; operand: unknown }[] {
  const place = conversationOf(message, state().ownUser.user_id)
  return place.type === 'stream'
    ? [
        { operator: 'channel', operand: place.stream_id },
        { operator: 'topic', operand: place.topic },
      ]
    : [{ operator: 'dm', operand: place.user_ids }]
}

export async function copyLink(message: Message): Promise<void> {
  await copy(new URL(messageLink(message), location.href).href)
}

export async function copyMarkdown(message: Message): Promise<void> {
  try {
    const answer = await call('GET', `/messages/${String(message.id)}`, { apply_markdown: false })
    const raw = answer['message']
    await copy(typeof raw === 'object' && raw !== null && 'content' in raw ? String(raw.content) : '')
  } catch (error) {
    toastProblem(error)
  }
}
