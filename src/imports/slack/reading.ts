// Reads what Slack exports: a zip archive with lists of people and channels, and a file of messages for each channel and day.
import { Payload } from '../../incoming-webhooks/payload'
import { inZip, opening, portionsOf, rowsIn, type Archive } from '../archive'
import { parsedRow } from '../json-rows'
import {
  nothingKnown,
  UnreadableSource,
  type Skipped,
  type Source,
  type SourceChannel,
  type SourceChoices,
  type SourceFile,
  type SourceMessage,
  type SourcePerson,
  type SourcePortion,
} from '../source'
import type { Spool } from '../spool'
import { monthTopic, threadTopic } from '../topics'
import type { Zip } from '../zip'
import { slackEmoji, slackMarkdown } from './markdown'

/** What people are listed in; the second is that of organizations with several workspaces. */
const peopleFiles = ['users.json', 'org_users.json']
/** What channels are listed in, and what they are. */
const lists = [
  { file: 'channels.json', isPrivate: false },
  { file: 'groups.json', isPrivate: true },
] as const
const directLists = ['dms.json', 'mpims.json']

/** A file of a channel and a day. */
const dayFile = /^(?:.*\/)?([^/]+)\/\d{4}-\d\d-\d\d\.json$/

/** What Slack itself says in channels: somebody came, or gave it another name. */
const notices =
  /^(channel|group|im|mpim)_|^(pinned_item|unpinned_item|bot_add|bot_remove|reminder_add|huddle_thread|tombstone)$/

/** @throws UnreadableSource for what is no export of Slack's */
export const openSlack = opening((archive) =>
  inZip(archive, async (zip) => {
    if (!peopleFiles.some((name) => zip.has(name)) || !zip.has('channels.json'))
      throw new UnreadableSource('It is no export of Slack’s: it has no users.json and channels.json.')
    return await SlackExport.read(archive, zip)
  }),
)

interface Place {
  readonly folder: string
  readonly to: (topic: string) => SourceMessage['to']
  readonly channelId: string
}

class SlackExport implements Source {
  readonly name = 'Slack'
  #team = 'workspace'
  readonly #places: Place[] = []
  /** IDs of messages that a list of channels says to be pinned. */
  readonly #pins = new Set<string>()
  readonly #spool: Spool
  readonly #skipped: Skipped

  private constructor(
    { spool, skipped }: Archive,
    private readonly zip: Zip,
  ) {
    this.#spool = spool
    this.#skipped = skipped
  }

  static async read(archive: Archive, zip: Zip): Promise<SlackExport> {
    const made = new SlackExport(archive, zip)
    await made.#readLists()
    await made.#readDays(archive.progress)
    return made
  }

  get id(): string {
    return `slack:${this.#team}`
  }

