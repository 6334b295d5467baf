// What the server itself writes to people: messages of the notification bot.
import type { Transaction } from '../../organization/writer'
import { notificationBot } from '../../users/repository'
import { sendMessageIn } from './send'

/** Writes into a topic of a channel as the notification bot. @param startsReadFor to whom it is no news. */
export function sendChannelNotice(
  tx: Transaction,
  channelId: number,
  topic: string,
  content: string,
  startsReadFor: (userId: number) => boolean = () => false,
): void {
  const destination = { kind: 'channel', channelId, topic } as const
  sendMessageIn(tx, notificationBot(tx.organization), {
    destination,
    content,
    client: 'Internal',
    startsReadFor,
  })
}

/**
 * Writes to one person as the notification bot.
 * @param options.isQuiet they see it when they come by, and are not told of it before
 * @returns the message's ID.
 */
export function sendDirectNotice(
  tx: Transaction,
  userId: number,
  content: string,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): number {
  const bot = notificationBot(tx.organization)
  const destination = { kind: 'direct', memberIds: [bot.id, userId].sort((a, b) => a - b) } as const
  return sendMessageIn(tx, bot, { destination, content, client: 'Internal', isQuiet }).id
}
