// Posting a mail: read in a thread of its own, its files stored, then the message in one write with the note that it was posted.
import { writeFile } from 'node:fs/promises'
import type { Static } from '@sinclair/typebox'
import { attachmentUrl } from '../attachments/address'
import type { Attachment } from '../attachments/repository'
import { channelDirectory, type Channel } from '../channels/repository'
import { topicKey } from '../channels/topics'
import { ApiError, noSuchChannel } from '../http/errors'
import { GiveUp, jobKind, type Attempt } from '../jobs/kind'
import { canRead } from '../messages/access'
import { conversation } from '../messages/conversations'
import type { Destination } from '../messages/recipients'
import { assertMayBeginTopic, assertMaySendTo, topicsPolicy } from '../messages/sending/destinations'
import { sendDirectNotice } from '../messages/sending/notices'
import { sendMessageIn } from '../messages/sending/send'
import { answeredMessage } from '../missed-messages/reply-address'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { discardTemporary, finishUpload, temporaryFile } from '../uploads/storing'
import { directory, type User } from '../users/repository'
import type { MailContent, MailFile, TextOptions } from './mail-content'
import { messageOf, topicOf, withSilentMentions } from './message-text'
import { readMail, UnreadableMail } from './reading'
import { receiveMail } from './receive-mail'
import type { ChannelRecipient, Recipient, ReplyRecipient } from './recipients'
import { insertPosted, isPosted } from './repository'
import { removeMail, storedMail } from './storing'

/** What the messages say they were sent with. */
const client = 'email_mirror'

/** One at a time: a large mail takes some memory while it is read. */
export const receiveMailKind = jobKind({
  ...receiveMail,
  concurrency: 1,
  timeoutSeconds: 300,
  maxAttempts: 5,
  async run(attempt) {
    const { organization, payload } = attempt
    await refusing(() => receive(attempt))
    await removeMail(organization, payload.file)
  },
})

/** What can't be posted is given up, with the reason; what the storage fails in is tried again. @throws GiveUp */
async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isFinal = error instanceof UnreadableMail || (error instanceof ApiError && error.status < 500)
    throw isFinal ? new GiveUp(error.message) : error
  }
}

type ReceiveMail = Attempt<Static<typeof receiveMail.payload>>

async function receive({ organization, payload, signal, write, done }: ReceiveMail): Promise<void> {
  const { file, recipient } = payload
  const mail = await storedMail(organization, file)
  const content = await readMail(mail, textOptions(recipient), signal)
  const digest = digestOf(content, mail, recipient)
  if (isIgnored(content, recipient) || isPosted(organization.db, digest)) return
  const author = authorOf(organization, recipient)
  // Asked first, too: whoever may not post should not fill the disk either.
  if (author) placeFor(organization, author, recipient, content)
  const files = author ? await storeFiles(organization, author, content) : []
  await write((tx) => {
    if (!isPosted(tx, digest)) {
      post(tx, recipient, content, files)
      insertPosted(tx, digest, seconds(organization.clock))
    }
    done(tx)
  })
}

/** Answers by hand are whole without what they answer. */
function textOptions(recipient: Recipient): TextOptions {
  return 'channelId' in recipient
    ? recipient
    : { includeQuotes: false, includeFooter: false, preferHtml: false }
}

/**
 * Whether nothing may come of it: machines that answer each other would never end. What programs send by themselves is
 * welcome in a channel, unless it was a server such as this one; nobody answers a message with it.
 */
function isIgnored({ origin, isOurs }: MailContent, recipient: Recipient): boolean {
  if (isOurs || origin === 'delivery report' || origin === 'automatic answer') return true
  return origin === 'program' && !('channelId' in recipient)
}

/** Mail servers may bring a mail again, under the name that its sender gave it. */
function digestOf({ messageId }: MailContent, mail: Uint8Array, recipient: Recipient): string {
  const whom =
    'channelId' in recipient
      ? ['channel', recipient.channelId, recipient.creatorId, recipient.senderId]
      : ['reply', recipient.userId, recipient.messageId]
  const hash = new Bun.CryptoHasher('sha256').update(`${whom.join(' ')}\0`)
  return hash.update(messageId ?? mail).digest('hex')
}

/** In whose name it is posted, and whose its files are; undefined if they are no longer here. */
function authorOf(organization: Organization, recipient: Recipient): User | undefined {
  const id = 'channelId' in recipient ? recipient.senderId : recipient.userId
  const user = directory(organization).byId.get(id)
  return user?.isActive ? user : undefined
}

