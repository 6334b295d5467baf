// followup: puts what somebody says into a channel where it is followed up, in a topic of theirs.
import { channelToPostIn } from '../channels/access'
import { maxTopicLength } from '../channels/topics'
import { ApiError } from '../http/errors'
import { beginning } from '../http/text-length'
import { introducedQuote } from '../messages/quoting'
import { messageUrlOf } from '../messages/message-url'
import { sendMessageIn } from '../messages/sending/send'
import { nameOf, type Said, type Service } from './service'

export const followUp: Service = (said) => {
  const { text, config } = said
  const name = config['channel'] ?? ''
  if (text === '') return `Tell me what to follow up: I put it into #**${name}**.`
  try {
    put(said, name)
    return `I have put that into #**${name}>${topicFor(said)}**.`
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `I can't put that into the channel \`${name.replaceAll('`', '')}\`: ${error.message}`
  }
}

/** What was said, as a quote: it mentions nobody, whatever its author may not. */
function put({ tx, bot, author, message, text }: Said, name: string): void {
  const { organization } = tx
  const channel = channelToPostIn(organization, bot, name)
  const where = message.channelId === null ? '' : ` [here](${messageUrlOf(organization, message)})`
  sendMessageIn(tx, bot, {
    destination: { kind: 'channel', channelId: channel.id, topic: topicFor({ author }) },
    content: introducedQuote(`${nameOf(author)} said${where}:\n`, text),
    client: 'EmbeddedBot',
  })
}

function topicFor({ author }: Pick<Said, 'author'>): string {
  return beginning(author.fullName, maxTopicLength)
}
