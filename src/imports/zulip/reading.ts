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
  type SourceChoices,
  type SourceConfiguration,
  type SourceEmoji,
  type SourceFile,
  type SourceFlag,
  type SourceMessage,
  type SourcePerson,
  type SourcePortion,
} from '../source'
import type { Spool } from '../spool'
import { choicesIn } from './choices'
import { configurationIn } from './configuration'
import { zulipMarkdown, zulipStep } from './markdown'
import { momentOf, rowsOf } from './tables'
import { flagsOf, isRead, unpack } from './unpacking'

/** What a recipient is: one person, a channel, several people. */
const recipientTypes = { person: 1, channel: 2, group: 3 } as const
/** Of what a message is to somebody: what its bits say, beside the first, which says that it was read. */
const flagsThere: readonly (readonly [number, SourceFlag])[] = [
  [2, 'starred'],
  [4, 'collapsed'],
  [8, 'mentioned'],
  [16, 'stream_wildcard_mentioned'],
  [32, 'topic_wildcard_mentioned'],
]

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
  /** By their names there. */
  readonly #channelIds = new Map<string, string>()
  readonly #defaultChannels = new Set<string>()
  readonly #spool: Spool
  readonly #skipped: Skipped

  constructor({ spool, skipped }: Archive) {
    this.#spool = spool
    this.#skipped = skipped
    const [organization = new Payload(undefined)] = rowsIn(spool, 'zerver_realm')
    this.id = `zulip:${organization.text('uuid') || organization.text('string_id')}`
    for (const each of rowsIn(spool, 'zerver_recipient'))
      this.#recipients.set(each.text('id'), { type: each.number('type') ?? 0, id: each.text('type_id') })
    for (const each of rowsIn(spool, 'zerver_stream'))
      this.#channelIds.set(each.text('name'), each.text('id'))
    for (const each of rowsIn(spool, 'zerver_defaultstream')) this.#defaultChannels.add(each.text('stream'))
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
      const retention = channel.number('message_retention_days')
      yield {
        id,
        name: channel.text('name'),
        description: channel.text('description'),
        isPrivate: channel.is('invite_only'),
        isHistoryShared: !channel.is('invite_only') || channel.is('history_public_to_subscribers'),
        isArchived: channel.is('deactivated'),
        folderId: channel.text('folder'),
        isDefault: this.#defaultChannels.has(id),
        ...(retention === undefined ? {} : { messageRetentionDays: retention }),
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

  configuration(): SourceConfiguration {
    return configurationIn(this.#spool)
  }

  choices(): Iterable<SourceChoices> {
    return choicesIn(this.#spool, {
      placeOf: (recipient, senderId, topic) => this.#placeOf(recipient, senderId, topic),
      markdown: (content, names) => zulipMarkdown(content, names, this.#channelIds),
    })
  }

  #messageOf(message: Payload): SourceMessage[] {
    const id = message.text('id')
    const senderId = message.text('sender')
    const to = this.#placeOf(message.text('recipient'), senderId, message.text('subject'))
    const sentAt = momentOf(message, 'date_sent')
    if (!to || sentAt === undefined || id === '') {
      this.#skipped('What is no message', id)
      return []
    }
    const content = message.text('content')
    const editedAt = momentOf(message, 'last_edit_time')
    const rows = (table: string) => rowsOf(this.#spool, table, message.number('id') ?? 0)
    const reactions = Map.groupBy(rows('zerver_reaction'), (each) => each.text('emoji_name'))
    // The first one is made of the text.
    const steps = rows('zerver_submessage').map((each) => ({
      personId: each.text('sender'),
      content: (names: Names) => zulipStep(each.text('content'), names),
    }))
    return [
      {
        id,
        senderId,
        to,
        sentAt,
        ...(editedAt === undefined ? {} : { editedAt }),
        content: (names) => zulipMarkdown(content, names, this.#channelIds),
        reactions: [...reactions].map(([emoji, all]) => ({
          emoji,
          personIds: all.map((each) => each.text('user_profile')),
        })),
        files: this.#filesIn(content),
        flags: rows('zerver_usermessage').map((each) => ({
          personId: each.text('user_profile'),
          flags: namesOf(flagsOf(each)),
        })),
        ...(steps.length > 0 ? { steps: steps.slice(1) } : {}),
      },
    ]
  }

  #placeOf(recipientId: string, senderId: string, topic: string): SourceMessage['to'] | undefined {
    const recipient = this.#recipients.get(recipientId)
    if (recipient?.type === recipientTypes.channel) return { channelId: recipient.id, topic }
    if (recipient?.type === recipientTypes.person) return { memberIds: [senderId, recipient.id] }
    if (recipient?.type === recipientTypes.group) return { memberIds: this.#members.get(recipientId) ?? [] }
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

function namesOf(bits: number): SourceFlag[] {
  const names = flagsThere.flatMap(([bit, name]) => ((bits & bit) === 0 ? [] : name))
  return (bits & isRead) === 0 ? ['unread', ...names] : names
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

function opened(path: string): () => Promise<AsyncIterable<Uint8Array>> {
  return async () => createReadStream(path)
}
