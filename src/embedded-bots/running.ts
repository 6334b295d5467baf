// Answers for embedded bots: a job for each message that is addressed to one, done in one write, so that each is answered once.
import { embeddedConfig, isEmbeddedService, runEmbeddedBot, type EmbeddedService } from '../bots/embedded'
import { botDetails } from '../bots/repository'
import { jobKind } from '../jobs/kind'
import { canRead } from '../messages/access'
import { messageById } from '../messages/repository'
import { answerTo } from '../messages/sending/answers'
import type { Transaction } from '../organization/writer'
import { directory } from '../users/repository'
import { followUp } from './follow-up'
import { helloWorld } from './hello-world'
import { increment } from './incrementor'
import { takeNotes } from './notes'
import { withoutMentionOf, type Service } from './service'

const services: Readonly<Record<EmbeddedService, Service>> = {
  helloworld: helloWorld,
  incrementor: increment,
  followup: followUp,
  notes: takeNotes,
}

export const embeddedBotKind = jobKind({
  ...runEmbeddedBot,
  concurrency: 4,
  timeoutSeconds: 30,
  maxAttempts: 5,
  run: ({ payload, write, done }) =>
    write((tx) => {
      answer(tx, payload.botId, payload.messageId)
      done(tx)
    }),
})

/** Nothing is said for a bot that is deactivated by now, nor to a message that is gone or out of its sight. */
function answer(tx: Transaction, botId: number, messageId: number): void {
  const { byId } = directory(tx.organization)
  const bot = byId.get(botId)
  const details = botDetails(tx.organization).get(botId)
  const message = messageById(tx, messageId)
  const author = message && byId.get(message.senderId)
  if (!bot?.isActive || !details || !isEmbeddedService(details.serviceName)) return
  if (!author || !canRead(tx.organization, bot, message)) return
  const config = embeddedConfig(details.serviceName, details.configData)
  const text = withoutMentionOf(bot, message.content)
  const content = services[details.serviceName]({ tx, bot, author, message, text, config })
  answerTo(tx, bot, message, content, 'EmbeddedBot')
}
