// Messages of an import: written as they were sent, in portions, each of which is taken as a whole or again.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stat } from 'node:fs/promises'
import { attachmentUrl } from '../attachments/address'
import { insertLinks } from '../attachments/links-repository'
import { settleClaims } from '../attachments/claims-repository'
import { linkedFile } from '../attachments/linked'
import { attachmentAt, attachmentById, type Attachment } from '../attachments/repository'
import { channelDirectory } from '../channels/repository'
import { maxTopicLength, topicKey } from '../channels/topics'
import { customEmojiDirectory } from '../custom-emoji/repository'
import { emojiToAdd } from '../custom-emoji/naming'
import { emojiByName } from '../emoji/emoji'
import { ApiError } from '../http/errors'
import { beginning, codePoints } from '../http/text-length'
import { renderMarkdown, rendererVersion, type RenderContext } from '../markdown/render'
import { noteMessage } from '../messages/activity/channel-activity'
import { setBits } from '../message-flags/repository'
import { flagBits } from '../messages/flags'
import { maxMessageLength } from '../messages/content'
import { openChannelConversation, openDirectConversation } from '../messages/conversations'
import { renderContext } from '../messages/rendering/render-context'
import { insertMessage } from '../messages/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { insertReaction } from '../reactions/repository'
import { changingSight } from '../sight/changing'
import { discardTemporary, finishUpload, temporaryFile } from '../uploads/storing'
import { directory, type User } from '../users/repository'
import { takeSender } from './people'
import type { Report } from './report'
import { noteTaken, storeEditTime, takenId } from './repository'
import type { Names, Source, SourceFile, SourceMessage } from './source'

/** So many are written together: few enough that a write takes little memory. */
const perWrite = 250

export interface Around {
  readonly source: Source
  /** Files of people who have left are the owner's. */
  readonly owner: User
  /** Their IDs here; those whom only messages name come to it. */
  readonly people: Map<string, number>
  readonly channels: ReadonlyMap<string, number>
  readonly names: Names
  readonly report: Report
}

/** A message with what its files have become. */
interface Ready {
  readonly message: SourceMessage
  /** What stands below its text. */
  readonly links: readonly string[]
  /** Addresses in its text, and what they have become. */
  readonly addresses: readonly (readonly [string, string])[]
  readonly attachments: readonly Attachment[]
}

export async function takeMessages(
  organization: Organization,
  around: Around,
  all: readonly SourceMessage[],
): Promise<void> {
  const { source, report } = around
  let ready: Ready[] = []
  const write = async () => {
    const some = ready
    ready = []
    if (some.length > 0) await organization.write((tx) => new MessageWriter(tx, around).write(some))
  }
  for (const message of all) {
    if (takenId(organization.db, source.id, 'message', message.id) !== undefined) {
      report.known.messages += 1
      continue
    }
    ready.push(await prepared(organization, around, message))
    if (ready.length === perWrite) await write()
  }
  await write()
}

async function prepared(organization: Organization, around: Around, message: SourceMessage): Promise<Ready> {
  const addresses: [string, string][] = []
  const links: string[] = []
  const attachments: Attachment[] = []
  for (const file of message.files) {
    const attachment = await takeFile(organization, around, message, file)
    if (attachment) attachments.push(attachment)
    if (file.inText === undefined) links.push(linkTo(file, attachment, around.report))
    else if (attachment) addresses.push([file.inText, attachmentUrl(attachment)])
    else around.report.note('Files that are not in the archive', file.name)
  }
  return { message, links, addresses, attachments }
}

/** What stands below a text for a file. */
function linkTo(file: SourceFile, attachment: Attachment | undefined, report: Report): string {
  const name = file.name.replaceAll(/[[\]\n]/g, ' ').trim() || 'file'
  if (attachment) return `[${name}](${attachmentUrl(attachment)})`
  if (file.url !== undefined && /^https?:\/\/\S+$/.test(file.url)) {
    report.note('Files that are not in the archive are links to where they were', file.url)
    return `[${name}](${file.url})`
  }
  report.note('Files that are not in the archive', file.name)
  return `(${name})`
}