  async *people(): AsyncIterable<SourcePerson> {
    for (const user of rowsIn(this.#spool, 'users')) if (user.text('id') !== '') yield personOf(user)
  }

  async *channels(): AsyncIterable<SourceChannel> {
    for (const { file, isPrivate } of lists)
      for (const channel of rowsIn(this.#spool, file)) yield channelOf(channel, isPrivate)
  }

  async *emoji() {
    // An export has none of their pictures.
  }

  async *messages(): AsyncIterable<SourcePortion> {
    yield* portionsOf(this.#spool, 'messages', (row) => {
      const place = this.#places[row.number(0) ?? -1]
      return place ? [this.#messageOf(row.at(1), place)] : []
    })
  }

  *choices(): Iterable<SourceChoices> {
    for (const user of rowsIn(this.#spool, 'users')) {
      const text = user.text('profile', 'status_text')
      const emoji = slackEmoji(user.text('profile', 'status_emoji').replaceAll(/^:|:$/g, ''))
      if (text !== '')
        yield { personId: user.text('id'), status: { text: slackMarkdown(text, nothingKnown), emoji } }
    }
  }

  close(): void {
    this.zip.close()
    this.#spool.close()
  }

  async #readLists(): Promise<void> {
    for (const file of peopleFiles) {
      for await (const { row, text } of this.#rowsOf(file)) {
        if (this.#team === 'workspace') this.#team = row.text('team_id') || this.#team
        this.#spool.add('users', 0, text)
      }
    }
    for await (const { row } of this.#rowsOf('canvases.json'))
      this.#skipped(
        'Canvases, which an export has the addresses of alone',
        row.text('title') || row.text('id'),
      )
    for (const { file } of lists) {
      for await (const { row, text } of this.#rowsOf(file)) {
        const channelId = channelIdOf(row)
        this.#spool.add(file, this.#places.length, text)
        for (const pin of row.list('pins')) this.#pins.add(`${channelId}:${pin.text('id')}`)
        this.#places.push({
          folder: row.text('name'),
          channelId,
          to: (topic) => ({ channelId, topic }),
        })
      }
    }
    for (const file of directLists) {
      for await (const { row } of this.#rowsOf(file)) {
        const memberIds = row.list('members').map((each) => each.text())
        const id = row.text('id')
        // Direct messages of two are in a folder of that ID, those of more in one of their name.
        this.#places.push({ folder: row.text('name') || id, channelId: id, to: () => ({ memberIds }) })
      }
    }
  }

  /** Puts down all messages, to be read in the order of time. */
  async #readDays(progress: Archive['progress']): Promise<void> {
    const byFolder = new Map(this.#places.map(({ folder }, index) => [folder, index]))
    const days = () => this.zip.files().filter(({ name }) => dayFile.test(name))
    const total = days().reduce((sum, { size }) => sum + size, 0)
    let read = 0
    for (const { name, size } of days()) {
      const [, folder = ''] = dayFile.exec(name) ?? []
      const index = byFolder.get(folder)
      const place = this.#places[index ?? -1]
      if (place === undefined || index === undefined)
        this.#skipped('Folders of channels that are not listed', folder)
      else
        for await (const { row, text } of this.#rowsOf(name)) this.#noteMessage(row, text, place, index, name)
      read += size
      progress(read / total)
    }
  }

  #noteMessage(message: Payload, text: string, place: Place, index: number, file: string): void {
    const ts = message.text('ts')
    const time = Number(ts)
    if (message.text('type') !== 'message' || !Number.isFinite(time) || time <= 0)
      return this.#skipped('What is no message', `${file}: ${message.text('type')}`)
    const subtype = message.text('subtype')
    if (notices.test(subtype)) return this.#skipped('Notices of Slack itself, such as who joined', subtype)
    this.#spool.add('messages', time, `[${index},${text}]`)
    if (message.text('thread_ts') !== ts) return
    const topic = threadTopic(slackMarkdown(textOf(message), nothingKnown), time)
    this.#spool.add('threads', `${place.channelId}:${ts}`, topic)
  }

  /** The rows of a file; none if it is not there. @throws UnreadableSource if it is no list */
  async *#rowsOf(file: string): AsyncIterable<{ row: Payload; text: string }> {
    if (!this.zip.has(file)) return
    for await (const text of this.zip.rows(file)) yield { row: new Payload(parsedRow(text, file)), text }
  }

  #messageOf(message: Payload, place: Place): SourceMessage {
    const { channelId } = place
    const ts = message.text('ts')
    const time = Number(ts)
    const source = textOf(message)
    const topic = this.#topicOf(channelId, message.text('thread_ts'), time)
    const editedAt = Number(message.text('edited', 'ts'))
    const sender = senderOf(message)
    return {
      id: `${channelId}:${ts}`,
      senderId: sender.id,
      ...(sender.isProgram ? { sender: sender.person } : {}),
      to: place.to(topic),
      sentAt: Math.floor(time),
      ...(editedAt > 0 ? { editedAt: Math.floor(editedAt) } : {}),
      content: (names) => {
        const text = slackMarkdown(source, names)
        return message.text('subtype') === 'me_message' ? `/me ${text}` : text
      },
      reactions: message.list('reactions').map((reaction) => ({
        emoji: slackEmoji(reaction.text('name')),
        personIds: reaction.list('users').map((each) => each.text()),
      })),
      files: message.list('files').flatMap((file) => this.#fileOf(file)),
      isPinned: message.list('pinned_to').length > 0 || this.#pins.has(`${channelId}:${ts}`),
    }
  }

  /** A thread is a topic, called as it begins; all else of a month is one. */
  #topicOf(channelId: string, thread: string, time: number): string {
    if (thread === '') return monthTopic(time)
    return this.#spool.first('threads', `${channelId}:${thread}`) ?? threadTopic(undefined, Number(thread))
  }

  #fileOf(file: Payload): SourceFile[] {
    const id = file.text('id')
    const mode = file.text('mode')
    const name = file.text('name') || file.text('title') || 'file'
    if (id === '' || mode === 'tombstone' || mode === 'hidden_by_limit') {
      this.#skipped('Files that Slack has deleted or hidden', name)
      return []
    }
    const url = file.text('permalink') || file.text('url_private')
    // Not of Slack itself: programs that fetch what an export links to put it there.
    const path = `__uploads/${id}/${file.text('name')}`
    return [
      {
        id,
        name,
        ...(url === '' ? {} : { url }),
        ...(this.zip.has(path) ? { open: () => this.zip.read(path) } : {}),
      },
    ]
  }
}

