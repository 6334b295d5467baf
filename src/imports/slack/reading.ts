// Reads what Slack exports: a zip archive with lists of people and channels, and a file of messages for each channel and day.
import { Payload } from '../../incoming-webhooks/payload'
import {
  nothingKnown,
  UnreadableSource,
  type Skipped,
  type Source,
  type SourceChannel,
  type SourceFile,
  type SourceMessage,
  type SourcePerson,
  type SourcePortion,
} from '../source'
import { Zip } from '../zip'
import { monthTopic, threadTopic } from '../topics'
import { slackEmoji, slackMarkdown } from './markdown'

/** What channels are listed in, and what they are. */
const lists = [
  { file: 'channels.json', isPrivate: false },
  { file: 'groups.json', isPrivate: true },
] as const
const directLists = ['dms.json', 'mpims.json']

/** Of a day, so much is put in the order of time at once; of more, channel after channel. In bytes. */
const longestDay = 32 * 1024 * 1024

/** What Slack itself says in channels: somebody came, or gave it another name. */
const notices =
  /^(channel|group|im|mpim)_|^(pinned_item|unpinned_item|bot_add|bot_remove|reminder_add|huddle_thread|tombstone)$/

/** @throws UnreadableSource for what is no export of Slack's */
export async function openSlack(path: string, skipped: Skipped): Promise<Source> {
  const zip = await Zip.open(path)
  try {
    if (!zip.has('users.json') || !zip.has('channels.json'))
      throw new UnreadableSource('It is no export of Slack’s: it has no users.json and channels.json.')
    return await SlackExport.read(zip, skipped)
  } catch (error) {
    zip.close()
    throw error
  }
}

interface Place {
  readonly folder: string
  readonly to: (topic: string) => SourceMessage['to']
  readonly channelId: string
}

class SlackExport implements Source {
  readonly name: string
  /** What threads are called, by the channel and the time of their first message. */
  readonly #threads = new Map<string, string>()

  private constructor(
    private readonly zip: Zip,
    readonly id: string,
    private readonly users: readonly Payload[],
    private readonly listed: readonly SourceChannel[],
    private readonly places: readonly Place[],
    private readonly skipped: Skipped,
  ) {
    this.name = 'Slack'
  }

  static async read(zip: Zip, skipped: Skipped): Promise<SlackExport> {
    const users = listOf(await zip.json('users.json'), 'users.json')
    const team = users.map((user) => user.text('team_id')).find((each) => each !== '') ?? 'workspace'
    const listed: SourceChannel[] = []
    const places: Place[] = []
    for (const { file, isPrivate } of lists) {
      if (!zip.has(file)) continue
      for (const channel of listOf(await zip.json(file), file)) {
        const made = channelOf(channel, isPrivate)
        listed.push(made)
        places.push({
          folder: channel.text('name'),
          channelId: made.id,
          to: (topic) => ({ channelId: made.id, topic }),
        })
      }
    }
    for (const file of directLists) {
      if (!zip.has(file)) continue
      for (const direct of listOf(await zip.json(file), file)) {
        const memberIds = direct.list('members').map((each) => each.text())
        const id = direct.text('id')
        // Direct messages of two are in a folder of that ID, those of more in one of their name.
        places.push({ folder: direct.text('name') || id, channelId: id, to: () => ({ memberIds }) })
      }
    }
    return new SlackExport(zip, `slack:${team}`, users, listed, places, skipped)
  }

  async *people(): AsyncIterable<SourcePerson> {
    for (const user of this.users) if (user.text('id') !== '') yield personOf(user)
  }

  async *channels(): AsyncIterable<SourceChannel> {
    yield* this.listed
  }

  async *emoji() {
    // An export has none of their pictures.
  }

  async *messages(): AsyncIterable<SourcePortion> {
    const days = this.#days()
    const total = days.reduce((sum, { size }) => sum + size, 0)
    let read = 0
    for (const { files, size } of days) {
      const isLong = size > longestDay
      const together: SourceMessage[] = []
      for (const { name, place } of files) {
        const messages = this.#messagesOf(await this.zip.json(name), place, name)
        read += this.zip.size(name)
        if (isLong) yield { progress: read / total, messages: inOrder(messages) }
        else together.push(...messages)
      }
      if (!isLong) yield { progress: read / total, messages: inOrder(together) }
    }
  }

  close(): void {
    this.zip.close()
  }

  /** The files of each day, from the first to the last. */
  #days() {
    const byFolder = new Map(this.places.map((place) => [place.folder, place]))
    const days = new Map<string, { day: string; size: number; files: { name: string; place: Place }[] }>()
    for (const name of this.zip.names) {
      const [, folder = '', day = ''] = /^(?:.*\/)?([^/]+)\/(\d{4}-\d\d-\d\d)\.json$/.exec(name) ?? []
      const place = byFolder.get(folder)
      if (day === '') continue
      if (!place) {
        this.skipped('Folders of channels that are not listed', folder)
        continue
      }
      const known = days.get(day) ?? { day, size: 0, files: [] }
      days.set(day, known)
      known.files.push({ name, place })
      known.size += this.zip.size(name)
    }
    return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  #messagesOf(json: unknown, place: Place, file: string): SourceMessage[] {
    return listOf(json, file).flatMap((message) => {
      const time = Number(message.text('ts'))
      if (message.text('type') !== 'message' || !Number.isFinite(time) || time <= 0) {
        this.skipped('What is no message', `${file}: ${message.text('type')}`)
        return []
      }
      const subtype = message.text('subtype')
      if (notices.test(subtype)) {
        this.skipped('Notices of Slack itself, such as who joined', subtype)
        return []
      }
      return [this.#messageOf(message, place, time)]
    })
  }

  #messageOf(message: Payload, place: Place, time: number): SourceMessage {
    const { channelId } = place
    const ts = message.text('ts')
    const thread = message.text('thread_ts')
    const source = textOf(message)
    const topic = this.#topicOf(channelId, ts, thread, source, time)
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
      isPinned: message.list('pinned_to').length > 0,
    }
  }

  /** A thread is a topic, called as it begins; all else of a month is one. */
  #topicOf(channelId: string, ts: string, thread: string, source: string, time: number): string {
    if (thread === '') return monthTopic(time)
    const key = `${channelId}:${thread}`
    const known = this.#threads.get(key)
    if (known !== undefined && thread !== ts) return known
    const first = thread === ts ? slackMarkdown(source, nothingKnown) : undefined
    const topic = threadTopic(first, Number(thread))
    this.#threads.set(key, topic)
    return topic
  }

  #fileOf(file: Payload): SourceFile[] {
    const id = file.text('id')
    const mode = file.text('mode')
    const name = file.text('name') || file.text('title') || 'file'
    if (id === '' || mode === 'tombstone' || mode === 'hidden_by_limit') {
      this.skipped('Files that Slack has deleted or hidden', name)
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

function channelOf(channel: Payload, isPrivate: boolean): SourceChannel {
  const creator = channel.text('creator')
  return {
    id: channel.text('id') || channel.text('name'),
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

function inOrder(messages: SourceMessage[]): SourceMessage[] {
  return messages.toSorted((a, b) => a.sentAt - b.sentAt || (a.id < b.id ? -1 : 1))
}

/** @throws UnreadableSource */
function listOf(json: unknown, file: string): readonly Payload[] {
  if (Array.isArray(json)) return new Payload(json).list()
  throw new UnreadableSource(`${file} is no list: this is no export of Slack’s.`)
}
