// Messages of an import: written as they were sent, in portions, each of which is taken as a whole or again.
import { insertLinks } from '../attachments/links-repository'
import { settleClaims } from '../attachments/claims-repository'
import { linkedFile } from '../attachments/linked'
import { attachmentAt, type Attachment } from '../attachments/repository'
import { channelDirectory } from '../channels/repository'
import { maxTopicLength, topicKey } from '../channels/topics'
import { customEmojiDirectory } from '../custom-emoji/repository'
import { emojiToAdd } from '../custom-emoji/naming'
import { emojiByName } from '../emoji/emoji'
import { ApiError } from '../http/errors'
import { beginning, codePoints } from '../http/text-length'
import { renderMarkdown, rendererVersion, type RenderContext } from '../markdown/render'
import { noteMessage } from '../messages/activity/channel-activity'
import { flagBits } from '../messages/flags'
import { maxMessageLength } from '../messages/content'
import { openChannelConversation, openDirectConversation } from '../messages/conversations'
import { renderContext } from '../messages/rendering/render-context'
import { insertMessage, insertStates, messageById } from '../messages/repository'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { insertReaction } from '../reactions/repository'
import { changingSight } from '../sight/changing'
import { makeWidget } from '../submessages/actions'
import { additions, insertSubmessage } from '../submessages/repository'
import { assertStepAllowed } from '../submessages/rules'
import { widgetKind, type Widget } from '../submessages/widgets'
import { directory, type User } from '../users/repository'
import type { Around } from './around'
import { withFiles, type Ready } from './files'
import { takeSender } from './people'
import { noteTaken, storeEditTime, takenId } from './repository'
import type { SourceMessage } from './source'

/** So many are written together: few enough that a write takes little memory. */
const perWrite = 250

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
    ready.push(await withFiles(organization, around, message))
    if (ready.length === perWrite) await write()
  }
  await write()
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
      if (message.isPinned && place.channelId === null)
        report.note('Pinned messages of direct conversations are like any other', content)
      else if (message.isPinned) noteTaken(this.#tx, source.id, 'pins', message.id, id)
      this.#addReactions(id, message)
      this.#addFlags(id, message)
      this.#addSteps(id, message)
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

  #addFlags(messageId: number, { flags = [] }: SourceMessage): void {
    const { byId } = directory(this.#tx.organization)
    const bits = new Map<number, number>()
    for (const { personId, flags: names } of flags) {
      const user = byId.get(this.#around.people.get(personId) ?? 0)
      if (!user) continue
      for (const name of names) {
        // Nobody reads what waits for those who can't log in.
        if (name === 'unread' && !user.isActive) continue
        bits.set(user.id, (bits.get(user.id) ?? 0) | flagBits[name])
      }
    }
    insertStates(this.#tx, messageId, [...bits.keys()], (userId) => bits.get(userId) ?? 0)
  }

  /** Polls and lists of tasks: what was done to them, as far as it may be done here. */
  #addSteps(messageId: number, { steps }: SourceMessage): void {
    const message = steps && messageById(this.#tx, messageId)
    if (!message) return
    const { people, names, report } = this.#around
    const [first] = makeWidget(this.#tx, message)
    if (!first) return report.note('Polls and lists that are only their text', message.content)
    const widget: Widget = JSON.parse(first.content)
    for (const { personId, content } of steps) {
      const senderId = people.get(personId)
      if (senderId === undefined) {
        report.note('Votes and tasks that can’t be taken', `Nobody is known as ${personId}`)
        continue
      }
      const step = { senderId, content: content(names) }
      try {
        assertStepAllowed(widget, message.senderId, additions(this.#tx, messageId), step)
        insertSubmessage(this.#tx, { messageId, kind: widgetKind, ...step })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        report.note('Votes and tasks that can’t be taken', error.message)
      }
    }
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
