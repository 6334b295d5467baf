// Takes in all of a source: people, emoji, channels, messages, in this order; what was taken before is not taken again.
import { addCustomEmoji } from '../custom-emoji/actions'
import { customEmojiDirectory } from '../custom-emoji/repository'
import { record } from '../audit-log/recording'
import { channelDirectory } from '../channels/repository'
import { ApiError } from '../http/errors'
import type { Organization } from '../organization/organization'
import { messageById } from '../messages/repository'
import { sendChannelNotice } from '../messages/sending/notices'
import type { Transaction } from '../organization/writer'
import { isOwner } from '../users/rank'
import { directory, fullNameKey, type User } from '../users/repository'
import { takeChannels } from './channels'
import { takeChoices } from './choices'
import { takeConfiguration, takeSettings } from './configuration'
import { isEmoji, takeMessages } from './messages'
import { bytesOf, takePeople } from './people'
import { Report } from './report'
import { noteTaken, takenId, takenIds } from './repository'
import { UnreadableSource, type Names, type Source, type SourceEmoji } from './source'

/** Of a picture, in bytes. */
const largestPicture = 5 * 1024 * 1024
const pinsTopic = 'pinned messages'
/** A list of pinned messages names so many. */
const mostPins = 100

/** Of the database, what is kept in memory meanwhile, in KiB: what was written is hardly read again. */
const cacheKib = 16 * 1024

/**
 * @param organization that nobody else uses meanwhile: no clients are told
 * @param onProgress is told how much of the messages is taken, from 0 to 1
 * @throws UnreadableSource; what was taken by then stays, and is not taken again
 */
export async function takeSource(
  organization: Organization,
  source: Source,
  onProgress: (part: number) => void,
): Promise<Report> {
  const report = new Report()
  // Nobody is told anything before the end: a commit that a power cut takes back is only made again.
  organization.db.sqlite.run('PRAGMA synchronous = NORMAL')
  organization.db.sqlite.run(`PRAGMA cache_size = -${cacheKib}`)
  const owner = ownerOf(organization)
  const people = await takePeople(organization, source, report)
  for await (const emoji of source.emoji()) await takeEmoji(organization, owner, emoji, report)
  const configured = await takeConfiguration(organization, source, owner, people, report)
  const channels = await takeChannels(organization, source, owner, people, configured.folders, report)
  const names = namesOf(organization, source, people, channels)
  const around = { source, owner, people, channels, names, report }
  for await (const { messages, progress } of source.messages()) {
    await takeMessages(organization, around, messages)
    onProgress(progress)
  }
  await takeChoices(organization, around, configured)
  await takeSettings(organization, source, owner, channels, report)
  await organization.write((tx) => {
    tellOfPins(tx, source)
    const { taken } = report
    const changes = Object.fromEntries(
      Object.entries(taken).map(([name, count]) => [name, { old: 0, new: count }]),
    )
    record(tx, 'organization.taken_in', { name: source.name, changes })
  })
  return report
}

function ownerOf(organization: Organization): User {
  const owner = directory(organization).all.find((user) => user.isActive && isOwner(user))
  if (!owner) throw new Error('The organization has no owner')
  return owner
}

async function takeEmoji(
  organization: Organization,
  owner: User,
  { name, file }: SourceEmoji,
  report: Report,
): Promise<void> {
  if (customEmojiDirectory(organization).byName.has(name.toLowerCase())) {
    report.known.emoji += 1
    return
  }
  try {
    const bytes = await bytesOf(file, largestPicture)
    if (!bytes) return report.note('Custom emoji of which the archive has no picture', name)
    await addCustomEmoji(organization, owner, name, new File([bytes], file.name))
    report.taken.emoji += 1
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof UnreadableSource)) throw error
    report.note('Custom emoji that can’t be taken', `${name}: ${error.message}`)
  }
}

function namesOf(
  organization: Organization,
  { id: source }: Source,
  people: ReadonlyMap<string, number>,
  channels: ReadonlyMap<string, number>,
): Names {
  const person = (id: number | undefined) =>
    id === undefined ? undefined : directory(organization).byId.get(id)
  return {
    person: (id) => person(people.get(id)),
    personNamed: (name) => person(people.get(name)) ?? person(people.get(fullNameKey(name))),
    channel: (id) => channelDirectory(organization).byId.get(channels.get(id) ?? 0),
    message: (id) => takenId(organization.db, source, 'message', id),
    isEmoji: (name) => isEmoji(organization, name),
  }
}

/** What was pinned for all is in a topic of the channel, as a list of links. */
function tellOfPins(tx: Transaction, source: Source): void {
  const byChannel = new Map<number, string[]>()
  for (const id of [...takenIds(tx, source.id, 'pins').values()].toSorted((a, b) => a - b)) {
    const message = messageById(tx, id)
    const channel = channelDirectory(tx.organization).byId.get(message?.channelId ?? 0)
    if (!message || !channel || channel.isArchived) continue
    const list = byChannel.get(channel.id) ?? []
    byChannel.set(channel.id, list)
    list.push(`* #**${channel.name}>${message.topic}@${id}**`)
  }
  for (const [channelId, list] of byChannel) {
    const told = `pins of ${channelId}: ${list.length}`
    if (takenId(tx, source.id, 'pins told', told) !== undefined) continue
    sendChannelNotice(
      tx,
      channelId,
      pinsTopic,
      `Pinned in ${source.name}:\n\n${list.slice(-mostPins).join('\n')}`,
      () => true,
    )
    noteTaken(tx, source.id, 'pins told', told, list.length)
  }
}
