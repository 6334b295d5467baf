// Reads what Mattermost exports in bulk: JSON Lines, alone or in a zip archive beside `data/` with files. Its lines are in no order of time.
import { createReadStream } from 'node:fs'
import { Payload } from '../../incoming-webhooks/payload'
import { inZip, opening, portionsOf, rowsIn, type Archive } from '../archive'
import {
  nothingKnown,
  UnreadableSource,
  type Skipped,
  type Source,
  type SourceChannel,
  type SourceChoices,
  type SourceEmoji,
  type SourceFile,
  type SourceMessage,
  type SourcePerson,
  type SourcePortion,
} from '../source'
import type { Spool } from '../spool'
import { monthTopic, threadTopic } from '../topics'
import type { Zip } from '../zip'
import { choicesOf } from './choices'
import { linesOf } from './lines'
import { mattermostMarkdown } from './markdown'

/** Lines that tell of no person, place or message. */
const otherLines = /^(version|scheme|role|direct_channel)$/

/** @throws UnreadableSource for what is no bulk export of Mattermost's */
export const openMattermost = opening(async (archive) => {
  const { path } = archive
  if (!(await isZip(path)))
    return MattermostExport.read(archive, undefined, createReadStream(path), Bun.file(path).size)
  return inZip(archive, async (zip) => {
    const file = zip.files().find(({ name }) => /^[^/]+\.jsonl$/.test(name))
    if (!file) throw new UnreadableSource('It is no export of Mattermost’s: it has no file of JSON Lines.')
    return MattermostExport.read(archive, zip, await zip.read(file.name), file.size)
  })
})

async function isZip(path: string): Promise<boolean> {
  return (await Bun.file(path).slice(0, 4).text()) === 'PK\u0003\u0004'
}

class MattermostExport implements Source {
  readonly id = 'mattermost'
  readonly name = 'Mattermost'
  readonly #channels = new Map<string, SourceChannel & { memberIds: string[] }>()
  readonly #teams = new Map<string, string>()
  readonly #spool: Spool
  readonly #skipped: Skipped

  private constructor(
    { spool, skipped }: Archive,
    private readonly zip: Zip | undefined,
  ) {
    this.#spool = spool
    this.#skipped = skipped
  }

  /** @param size of the lines, in bytes */
  static async read(
    archive: Archive,
    zip: Zip | undefined,
    lines: AsyncIterable<Uint8Array>,
    size: number,
  ): Promise<MattermostExport> {
    const made = new MattermostExport(archive, zip)
    let number = 0
    for await (const { text, end } of linesOf(lines)) {
      number += 1
      if (text.trim() !== '') made.#note(parsed(text, number), text, number)
      archive.progress(end / size)
    }
    if (number === 0) throw new UnreadableSource('It is no export of Mattermost’s: it is empty.')
    return made
  }