function personOf(user: Payload): SourcePerson {
  const profile = user.at('profile')
  const email = profile.text('email')
  const isProgram = user.is('is_bot') || user.text('id') === 'USLACKBOT'
  return {
    id: user.text('id'),
    email: email === '' ? undefined : email,
    name:
      [
        profile.text('real_name'),
        user.text('real_name'),
        profile.text('display_name'),
        user.text('name'),
        user.text('id'),
      ].find((each) => each !== '') ?? '',
    role: roleOf(user),
    isActive: !isProgram && !user.is('deleted'),
    timezone: user.text('tz'),
  }
}

function roleOf(user: Payload): SourcePerson['role'] {
  if (user.is('is_owner') || user.is('is_primary_owner')) return 'owner'
  if (user.is('is_admin')) return 'administrator'
  return user.is('is_restricted') || user.is('is_ultra_restricted') ? 'guest' : 'member'
}

function channelIdOf(channel: Payload): string {
  return channel.text('id') || channel.text('name')
}

function channelOf(channel: Payload, isPrivate: boolean): SourceChannel {
  const creator = channel.text('creator')
  return {
    id: channelIdOf(channel),
    name: channel.text('name'),
    description: slackMarkdown(
      channel.text('purpose', 'value') || channel.text('topic', 'value'),
      nothingKnown,
    ),
    isPrivate,
    isArchived: channel.is('is_archived'),
    memberIds: channel.list('members').map((each) => each.text()),
    creatorId: creator === '' ? undefined : creator,
    createdAt: channel.number('created'),
  }
}

/** Programs need not be among the people. */
function senderOf(message: Payload): { id: string; isProgram: boolean; person: SourcePerson } {
  const user = message.text('user')
  const program = message.text('bot_id') || message.text('username') || 'program'
  const id = user || `bot:${program}`
  const name =
    message.text('username') ||
    message.text('bot_profile', 'name') ||
    message.text('user_profile', 'real_name') ||
    program
  return {
    id,
    isProgram: user === '',
    person: { id, email: undefined, name, role: 'member', isActive: false },
  }
}

/** Programs often say what they say in attachments alone. */
function textOf(message: Payload): string {
  const text = message.text('text')
  if (text !== '') return text
  return message
    .list('attachments')
    .map((each) => each.text('text') || each.text('fallback') || each.text('title'))
    .filter((each) => each !== '')
    .join('\n\n')
}
