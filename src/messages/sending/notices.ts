// What the server itself writes to people: messages of the notification bot.
import type { Transaction } from '../../organization/writer'
import { directory, type User } from '../../users/repository'
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
  sendMessageIn(tx, notificationBot(tx), { destination, content, client: 'Internal', startsReadFor })
}

/** Writes to one person as the notification bot. @returns the message's ID. */
export function sendDirectNotice(tx: Transaction, userId: number, content: string): number {
  const bot = notificationBot(tx)
  const destination = { kind: 'direct', memberIds: [bot.id, userId].sort((a, b) => a - b) } as const
  return sendMessageIn(tx, bot, { destination, content, client: 'Internal' }).id
}

function notificationBot(tx: Transaction): User {
  const bot = directory(tx.organization).all.find(({ isSystemBot }) => isSystemBot)
  if (!bot) throw new Error('The notification bot is missing')
  return bot
}