async function takeFile(
  organization: Organization,
  { source, owner, people, report }: Around,
  { senderId }: SourceMessage,
  file: SourceFile,
): Promise<Attachment | undefined> {
  const known = takenId(organization.db, source.id, 'file', file.id)
  if (known !== undefined) return attachmentById(organization.db, known)
  if (!file.open) return undefined
  const sender = directory(organization).byId.get(people.get(senderId) ?? 0)
  const path = await temporaryFile(organization)
  try {
    await pipeline(Readable.from(await file.open()), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    const attachment = await finishUpload(
      organization,
      sender?.isActive ? sender : owner,
      { path, name: file.name, size },
      undefined,
      (tx, { id }) => noteTaken(tx, source.id, 'file', file.id, id),
    )
    report.taken.files += 1
    return attachment
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    report.note('Files that can’t be stored', `${file.name}: ${error.message}`)
    return undefined
  } finally {
    await discardTemporary(organization, path)
  }
}

class MessageWriter {
  readonly #tx: Transaction
  readonly #around: Around
  readonly #contexts = new Map<number, RenderContext>()

  constructor(tx: Transaction, around: Around) {
    this.#tx = tx
    this.#around = around
  }

  write(all: readonly Ready[]): void {
    for (const each of all) this.#take(each)
  }

  #take({ message, links, addresses, attachments }: Ready): void {
    const { source, report, owner, names } = this.#around
    const { organization } = this.#tx
    // First: it may make an account.
    const senderId = this.#senderId(message)
    const sender = directory(organization).byId.get(senderId ?? 0)
    if (!sender)
      report.note('Messages of people who are not in the archive are the owner’s', message.senderId)
    const place = this.#place(message)
    if (!place) return report.note('Messages whose place is not in the archive', message.id)
    // Only now: it may link to a message before it.
    let text = message.content(names)
    for (const [there, here] of addresses) text = text.replaceAll(there, here)
    const parts = inParts(clean([text, ...links].filter((each) => each !== '').join('\n\n')))
    if (parts.length > 1) report.note('Messages that are too long here are several', message.id)
    for (const [index, content] of parts.entries()) {
      const id = this.#insert(sender ?? owner, place, message, content, index === 0 ? attachments : [])
      if (index > 0) continue
      noteTaken(this.#tx, source.id, 'message', message.id, id)
      if (message.isPinned) noteTaken(this.#tx, source.id, 'pins', message.id, id)
      this.#addReactions(id, message)
      this.#addStars(id, message)
    }
    report.taken.messages += 1
  }

  #senderId({ senderId, sender }: SourceMessage): number | undefined {
    const { source, people, report } = this.#around
    const known = people.get(senderId)
    if (known !== undefined || !sender) return known
    const id = takeSender(this.#tx, source, sender, report)
    // What is undone is done again, with the same outcome.
    people.set(senderId, id)
    this.#tx.onRollback(() => people.delete(senderId))
    return id
  }

  #place({ to, senderId }: SourceMessage): Place | undefined {
    const { people, channels, owner } = this.#around
    const tx = this.#tx
    if ('channelId' in to) {
      const channelId = channels.get(to.channelId)
      if (channelId === undefined) return undefined
      const topic = topicOf(to.topic)
      return { channelId, conversationId: openChannelConversation(tx, channelId), topic }
    }
    const members = new Set([...to.memberIds, senderId].map((id) => people.get(id) ?? owner.id))
    const memberIds = [...members].toSorted((a, b) => a - b)
    const conversationId = changingSight(tx, { conversations: 'direct' }, () =>
      openDirectConversation(tx, memberIds),
    )
    return { channelId: null, conversationId, topic: '' }
  }

  #insert(
    sender: User,
    { channelId, conversationId, topic }: Place,
    { sentAt, editedAt }: SourceMessage,
    content: string,
    attachments: readonly Attachment[],
  ): number {
    const tx = this.#tx
    const rendered = renderMarkdown(content, this.#context(sender))
    const id = insertMessage(tx, {
      senderId: sender.id,
      conversationId,
      channelId,
      topic,
      topicKey: topicKey(topic),
      content,
      renderedContent: rendered.html,
      rendererVersion,
      sentAt,
      client: 'Import',
      isMeMessage: rendered.isMeMessage,
      hasLink: rendered.hasLink,
      hasImage: rendered.hasImage,
      hasAttachment: attachments.length > 0,
    })
    const channel = channelId === null ? undefined : channelDirectory(tx.organization).byId.get(channelId)
    if (channel) noteMessage(tx, channel, id)
    if (editedAt !== undefined) storeEditTime(tx, id, editedAt)
    if (attachments.length > 0) {
      const ids = attachments.map((each) => each.id)
      insertLinks(tx, { id, conversationId }, ids)
      settleClaims(tx, ids, seconds(tx.organization.clock))
    }
    return id
  }

  /** Its author may open whatever files the import has stored for the message. */
  #context(sender: User): RenderContext {
    const known = this.#contexts.get(sender.id)
    if (known) return known
    const { organization } = this.#tx
    const made: RenderContext = {
      ...renderContext(organization, sender),
      attachment(path) {
        const found = attachmentAt(organization.db, path)
        return found && linkedFile(found)
      },
    }
    this.#contexts.set(sender.id, made)
    return made
  }

  #addReactions(messageId: number, { reactions }: SourceMessage): void {
    const { people, report } = this.#around
    for (const { emoji, personIds } of reactions) {
      const found = this.#emoji(emoji)
      if (!found) {
        report.note('Reactions with emoji that are not there', emoji)
        continue
      }
      for (const userId of new Set(personIds.flatMap((id) => people.get(id) ?? []))) {
        insertReaction(this.#tx, { messageId, userId, ...found })
        report.taken.reactions += 1
      }
    }
  }

  #addStars(messageId: number, { starredBy = [] }: SourceMessage): void {
    for (const userId of new Set(starredBy.flatMap((id) => this.#around.people.get(id) ?? [])))
      setBits(this.#tx, userId, [messageId], flagBits.starred)
  }

  #emoji(name: string) {
    try {
      return emojiToAdd(
        this.#tx.organization,
        { emojiName: name, emojiCode: undefined, reactionType: undefined },
        [],
      )
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}

interface Place {
  channelId: number | null
  conversationId: number
  topic: string
}

/** Whether an emoji of that name is shown in messages. */
export function isEmoji(organization: Organization, name: string): boolean {
  return customEmojiDirectory(organization).byName.has(name) || emojiByName(name) !== undefined
}

function topicOf(topic: string): string {
  const shown = topic.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]+/gu, ' ')
  return beginning(shown.replaceAll(/\s+/g, ' ').trim(), maxTopicLength).trim()
}

function clean(text: string): string {
  const shown = text.toWellFormed().replaceAll('\0', '').trimEnd()
  return shown.trim() === '' ? '(no text)' : shown
}

/** A text in parts that are no longer than messages may be, cut where a line ends if there is one. */
function inParts(text: string): string[] {
  const parts: string[] = []
  let rest = text
  while (codePoints(rest) > maxMessageLength) {
    const most = beginning(rest, maxMessageLength)
    const lineEnd = most.lastIndexOf('\n')
    const part = lineEnd > most.length / 2 ? most.slice(0, lineEnd) : most
    parts.push(part.trimEnd())
    rest = rest.slice(part.length).trimStart()
  }
  return rest === '' ? parts : [...parts, rest]
}