  async *people(): AsyncIterable<SourcePerson> {
    for (const user of rowsIn(this.#spool, 'users')) yield this.#personOf(user.at('user'))
    for (const bot of rowsIn(this.#spool, 'bots')) yield botOf(bot.at('bot'))
  }

  async *channels(): AsyncIterable<SourceChannel> {
    yield* this.#channels.values()
  }

  async *emoji(): AsyncIterable<SourceEmoji> {
    for (const line of rowsIn(this.#spool, 'emoji'))
      yield { name: line.text('emoji', 'name'), file: this.#fileAt(line.text('emoji', 'image')) }
  }

  async *messages(): AsyncIterable<SourcePortion> {
    yield* portionsOf(this.#spool, 'messages', (row) => [this.#messageOf(row.at('in'), row.at('post'))])
  }

  *choices(): Iterable<SourceChoices> {
    for (const user of rowsIn(this.#spool, 'users')) yield choicesOf(user.at('user'))
  }

  close(): void {
    this.zip?.close()
    this.#spool.close()
  }

  #note(line: Payload, text: string, number: number): void {
    const type = line.text('type')
    if (number === 1 && type !== 'version')
      throw new UnreadableSource('It is no export of Mattermost’s: its first line does not say the version.')
    if (type === 'team') this.#teams.set(line.text('team', 'name'), line.text('team', 'display_name'))
    else if (type === 'channel') this.#noteChannel(line.at('channel'))
    else if (type === 'user') this.#notePerson(line.at('user'), text)
    else if (type === 'bot') this.#spool.add('bots', 0, text)
    else if (type === 'emoji') this.#spool.add('emoji', 0, text)
    else if (type === 'post' || type === 'direct_post') this.#notePost(line.at(type), type)
    else if (!otherLines.test(type)) this.#skipped('Lines of a kind that is not known', type)
  }

  #noteChannel(channel: Payload): void {
    const team = channel.text('team')
    const name = channel.text('name')
    const id = `${team}:${name}`
    const title = channel.text('display_name') || name
    this.#channels.set(id, {
      id,
      // Of several teams, channels may be called the same.
      name: this.#teams.size > 1 ? `${title} (${this.#teams.get(team) ?? team})` : title,
      description: channel.text('purpose') || channel.text('header'),
      isPrivate: channel.text('type') === 'P',
      isArchived: (channel.number('deleted_at') ?? 0) > 0,
      memberIds: [],
      creatorId: undefined,
      createdAt: undefined,
    })
  }

  #notePerson(user: Payload, text: string): void {
    const name = user.text('username').toLowerCase()
    if (name === '') return
    this.#spool.add('users', 0, text)
    for (const team of user.list('teams')) {
      for (const channel of team.list('channels')) {
        this.#channels.get(`${team.text('name')}:${channel.text('name')}`)?.memberIds.push(name)
      }
    }
  }

  #notePost(post: Payload, type: string): void {
    if (post.text('type').startsWith('system_'))
      return this.#skipped('Notices of Mattermost itself, such as who joined', post.text('type'))
    const place = placeOf(post, type === 'direct_post')
    this.#putDown(place, post)
    for (const reply of post.list('replies')) this.#putDown({ ...place, isReply: true }, reply)
  }

  /** Each message by itself, to be read in the order of time: threads may be long. */
  #putDown(place: PostPlace, post: Payload): void {
    const { replies: _, ...rest } = Object(post.value)
    this.#spool.add('messages', post.number('create_at') ?? 0, JSON.stringify({ in: place, post: rest }))
  }

  #messageOf(place: Payload, post: Payload): SourceMessage {
    const team = place.text('team')
    const sentAt = Math.floor((post.number('create_at') ?? 0) / 1000)
    const editedAt = Math.floor((post.number('edit_at') ?? 0) / 1000)
    return {
      id: idOf(place, post),
      senderId: post.text('user').toLowerCase(),
      to: place.is('isDirect')
        ? { memberIds: place.list('members').map((each) => each.text().toLowerCase()) }
        : { channelId: `${team}:${place.text('channel')}`, topic: place.text('topic') },
      sentAt,
      ...(editedAt > 0 ? { editedAt } : {}),
      content: (names) => mattermostMarkdown(post.text('message'), team, names),
      reactions: grouped(post.list('reactions')),
      files: post.list('attachments').map((each) => this.#fileAt(each.text('path'))),
      isPinned: post.is('is_pinned'),
      flags: post
        .list('flagged_by')
        .map((each) => ({ personId: each.text().toLowerCase(), flags: ['starred'] })),
    }
  }

  #personOf(user: Payload): SourcePerson {
    const names = [user.text('first_name'), user.text('last_name')].filter((each) => each !== '')
    const email = user.text('email')
    const picture = user.text('profile_image')
    return {
      id: user.text('username').toLowerCase(),
      email: email === '' ? undefined : email,
      name: names.join(' ') || user.text('nickname') || user.text('username'),
      role: roleOf(user),
      isActive: (user.number('delete_at') ?? 0) === 0,
      timezone: user.text('timezone', 'manualTimezone') || user.text('timezone', 'automaticTimezone'),
      ...(picture === '' ? {} : { avatar: this.#fileAt(picture) }),
    }
  }

  #fileAt(path: string): SourceFile {
    const { zip } = this
    const name = path.slice(path.lastIndexOf('/') + 1) || 'file'
    const inZip = [`data/${path}`, path].find((each) => zip?.has(each))
    return { id: path, name, ...(zip && inZip !== undefined ? { open: () => zip.read(inZip) } : {}) }
  }
}

/** Where a message stands, and the thread that it belongs to. */
interface PostPlace {
  readonly isDirect: boolean
  readonly team: string
  readonly channel: string
  readonly members: readonly string[]
  /** What its topic is called. */
  readonly topic: string
  /** Of the first message of the thread, in milliseconds. */
  readonly startedAt: number
  readonly isReply: boolean
}

function placeOf(post: Payload, isDirect: boolean): PostPlace {
  const team = post.text('team')
  const startedAt = post.number('create_at') ?? 0
  const seconds = Math.floor(startedAt / 1000)
  return {
    isDirect,
    team,
    channel: post.text('channel'),
    members: post.list('channel_members').map((each) => each.text()),
    topic:
      post.list('replies').length === 0
        ? monthTopic(seconds)
        : threadTopic(mattermostMarkdown(post.text('message'), team, nothingKnown), seconds),
    startedAt,
    isReply: false,
  }
}

/** An export has no IDs of messages: where, who and when says which it is. */
function idOf(place: Payload, post: Payload): string {
  const members = place.list('members').map((each) => each.text())
  const where =
    place.text('channel') === ''
      ? members.toSorted().join(',')
      : `${place.text('team')}:${place.text('channel')}`
  const digest = Bun.hash(post.text('message')).toString(36)
  const thread = place.is('isReply') ? place.text('startedAt') : ''
  return `${where}:${post.text('user')}:${post.number('create_at') ?? 0}:${thread}:${digest}`
}

/** Programs send by their names; the people who own them see to new ones here. */
function botOf(bot: Payload): SourcePerson {
  const id = bot.text('username').toLowerCase()
  return { id, email: undefined, name: bot.text('display_name') || id, role: 'member', isActive: false }
}

function roleOf(user: Payload): SourcePerson['role'] {
  const given = user.text('roles').split(' ')
  const inTeams = user.list('teams').flatMap((team) => team.text('roles').split(' '))
  if (given.includes('system_admin')) return 'owner'
  if (inTeams.includes('team_admin')) return 'administrator'
  return given.includes('system_guest') ? 'guest' : 'member'
}

function grouped(reactions: readonly Payload[]): { emoji: string; personIds: string[] }[] {
  const people = Map.groupBy(reactions, (each) => each.text('emoji_name'))
  return [...people].map(([emoji, all]) => ({
    emoji,
    personIds: all.map((each) => each.text('user').toLowerCase()),
  }))
}

/** @param number of the line, for people */
function parsed(text: string, number: number): Payload {
  try {
    return new Payload(JSON.parse(text))
  } catch {
    throw new UnreadableSource(`It is no export of Mattermost’s: line ${number} is no JSON.`)
  }
}
