// Channel folders: what the organization groups its channels by (reference: since-372, level 389).
import type { ServerEvent } from './events'
import { changed, kept, placed } from './records'
import {
  isBoolean,
  isFields,
  isNumber,
  isNumbers,
  isText,
  listOf,
  nullable,
  shape,
  type Checked,
  type Fields,
} from './shapes'

const isChannelFolder = shape({
  id: isNumber,
  name: isText,
  description: isText,
  rendered_description: isText,
  order: isNumber,
  is_archived: isBoolean,
  creator_id: nullable(isNumber),
  date_created: nullable(isNumber),
})
export type ChannelFolder = Checked<typeof isChannelFolder>

/** In their order, archived ones too. */
export type ChannelFolders = readonly ChannelFolder[]

export function channelFoldersFrom(register: Fields): ChannelFolders {
  return listOf(isChannelFolder, register['channel_folders'])
}

/** `channel_folder`: `add`, `update`, `reorder`. */
export function channelFoldersAfter(folders: ChannelFolders, event: ServerEvent): ChannelFolders {
  if (event.type !== 'channel_folder') return folders
  const { op, channel_folder: added, channel_folder_id: id, data, order } = event
  if (op === 'add') return isChannelFolder(added) ? placed(folders, added, (folder) => folder.id) : folders
  if (op === 'reorder') return isNumbers(order) ? reordered(folders, order) : folders
  const folder = folders.find((each) => each.id === id)
  const now = isFields(data) ? { ...folder, ...data } : folder
  return folder && isChannelFolder(now) ? placed(folders, changed(folder, now), (each) => each.id) : folders
}

function reordered(folders: ChannelFolders, order: readonly number[]): ChannelFolders {
  const places = new Map(order.map((id, index) => [id, index + 1]))
  const now = folders.map((folder) => ({ ...folder, order: places.get(folder.id) ?? folder.order }))
  return kept(
    folders,
    now.sort((a, b) => a.order - b.order),
  )
}
