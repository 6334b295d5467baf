// Channel folders on the wire: the object, its events, and their part of the register state (reference: since-372, 389).
import { channelDirectory } from '../channels/repository'
import type { ServerEvent } from '../events/event'
import type { StateContext, StatePart } from '../events/state'
import { allChannelFolders, type ChannelFolder } from './repository'

/** Longest texts, in code points. */
export const folderLimits = { name: 60, description: 1024 } as const

export function folderObject(folder: ChannelFolder) {
  return {
    id: folder.id,
    name: folder.name,
    description: folder.description,
    rendered_description: folder.renderedDescription,
    order: folder.position,
    is_archived: folder.isArchived,
    creator_id: folder.creatorId,
    date_created: folder.dateCreated,
  }
}

/** `channel_folders`: all of them, archived ones too; to people without an account, those of channels they see. */
export const channelFoldersState: StatePart = {
  types: ['channel_folders'],
  read: (context) => ({ channel_folders: visibleFolders(context).map(folderObject) }),
}

function visibleFolders({ organization, viewer }: StateContext): readonly ChannelFolder[] {
  const all = allChannelFolders(organization)
  if (viewer) return all
  const shown = channelDirectory(organization).all.filter(
    ({ isWebPublic, isArchived }) => isWebPublic && !isArchived,
  )
  return all.filter(({ id }) => shown.some(({ folderId }) => folderId === id))
}

/** `channel_folder` `add`. */
export function folderAddedEvent(folder: ChannelFolder): ServerEvent {
  return {
    type: 'channel_folder',
    audience: 'everyone',
    payload: () => ({ op: 'add', channel_folder: folderObject(folder) }),
  }
}

/** `channel_folder` `update`. @param data the fields that are different now */
export function folderChangedEvent(id: number, data: Partial<ReturnType<typeof folderObject>>): ServerEvent {
  return {
    type: 'channel_folder',
    audience: 'everyone',
    payload: () => ({ op: 'update', channel_folder_id: id, data }),
  }
}

/** `channel_folder` `reorder`. @param order all folders' IDs */
export function foldersReorderedEvent(order: readonly number[]): ServerEvent {
  return { type: 'channel_folder', audience: 'everyone', payload: () => ({ op: 'reorder', order }) }
}
