// The message and the topic that a mail becomes.
import { beginning, codePoints, isLongerThan } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import { maxTopicLength } from '../channels/topics'
import { maxMessageLength } from '../messages/content'
import type { MailContent } from './mail-content'

const truncated = '\n\n[…]'

/**
 * The message: who wrote the mail, where that is wanted, its text as far as there is room, then its files.
 * @param files a line of Markdown each
 */
export function messageOf(
  { text, from }: MailContent,
  files: readonly string[],
  showsSender: boolean,
): string {
  const sender = from === '' ? 'nobody' : plain(from)
  const head = showsSender ? `**From:** ${beginning(sender, 300)}\n\n` : ''
  const tail = files.length === 0 ? '' : `\n\n${files.join('\n')}`
  const body = printable(text).trim()
  const said = body === '' && files.length === 0 ? '(No text)' : body
  const room = maxMessageLength - codePoints(head) - codePoints(tail)
  const shown = isLongerThan(said, room)
    ? beginning(said, room - codePoints(truncated)).trimEnd() + truncated
    : said
  return `${head}${shown}${tail}`.trim()
}

/** The subject as a topic: without what answering and passing on put before it. */
export function topicOf(subject: string): string {
  const topic = trimmed(
    subject
      .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^(\s*(re|fwd?|aw|wg|sv|vs|antw|tr|rv|ref)(\[\d{1,3}\])?\s*:)+/i, ''),
  )
  if (topic === '') return '(no subject)'
  return isLongerThan(topic, maxTopicLength) ? `${beginning(topic, maxTopicLength - 1).trimEnd()}…` : topic
}

/** Text of somebody whom nobody knows: it mentions people without telling them. */
export function withSilentMentions(text: string): string {
  return text.replaceAll(/@(?=\*)/g, '@_')
}

function printable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A name and an address as they are: without what Markdown would make something of. */
function plain(text: string): string {
  return printable(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[`*~[\]$|\\]/g, '')
}
