// Reads what Mattermost exports in bulk: JSON Lines, alone or in a zip archive beside `data/` with files. Its lines are in no order of time.
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Payload } from '../../incoming-webhooks/payload'
import { LineFile, linesOf } from '../lines'
import {
  nothingKnown,
  UnreadableSource,
  type Skipped,
  type Source,
  type SourceChannel,
  type SourceEmoji,
  type SourceFile,
  type SourceMessage,
  type SourcePerson,
  type SourcePortion,
} from '../source'
import { temporaryFolder } from '../temporary'
import { monthTopic, threadTopic } from '../topics'
import { Zip } from '../zip'
import { mattermostMarkdown } from './markdown'

const perPortion = 1000
/** Lines that are taken apart already: those of threads are needed for each reply. */
const mostKept = 2000

/** @throws UnreadableSource for what is no bulk export of Mattermost's */
export async function openMattermost(path: string, skipped: Skipped): Promise<Source> {
  const folder = temporaryFolder()
  let zip: Zip | undefined
  try {
    let lines = path
    if (await isZip(path)) {
      zip = await Zip.open(path)
      const name = zip.names.find((each) => /^[^/]+\.jsonl$/.test(each))
      if (name === undefined)
        throw new UnreadableSource('It is no export of Mattermost’s: it has no file of JSON Lines.')
      lines = join(folder, 'lines')
      await pipeline(Readable.from(await zip.read(name)), createWriteStream(lines, { mode: 0o600 }))
    }
    return await MattermostExport.read(lines, zip, folder, skipped)
  } catch (error) {
    zip?.close()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

async function isZip(path: string): Promise<boolean> {
  return (await Bun.file(path).slice(0, 4).text()) === 'PK\u0003\u0004'
}

/** Where a message stands: milliseconds, the line, and which reply of it; -1 for none. */
const place = { time: 0, offset: 1, length: 2, reply: 3, size: 4 } as const

class MattermostExport implements Source {
  readonly id = 'mattermost'
  readonly name = 'Mattermost'
  readonly #channels = new Map<string, SourceChannel & { memberIds: string[] }>()
  readonly #teams = new Map<string, string>()
  /** Lines of people and of emoji: where each begins, and how long it is. */
  readonly #people: [number, number][] = []
  readonly #emoji: [number, number][] = []
  /** `place.size` numbers for each message. */
  #places = new Float64Array(place.size * 1024)
  #count = 0
  readonly #kept = new Map<number, Payload>()

  private constructor(
    private readonly file: LineFile,
    private readonly zip: Zip | undefined,
    private readonly folder: string,
    private readonly skipped: Skipped,
  ) {}

  static async read(
    lines: string,
    zip: Zip | undefined,
    folder: string,
    skipped: Skipped,
  ): Promise<MattermostExport> {
    const made = new MattermostExport(new LineFile(lines), zip, folder, skipped)
    try {
      let number = 0
      for await (const { text, offset, length } of linesOf(createReadStream(lines))) {
        number += 1
        if (text.trim() !== '') made.#note(parsed(text, number), offset, length, number)
      }
      if (number === 0) throw new UnreadableSource('It is no export of Mattermost’s: it is empty.')
    } catch (error) {
      made.file.close()
      throw error
    }
    return made
  }

  async *people(): AsyncIterable<SourcePerson> {
    for (const [offset, length] of this.#people) yield this.#personOf(this.#line(offset, length).at('user'))
  }

  async *channels(): AsyncIterable<SourceChannel> {
    yield* this.#channels.values()
  }

  async *emoji(): AsyncIterable<SourceEmoji> {
    for (const [offset, length] of this.#emoji) {
      const emoji = this.#line(offset, length).at('emoji')
      yield { name: emoji.text('name'), file: this.#fileAt(emoji.text('image')) }
    }
  }

  async *messages(): AsyncIterable<SourcePortion> {
    const order = this.#inOrder()
    for (let start = 0; start < order.length; start += perPortion) {
      const some = order.subarray(start, start + perPortion)
      const messages = Array.from(some).map((index) => this.#messageAt(index))
      yield { messages, progress: Math.min(1, (start + some.length) / order.length) }
    }
  }

  close(): void {
    this.file.close()
    this.zip?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  #note(line: Payload, offset: number, length: number, number: number): void {
    const type = line.text('type')
    if (number === 1 && type !== 'version')
      throw new UnreadableSource('It is no export of Mattermost’s: its first line does not say the version.')
    if (type === 'team') this.#teams.set(line.text('team', 'name'), line.text('team', 'display_name'))
    else if (type === 'channel') this.#noteChannel(line.at('channel'))
    else if (type === 'user') this.#notePerson(line.at('user'), offset, length)
    else if (type === 'emoji') this.#emoji.push([offset, length])
    else if (type === 'post' || type === 'direct_post') this.#notePost(line.at(type), offset, length)
    else if (!/^(version|scheme|role|direct_channel|bot)$/.test(type))
      this.skipped('Lines of a kind that is not known', type)
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

  #notePerson(user: Payload, offset: number, length: number): void {
    const name = user.text('username').toLowerCase()
    if (name === '') return
    this.#people.push([offset, length])
    for (const team of user.list('teams')) {
      for (const channel of team.list('channels')) {
        this.#channels.get(`${team.text('name')}:${channel.text('name')}`)?.memberIds.push(name)
      }
    }
  }

  #notePost(post: Payload, offset: number, length: number): void {
    if (post.text('type').startsWith('system_')) {
      this.skipped('Notices of Mattermost itself, such as who joined', post.text('type'))
      return
    }
    this.#notePlace(post.number('create_at') ?? 0, offset, length, -1)
    for (const [index, reply] of post.list('replies').entries()) {
      this.#notePlace(reply.number('create_at') ?? 0, offset, length, index)
    }
  }

  #notePlace(time: number, offset: number, length: number, reply: number): void {
    const at = this.#count * place.size
    if (at === this.#places.length) {
      const larger = new Float64Array(this.#places.length * 2)
      larger.set(this.#places)
      this.#places = larger
    }
    this.#places.set([time, offset, length, reply], at)
    this.#count += 1
  }

  /** The numbers of all messages, the oldest first. */
  #inOrder(): Uint32Array {
    const time = (index: number) => this.#places[index * place.size + place.time] ?? 0
    return Uint32Array.from({ length: this.#count }, (_, index) => index).sort(
      (a, b) => time(a) - time(b) || a - b,
    )
  }

  #messageAt(index: number): SourceMessage {
    const [, offset = 0, length = 0, reply = -1] = this.#places.subarray(
      index * place.size,
      (index + 1) * place.size,
    )
    const line = this.#line(offset, length)
    const root = line.at(line.text('type'))
    const post = reply < 0 ? root : root.at('replies', reply)
    const team = root.text('team')
    const sentAt = Math.floor((post.number('create_at') ?? 0) / 1000)
    const editedAt = Math.floor((post.number('edit_at') ?? 0) / 1000)
    const members = root.list('channel_members').map((each) => each.text().toLowerCase())
    return {
      id: idOf(root, reply, post),
      senderId: post.text('user').toLowerCase(),
      to:
        line.text('type') === 'direct_post'
          ? { memberIds: members }
          : { channelId: `${team}:${root.text('channel')}`, topic: topicOf(root, team) },
      sentAt,
      ...(editedAt > 0 ? { editedAt } : {}),
      content: (names) => mattermostMarkdown(post.text('message'), team, names),
      reactions: grouped(post.list('reactions')),
      files: post.list('attachments').map((each) => this.#fileAt(each.text('path'))),
      isPinned: post.is('is_pinned'),
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

  #line(offset: number, length: number): Payload {
    const known = this.#kept.get(offset)
    if (known) return known
    const line = parsed(this.file.at(offset, length), 0)
    if (this.#kept.size >= mostKept) this.#kept.delete(this.#kept.keys().next().value ?? -1)
    this.#kept.set(offset, line)
    return line
  }
}

/** An export has no IDs of messages: where, who and when says which it is. */
function idOf(root: Payload, reply: number, post: Payload): string {
  const where =
    root.text('channel') === ''
      ? root
          .list('channel_members')
          .map((each) => each.text())
          .toSorted()
          .join(',')
      : `${root.text('team')}:${root.text('channel')}`
  const digest = Bun.hash(post.text('message')).toString(36)
  return `${where}:${post.text('user')}:${post.number('create_at') ?? 0}:${reply < 0 ? '' : root.number('create_at')}:${digest}`
}

function topicOf(root: Payload, team: string): string {
  const startedAt = Math.floor((root.number('create_at') ?? 0) / 1000)
  if (root.list('replies').length === 0) return monthTopic(startedAt)
  return threadTopic(mattermostMarkdown(root.text('message'), team, nothingKnown), startedAt)
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

/** @param number of the line, for people; 0 where it was read before */
function parsed(text: string, number: number): Payload {
  try {
    return new Payload(JSON.parse(text))
  } catch {
    throw new UnreadableSource(`It is no export of Mattermost’s: line ${number} is no JSON.`)
  }
}