function post(tx: Transaction, recipient: Recipient, content: MailContent, files: readonly string[]): void {
  const author = authorOf(tx.organization, recipient)
  if (!author) throw new GiveUp('The account in whose name it would be posted is closed')
  if (!('channelId' in recipient)) return postReply(tx, author, recipient, content, files)
  const destination = channelPlace(tx.organization, recipient, content)
  assertMayBeginIn(tx, recipient, destination)
  const text = messageOf({ ...content, text: withSilentMentions(content.text) }, files, recipient.showSender)
  sendMessageIn(tx, author, { destination, content: text, client })
}

/** Where it goes. @throws ApiError, GiveUp where it may not go there */
function placeFor(
  organization: Organization,
  author: User,
  recipient: Recipient,
  content: MailContent,
): Destination {
  return 'channelId' in recipient
    ? channelPlace(organization, recipient, content)
    : replyPlace(organization, author, recipient)
}

function channelPlace(
  organization: Organization,
  recipient: ChannelRecipient,
  { subject }: MailContent,
): Destination & { kind: 'channel' } {
  const creator = creatorOf(organization, recipient)
  const channel = channelOf(organization, recipient)
  const isWithoutTopics = topicsPolicy(organization, channel) === 'empty_topic_only'
  const topic = isWithoutTopics ? '' : topicOf(subject)
  const destination = { kind: 'channel', channelId: channel.id, topic } as const
  assertMaySendTo(organization, creator, destination)
  return destination
}

function assertMayBeginIn(
  tx: Transaction,
  recipient: ChannelRecipient,
  { topic }: Destination & { kind: 'channel' },
): void {
  const { organization } = tx
  const [creator, channel] = [creatorOf(organization, recipient), channelOf(organization, recipient)]
  assertMayBeginTopic(tx, creator, channel, topicKey(topic))
}

/** Whoever asked for the address must be allowed to post there still. @throws GiveUp */
function creatorOf(organization: Organization, { creatorId }: ChannelRecipient): User {
  const creator = directory(organization).byId.get(creatorId)
  if (creator?.isActive) return creator
  throw new GiveUp('The account of whoever made this address is closed')
}

function channelOf(organization: Organization, { channelId }: ChannelRecipient): Channel {
  const channel = channelDirectory(organization).byId.get(channelId)
  if (!channel) throw noSuchChannel({ stream_id: channelId })
  return channel
}

/** The place of the message that is answered, as it is now. @throws GiveUp if they may not see it any more */
function replyPlace(organization: Organization, author: User, { messageId }: ReplyRecipient): Destination {
  const message = answeredMessage(organization, messageId)
  if (!message || !canRead(organization, author, message))
    throw new GiveUp('The message that it answers is gone, or too old')
  const { channelId, topic, conversationId } = message
  return channelId === null
    ? { kind: 'direct', memberIds: conversation(organization, conversationId).memberIds }
    : { kind: 'channel', channelId, topic }
}

/** Posts an answer, or tells its author why that can't be done. */
function postReply(
  tx: Transaction,
  author: User,
  recipient: ReplyRecipient,
  content: MailContent,
  files: readonly string[],
): void {
  const destination = replyPlace(tx.organization, author, recipient)
  try {
    sendMessageIn(tx, author, { destination, content: messageOf(content, files, false), client })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    sendDirectNotice(tx, author.id, `What you answered by e-mail could not be posted: ${error.message}.`)
  }
}

/** @returns a line of Markdown for each of the files, which says why where one could not be stored. */
async function storeFiles(
  organization: Organization,
  author: User,
  { files, filesLeftOut }: MailContent,
): Promise<string[]> {
  const lines: string[] = []
  for (const file of files) lines.push(await lineOf(organization, author, file))
  if (filesLeftOut > 0) lines.push(`(${filesLeftOut} more files were left out.)`)
  return lines
}

async function lineOf(organization: Organization, author: User, file: MailFile): Promise<string> {
  const name = linkText(file.name)
  try {
    return `[${name}](${attachmentUrl(await stored(organization, author, file))})`
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return `(${name} was left out: ${error.message})`
  }
}

async function stored(
  organization: Organization,
  author: User,
  { name, content }: MailFile,
): Promise<Attachment> {
  const path = await temporaryFile(organization)
  try {
    await writeFile(path, content)
    return await finishUpload(organization, author, { path, name, size: content.byteLength })
  } catch (error) {
    await discardTemporary(organization, path)
    throw error
  }
}

const longestName = 100

function linkText(name: string): string {
  return (
    name
      .toWellFormed()
      .replaceAll(/[\p{Cc}[\]\\]+/gu, ' ')
      .slice(0, longestName)
      .trim() || 'file'
  )
}
