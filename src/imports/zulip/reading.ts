// Reads a data export of Zulip: a tar archive with the organization in realm.json, its messages in many files, and all uploads.
import { createReadStream, rmSync, statSync } from 'node:fs'
import { Payload } from '../../incoming-webhooks/payload'
import {
  UnreadableSource,
  type Names,
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
import { unpack } from './unpacking'

/** Of JSON that is read as a whole, in bytes. */
const longestJson = 256 * 1024 * 1024
/** What a recipient is: one person, a channel, several people. */
const recipientTypes = { person: 1, channel: 2, group: 3 } as const
/** Of the flags of a message that somebody was sent. */
const starred = 2

/** @throws UnreadableSource for what is no data export of Zulip's */
export async function openZulip(path: string, skipped: Skipped): Promise<Source> {
  const folder = temporaryFolder()
  try {
    const files = await unpack(path, folder)
    if (!files.has('realm.json'))
      throw new UnreadableSource('It is no data export of Zulip’s: it has no realm.json.')
    return new ZulipExport(
      files,
      folder,
      await jsonOf(files, 'realm.json'),
      await recordsOf(files, 'uploads'),
      {
        avatars: await recordsOf(files, 'avatars'),
        emoji: await recordsOf(files, 'emoji'),
        skipped,
      },
    )
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

interface Recipient {
  readonly type: number
  readonly id: string
}

class ZulipExport implements Source {
  readonly id: string
  readonly name = 'Zulip'
  readonly #recipients = new Map<string, Recipient>()
  /** By recipient, who gets what is sent there. */
  readonly #members = new Map<string, string[]>()
  readonly #reactions: ReadonlyMap<string, readonly Payload[]>
  readonly #uploads: ReadonlyMap<string, string>

  constructor(
    private readonly files: ReadonlyMap<string, string>,
    private readonly folder: string,
    private readonly realm: Payload,
    uploads: readonly Payload[],
    private readonly more: { avatars: readonly Payload[]; emoji: readonly Payload[]; skipped: Skipped },
  ) {
    const organization = realm.at('zerver_realm', 0)
    this.id = `zulip:${organization.text('uuid') || organization.text('string_id')}`
    for (const each of realm.list('zerver_recipient'))
      this.#recipients.set(each.text('id'), { type: each.number('type') ?? 0, id: each.text('type_id') })
    for (const each of realm.list('zerver_subscription')) {
      if (each.at('active').value === false) continue
      const members = this.#members.get(each.text('recipient')) ?? []
      this.#members.set(each.text('recipient'), members)
      members.push(each.text('user_profile'))
    }
    this.#reactions = Map.groupBy(realm.list('zerver_reaction'), (each) => each.text('message'))
    this.#uploads = new Map(uploads.map((each) => [each.text('path'), each.text('file_name')]))
  }

  async *people(): AsyncIterable<SourcePerson> {
    const avatars = new Map(
      this.more.avatars.map((each) => [each.text('user_profile_id'), each.text('path')]),
    )
    for (const user of this.realm.list('zerver_userprofile')) {
      const picture = avatars.get(user.text('id'))
      const avatar = picture === undefined ? undefined : this.#picture('avatars', picture)
      yield { ...personOf(user), ...(avatar ? { avatar } : {}) }
    }
    for (const bot of this.realm.list('zerver_userprofile_crossrealm')) {
      const name = bot.text('email').split('@')[0]?.replaceAll('-', ' ') ?? ''
      yield { id: bot.text('id'), email: undefined, name, role: 'member', isActive: false }
    }
  }

  async *channels(): AsyncIterable<SourceChannel> {
    const recipients = new Map(
      [...this.#recipients].flatMap(([id, each]) =>
        each.type === recipientTypes.channel ? [[each.id, id]] : [],
      ),
    )
    for (const channel of this.realm.list('zerver_stream')) {
      const id = channel.text('id')
      const creator = channel.text('creator') || channel.text('creator_id')
      yield {
        id,
        name: channel.text('name'),
        description: channel.text('description'),
        isPrivate: channel.is('invite_only'),
        isHistoryShared: !channel.is('invite_only') || channel.is('history_public_to_subscribers'),
        isArchived: channel.is('deactivated'),
        memberIds: this.#members.get(recipients.get(id) ?? '') ?? [],
        creatorId: creator === '' ? undefined : creator,
        createdAt: momentOf(channel, 'date_created'),
      }
    }
  }

  async *emoji(): AsyncIterable<SourceEmoji> {
    for (const record of this.more.emoji) {
      const file = this.#picture('emoji', record.text('path'))
      const isDeactivated = this.realm
        .list('zerver_realmemoji')
        .some((each) => each.text('name') === record.text('name') && each.is('deactivated'))
      if (file && !isDeactivated) yield { name: record.text('name'), file }
    }
  }

  async *messages(): AsyncIterable<SourcePortion> {
    const names = [...this.files.keys()].filter((name) => name.startsWith('messages-')).toSorted()
    for (const [index, name] of names.entries()) {
      const part = await jsonOf(this.files, name)
      const stars = Map.groupBy(
        part
          .list('zerver_usermessage')
          .filter((each) => ((each.number('flags_mask') ?? each.number('flags') ?? 0) & starred) !== 0),
        (each) => each.text('message'),
      )
      const messages = part
        .list('zerver_message')
        .toSorted((a, b) => (a.number('id') ?? 0) - (b.number('id') ?? 0))
        .flatMap((message) => this.#messageOf(message, stars.get(message.text('id')) ?? []))
      yield { messages, progress: (index + 1) / names.length }
    }
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #messageOf(message: Payload, stars: readonly Payload[]): SourceMessage[] {
    const id = message.text('id')
    const senderId = message.text('sender')
    const to = this.#placeOf(message, senderId)
    const sentAt = momentOf(message, 'date_sent')
    if (!to || sentAt === undefined || id === '') {
      this.more.skipped('What is no message', id)
      return []
    }
    const content = message.text('content')
    const editedAt = momentOf(message, 'last_edit_time')
    const reactions = Map.groupBy(this.#reactions.get(id) ?? [], (each) => each.text('emoji_name'))
    return [
      {
        id,
        senderId,
        to,
        sentAt,
        ...(editedAt === undefined ? {} : { editedAt }),
        content: (names) => zulipMarkdown(content, names),
        reactions: [...reactions].map(([emoji, all]) => ({
          emoji,
          personIds: all.map((each) => each.text('user_profile')),
        })),
        files: this.#filesIn(content),
        starredBy: stars.map((each) => each.text('user_profile')),
      },
    ]
  }

  #placeOf(message: Payload, senderId: string): SourceMessage['to'] | undefined {
    const recipient = this.#recipients.get(message.text('recipient'))
    if (recipient?.type === recipientTypes.channel)
      return { channelId: recipient.id, topic: message.text('subject') }
    if (recipient?.type === recipientTypes.person) return { memberIds: [senderId, recipient.id] }
    if (recipient?.type === recipientTypes.group)
      return { memberIds: this.#members.get(message.text('recipient')) ?? [] }
    return undefined
  }

  #filesIn(content: string): SourceFile[] {
    const paths = new Set(
      [...content.matchAll(/\/user_uploads\/([^\s()<>"\]]+)/g)].map(([, path = '']) => path),
    )
    return [...paths].map((path) => {
      const at = this.files.get(`uploads/${path}`)
      const name = this.#uploads.get(path) || path.slice(path.lastIndexOf('/') + 1)
      return {
        id: path,
        name,
        inText: `/user_uploads/${path}`,
        ...(at === undefined ? {} : { open: opening(at) }),
      }
    })
  }

  #picture(kind: 'avatars' | 'emoji', path: string): SourceFile | undefined {
    const at = this.files.get(`${kind}/${path}`)
    const name = path.slice(path.lastIndexOf('/') + 1)
    return at === undefined ? undefined : { id: path, name, open: opening(at) }
  }
}

/** Text is as it is here, but for IDs: those of people in mentions, and of messages in links. */
function zulipMarkdown(content: string, names: Names): string {
  return content
    .replaceAll(/(@_?\*\*)([^*|\n]*)\|(\d{1,15})\*\*/g, (whole, start: string, _name, id: string) => {
      const person = names.person(id)
      return person ? `${start}${person.fullName}|${person.id}**` : whole
    })
    .replaceAll(/(#\*\*[^*\n]+>[^*\n]*)@(\d{1,15})\*\*/g, (_whole, start: string, id: string) => {
      const known = names.message(id)
      return known === undefined ? `${start}**` : `${start}@${known}**`
    })
}

function personOf(user: Payload): SourcePerson {
  const email = user.text('delivery_email') || user.text('email')
  const role = user.number('role') ?? 400
  return {
    id: user.text('id'),
    email: email === '' ? undefined : email,
    name: user.text('full_name'),
    role:
      role <= 100
        ? 'owner'
        : role <= 200
          ? 'administrator'
          : role <= 300
            ? 'moderator'
            : role <= 400
              ? 'member'
              : 'guest',
    isActive: user.is('is_active') && !user.is('is_bot') && !user.is('is_mirror_dummy'),
    timezone: user.text('timezone'),
  }
}

/** UNIX seconds of a moment, which is a number of them or written out. */
function momentOf(object: Payload, name: string): number | undefined {
  const number = object.number(name)
  const moment = number ?? Date.parse(object.text(name)) / 1000
  return Number.isFinite(moment) && moment > 0 ? Math.floor(moment) : undefined
}

async function recordsOf(files: ReadonlyMap<string, string>, kind: string): Promise<readonly Payload[]> {
  const name = `${kind}/records.json`
  return files.has(name) ? (await jsonOf(files, name)).list() : []
}

async function jsonOf(files: ReadonlyMap<string, string>, name: string): Promise<Payload> {
  const path = files.get(name) ?? ''
  const { size } = statSync(path)
  if (size > longestJson) throw new UnreadableSource(`${name} is too large: ${size} bytes of JSON.`)
  try {
    return new Payload(await Bun.file(path).json())
  } catch (error) {
    throw new UnreadableSource(
      `${name} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
}

function opening(path: string): () => Promise<AsyncIterable<Uint8Array>> {
  return async () => createReadStream(path)
}
