// What administrators do with channel folders: make, change, archive and order them (contract 4.12).
import { changesBetween, record } from '../audit-log/recording'
import { checkedDescription } from '../channels/names'
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { assertIsOrderOf } from '../http/orders'
import { assertAdministrator } from '../http/roles'
import { renderDescription } from '../messages/rendering/description'
import { seconds } from '../organization/clock'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { allChannelFolders, insertChannelFolder, updateChannelFolder, type ChannelFolder } from './repository'
import { folderAddedEvent, folderChangedEvent, folderObject, foldersReorderedEvent } from './wire'

const maxFolders = 1000

/** @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID. @returns its ID. */
export function createFolder(
  organization: Organization,
  caller: User,
  { name, description }: { name: string; description: string },
): Promise<number> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const all = allChannelFolders(organization)
    if (all.length >= maxFolders) throw badRequest(`There can be at most ${maxFolders} channel folders`)
    const text = checkedDescription('description', description)
    const folder = insertChannelFolder(tx, {
      name: checkedName(all, name),
      description: text,
      renderedDescription: renderDescription(organization, caller, text),
      position: Math.max(0, ...all.map(({ position }) => position)) + 1,
      creatorId: caller.id,
      dateCreated: seconds(organization.clock),
    })
    const changes = changesBetween(undefined, folder, ['description'])
    record(tx, 'channel_folder.created', { id: folder.id, name: folder.name, changes })
    emit(tx, folderAddedEvent(folder))
    return folder.id
  })
}

/** What is to change; undefined stays as it is. */
export interface FolderUpdate {
  name: string | undefined
  description: string | undefined
  isArchived: boolean | undefined
}

/** @throws ApiError BAD_REQUEST, REQUEST_VARIABLE_INVALID. */
export function updateFolder(
  organization: Organization,
  caller: User,
  id: number,
  { name, description, isArchived }: FolderUpdate,
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const all = allChannelFolders(organization)
    const before = all.find((each) => each.id === id)
    if (!before) throw noSuchFolder(id)
    const others = all.filter((each) => each.id !== id)
    const text =
      description === undefined ? before.description : checkedDescription('description', description)
    const after: ChannelFolder = {
      ...before,
      isArchived: isArchived ?? before.isArchived,
      description: text,
      renderedDescription:
        text === before.description
          ? before.renderedDescription
          : renderDescription(organization, caller, text),
    }
    // A folder that is taken up again must not have the name of another that came meanwhile.
    after.name = after.isArchived
      ? name === undefined
        ? before.name
        : trimmed(name)
      : checkedName(others, name ?? before.name)
    if (after.name === '') throw invalidParameter('name', 'name must not be empty')
    const [old, data] = [folderObject(before), folderObject(after)]
    const changed = Object.fromEntries(
      Object.entries(data).filter(([field, value]) => value !== Reflect.get(old, field)),
    )
    if (Object.keys(changed).length === 0) return
    updateChannelFolder(tx, id, after)
    const changes = changesBetween(before, after, ['name', 'description', 'isArchived'])
    record(tx, 'channel_folder.changed', { id, name: after.name, changes })
    emit(tx, folderChangedEvent(id, changed))
  })
}

/** @param order all folders' IDs, of archived ones too, each once. @throws ApiError BAD_REQUEST for any other list. */
export function reorderFolders(
  organization: Organization,
  caller: User,
  order: readonly number[],
): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const all = allChannelFolders(organization)
    assertIsOrderOf(
      order,
      all.map(({ id }) => id),
    )
    if (order.every((id, index) => all[index]?.id === id)) return
    for (const [index, id] of order.entries()) updateChannelFolder(tx, id, { position: index + 1 })
    record(tx, 'channel_folder.reordered')
    emit(tx, foldersReorderedEvent(order))
  })
}

function checkedName(others: readonly ChannelFolder[], name: string): string {
  const clean = trimmed(name)
  if (clean === '') throw invalidParameter('name', 'name must not be empty')
  const key = nameKey(clean)
  if (others.some((other) => !other.isArchived && nameKey(other.name) === key)) {
    throw badRequest(`Channel folder '${clean}' already exists`)
  }
  return clean
}

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function noSuchFolder(id: number) {
  return badRequest(`Invalid channel folder ID ${id}`)
}
