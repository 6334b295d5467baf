// What bots answer to a message: posted in its conversation.
import type { Transaction } from '../../organization/writer'
import type { User } from '../../users/repository'
import { conversation } from '../conversations'
import type { StoredMessage } from '../repository'
import { sendMessageIn } from './send'

/** Answers where the message is. @throws ApiError as `sendMessage` does */
export function answerTo(
  tx: Transaction,
  bot: User,
  { channelId, topic, conversationId }: StoredMessage,
  content: string,
  client: string,
): void {
  const { memberIds } = conversation(tx.organization, conversationId)
  const destination =
    channelId === null
      ? ({ kind: 'direct', memberIds } as const)
      : ({ kind: 'channel', channelId, topic } as const)
  sendMessageIn(tx, bot, { destination, content, client })
}
