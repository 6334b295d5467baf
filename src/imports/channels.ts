// Channels of an import become channels, with their people in them from the first message on.
import { ColorChooser, limits } from '../channels/names'
import { storePermissions } from '../channels/permission-settings'
import {
  channelDirectory,
  channelNameKey,
  insertChannel,
  insertSubscriptions,
  subscriptionsOf,
  type Channel,
} from '../channels/repository'
import { changesBetween, record } from '../audit-log/recording'
import { recordedProperties } from '../channels/managing/creating'
import { beginning } from '../http/text-length'
import { trimmed } from '../http/visible-text'
import { renderDescription } from '../messages/rendering/description'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { changingSight } from '../sight/changing'
import type { User } from '../users/repository'
import type { Report } from './report'
import { beginAtTheBeginning, noteTaken, takenId } from './repository'
import type { Source, SourceChannel } from './source'

/** @returns the IDs of channels here, by their IDs there */
export async function takeChannels(
  organization: Organization,
  source: Source,
  owner: User,
  people: ReadonlyMap<string, number>,
  folders: ReadonlyMap<string, number>,
  report: Report,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const colors = new Map<number, ColorChooser>()
  for await (const channel of source.channels()) {
    const members = channel.memberIds.flatMap((id) => people.get(id) ?? [])
    const { id, isNew } = await organization.write((tx) =>
      takeChannel(tx, source, channel, { owner, people, folders, members, colors }),
    )
    ids.set(channel.id, id)
    ;(isNew ? report.taken : report.known).channels += 1
  }
  return ids
}

interface Around {
  owner: User
  people: ReadonlyMap<string, number>
  folders: ReadonlyMap<string, number>
  members: readonly number[]
  colors: Map<number, ColorChooser>
}

function takeChannel(
  tx: Transaction,
  { id: source }: Source,
  channel: SourceChannel,
  around: Around,
): { id: number; isNew: boolean } {
  const { organization } = tx
  const { members, colors } = around
  const known = takenId(tx, source, 'channel', channel.id)
  const present = known ?? sameChannel(organization, channel)?.id
  const id = present ?? insert(tx, channel, around)
  if (known === undefined) noteTaken(tx, source, 'channel', channel.id, id)
  const others = members.filter((userId) => subscriptionsOf(organization, userId).get(id) === undefined)
  if (others.length > 0) {
    changingSight(tx, { subscriptions: new Set([id]) }, () =>
      insertSubscriptions(
        tx,
        others.map((userId) => ({ userId, channelId: id, color: colorFor(organization, colors, userId) })),
      ),
    )
    beginAtTheBeginning(tx, id, others)
  }
  return { id, isNew: present === undefined }
}

function insert(tx: Transaction, source: SourceChannel, { owner, people, folders }: Around): number {
  const { organization } = tx
  const added = new Set<number>()
  const creatorId = (source.creatorId === undefined ? undefined : people.get(source.creatorId)) ?? owner.id
  const description = beginning(
    trimmed(source.description.normalize('NFC').replaceAll(/\s*[\r\n]+\s*/g, ' ')),
    limits.description,
  )
  const channel = changingSight(tx, { channels: added }, () => {
    const inserted = insertChannel(tx, {
      ...storePermissions(tx, owner, {}),
      name: freeName(organization, nameOf(source)),
      description,
      renderedDescription: renderDescription(organization, owner, description),
      creatorId,
      dateCreated: source.createdAt ?? seconds(organization.clock),
      isPrivate: source.isPrivate,
      isHistoryShared: source.isHistoryShared ?? true,
      isArchived: source.isArchived,
      isDefault: source.isDefault === true && !source.isPrivate && !source.isArchived,
      folderId: folders.get(source.folderId ?? '') ?? null,
      messageRetentionDays: source.messageRetentionDays ?? null,
    })
    added.add(inserted.id)
    return inserted
  })
  const { id, name } = channel
  record(tx, 'channel.created', { id, name, changes: changesBetween(undefined, channel, recordedProperties) })
  return id
}

/** One of that name is the same if both are open to all: else what was said in private would be read by others. */
function sameChannel(organization: Organization, source: SourceChannel): Channel | undefined {
  const found = channelDirectory(organization).byNameKey.get(channelNameKey(nameOf(source)))
  return found && !found.isPrivate && !source.isPrivate ? found : undefined
}

/** The name, with a number behind it where another channel has it. */
function freeName(organization: Organization, name: string): string {
  const { byNameKey } = channelDirectory(organization)
  let free = name
  for (let number = 2; byNameKey.has(channelNameKey(free)); number++)
    free = `${beginning(name, limits.name - 8)} (${number})`
  return free
}

/** What can't stand in a name here is left out of it. */
function nameOf({ id, name }: SourceChannel): string {
  const clean = trimmed(name.normalize('NFC').replaceAll(/[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/gu, ' '))
  return beginning(clean === '' ? `Imported ${id}` : clean, limits.name)
}

function colorFor(organization: Organization, colors: Map<number, ColorChooser>, userId: number): string {
  const chooser = colors.get(userId) ?? new ColorChooser(subscriptionsOf(organization, userId).values())
  colors.set(userId, chooser)
  const color = chooser.next()
  chooser.take(color)
  return color
}
