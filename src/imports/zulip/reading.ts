// Reads a data export of Zulip: a tar archive with the organization in realm.json, its messages in many files, and all uploads.
import { createReadStream } from 'node:fs'
import { Payload } from '../../incoming-webhooks/payload'
import { opening, portionsOf, rowsIn, type Archive } from '../archive'
import { parsedRow } from '../json-rows'
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
import type { Spool } from '../spool'
import { flagsOf, unpack } from './unpacking'

/** What a recipient is: one person, a channel, several people. */
const recipientTypes = { person: 1, channel: 2, group: 3 } as const
/** Of the flags of a message that somebody was sent. */
const starred = 2

/** @throws UnreadableSource for what is no data export of Zulip's */
export const openZulip = opening(async (archive) => {
  await unpack(archive)
  const { spool } = archive
  if (spool.count('zerver_realm') === 0)
    throw new UnreadableSource('It is no data export of Zulip’s: it has no realm.json.')
  return new ZulipExport(archive)
})

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
  readonly #spool: Spool
  readonly #skipped: Skipped

  constructor({ spool, skipped }: Archive) {
    this.#spool = spool
    this.#skipped = skipped
    const [organization = new Payload(undefined)] = rowsIn(spool, 'zerver_realm')
    this.id = `zulip:${organization.text('uuid') || organization.text('string_id')}`
    for (const each of rowsIn(spool, 'zerver_recipient'))
      this.#recipients.set(each.text('id'), { type: each.number('type') ?? 0, id: each.text('type_id') })
    for (const each of rowsIn(spool, 'zerver_subscription')) {
      if (each.at('active').value === false) continue
      const members = this.#members.get(each.text('recipient')) ?? []
      this.#members.set(each.text('recipient'), members)
      members.push(each.text('user_profile'))
    }
  }

  async *people(): AsyncIterable<SourcePerson> {
    for (const user of rowsIn(this.#spool, 'zerver_userprofile')) {
      const record = this.#spool.of('avatars', user.text('id')).at(-1)
      const path = record === undefined ? undefined : new Payload(parsedRow(record, 'avatars')).text('path')
      const avatar = path === undefined ? undefined : this.#picture('avatars', path)
      yield { ...personOf(user), ...(avatar ? { avatar } : {}) }
    }
    for (const bot of rowsIn(this.#spool, 'zerver_userprofile_crossrealm')) {
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
    for (const channel of rowsIn(this.#spool, 'zerver_stream')) {
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
    const deactivated = new Set<string>()
    for (const each of rowsIn(this.#spool, 'zerver_realmemoji'))
      if (each.is('deactivated')) deactivated.add(each.text('name'))
    for (const record of rowsIn(this.#spool, 'emoji')) {
      const file = this.#picture('emoji', record.text('path'))
      if (file && !deactivated.has(record.text('name'))) yield { name: record.text('name'), file }
    }
  }

  async *messages(): AsyncIterable<SourcePortion> {
    yield* portionsOf(this.#spool, 'zerver_message', (message) => this.#messageOf(message))
  }

  close(): void {
    this.#spool.close()
  }

  /** What the archive has of a message in another of its lists. */
  #rowsOf(list: string, messageId: number): Payload[] {
    return this.#spool.of(list, messageId).map((text) => new Payload(parsedRow(text, list)))
  }

  #messageOf(message: Payload): SourceMessage[] {
    const id = message.text('id')
    const senderId = message.text('sender')
    const to = this.#placeOf(message, senderId)
    const sentAt = momentOf(message, 'date_sent')
    if (!to || sentAt === undefined || id === '') {
      this.#skipped('What is no message', id)
      return []
    }
    const content = message.text('content')
    const editedAt = momentOf(message, 'last_edit_time')
    const rowsOf = (list: string) => this.#rowsOf(list, message.number('id') ?? 0)
    const reactions = Map.groupBy(rowsOf('zerver_reaction'), (each) => each.text('emoji_name'))
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
        starredBy: rowsOf('zerver_usermessage')
          .filter((each) => (flagsOf(each) & starred) !== 0)
          .map((each) => each.text('user_profile')),
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
      const at = this.#spool.first('files', `uploads/${path}`)
      const record = this.#spool.first('uploads', path)
      const known = record === undefined ? '' : new Payload(parsedRow(record, 'uploads')).text('file_name')
      const name = known || path.slice(path.lastIndexOf('/') + 1)
      return {
        id: path,
        name,
        inText: `/user_uploads/${path}`,
        ...(at === undefined ? {} : { open: opened(at) }),
      }
    })
  }

  #picture(kind: 'avatars' | 'emoji', path: string): SourceFile | undefined {
    const at = this.#spool.first('files', `${kind}/${path}`)
    const name = path.slice(path.lastIndexOf('/') + 1)
    return at === undefined ? undefined : { id: path, name, open: opened(at) }
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

function opened(path: string): () => Promise<AsyncIterable<Uint8Array>> {
  return async () => createReadStream(path)
}
