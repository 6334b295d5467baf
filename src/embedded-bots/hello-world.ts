// helloworld: says hello, and how it was spoken to.
import { nameOf, type Service } from './service'

export const helloWorld: Service = ({ author, message }) =>
  message.channelId === null
    ? `Hello, ${nameOf(author)}! You have written to me directly; in a channel, mention me.`
    : `Hello, ${nameOf(author)}! You have mentioned me; you can write to me directly, too.`
