// Routes of channel folders: /channel_folders.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id, Text } from '../http/parameters'
import { createFolder, reorderFolders, updateFolder } from './actions'
import { allChannelFolders } from './repository'
import { folderLimits, folderObject } from './wire'

const name = Text({ maxLength: folderLimits.name })
const description = Text({ maxLength: folderLimits.description, description: 'Markdown' })

export function channelFolderRoutes(api: Api): void {
  api.get(
    '/channel_folders',
    {
      summary: 'Get channel folders',
      parameters: Type.Object({ include_archived: Type.Boolean({ default: false }) }),
    },
    ({ organization, parameters }) => ({
      channel_folders: allChannelFolders(organization)
        .filter(({ isArchived }) => !isArchived || parameters.include_archived)
        .map(folderObject),
    }),
  )
  api.post(
    '/channel_folders/create',
    {
      summary: 'Create a channel folder',
      parameters: Type.Object({ name, description: Type.Optional(description) }),
    },
    async ({ organization, caller, parameters }) => ({
      channel_folder_id: await createFolder(organization, caller, {
        name: parameters.name,
        description: parameters.description ?? '',
      }),
    }),
  )
  api.patch(
    '/channel_folders',
    {
      summary: 'Reorder channel folders',
      parameters: Type.Object({ order: Type.Array(Id(), { maxItems: 10_000 }) }),
    },
    ({ organization, caller, parameters }) => reorderFolders(organization, caller, parameters.order),
  )
  api.patch(
    '/channel_folders/:channel_folder_id',
    {
      summary: 'Update a channel folder',
      path: Type.Object({ channel_folder_id: Id() }),
      parameters: Type.Object({
        name: Type.Optional(name),
        description: Type.Optional(description),
        is_archived: Type.Optional(Type.Boolean()),
      }),
    },
    ({ organization, caller, path, parameters }) =>
      updateFolder(organization, caller, path.channel_folder_id, {
        name: parameters.name,
        description: parameters.description,
        isArchived: parameters.is_archived,
      }),
  )
}
