// Routes of default channel groups: /default_stream_groups, as clients of the protocol call them.
import { Type } from '@sinclair/typebox'
import { ChannelNames } from '../channels/names'
import type { Api } from '../http/api'
import { Id, Text } from '../http/parameters'
import { longBody } from '../http/route'
import { changeGroup, changeGroupChannels, createGroup, removeGroup } from './actions'

const name = Text({ maxLength: 60 })
const description = Text({ maxLength: 1024 })
const path = Type.Object({ group_id: Id() })

export function defaultChannelGroupRoutes(api: Api): void {
  api.post(
    '/default_stream_groups/create',
    {
      summary: 'Create a default channel group',
      maxBodyBytes: longBody,
      parameters: Type.Object({ group_name: name, description, stream_names: ChannelNames }),
    },
    ({ organization, caller, parameters }) =>
      createGroup(organization, caller, {
        name: parameters.group_name,
        description: parameters.description,
        channelNames: parameters.stream_names,
      }),
  )
  api.patch(
    '/default_stream_groups/:group_id',
    {
      summary: 'Update a default channel group',
      path,
      parameters: Type.Object({
        new_group_name: Type.Optional(name),
        new_description: Type.Optional(description),
      }),
    },
    ({ organization, caller, path, parameters }) =>
      changeGroup(organization, caller, path.group_id, {
        name: parameters.new_group_name,
        description: parameters.new_description,
      }),
  )
  api.patch(
    '/default_stream_groups/:group_id/streams',
    {
      summary: 'Add channels to a default channel group, or remove them',
      maxBodyBytes: longBody,
      path,
      parameters: Type.Object({
        op: Type.Union([Type.Literal('add'), Type.Literal('remove')]),
        stream_names: ChannelNames,
      }),
    },
    ({ organization, caller, path, parameters }) =>
      changeGroupChannels(organization, caller, path.group_id, {
        op: parameters.op,
        channelNames: parameters.stream_names,
      }),
  )
  api.delete(
    '/default_stream_groups/:group_id',
    { summary: 'Delete a default channel group', path },
    ({ organization, caller, path }) => removeGroup(organization, caller, path.group_id),
  )
}
