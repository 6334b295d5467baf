// Routes of channels: /streams, /channels, /default_streams, /get_stream_id and topics.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { invalidChannel } from '../../http/errors'
import { longBody } from '../../http/route'
import { shownTopic } from '../topics'
import { visibleChannel } from '../access'
import { listChannels } from './listing'
import { ChannelChangeParameters, channelIdPath, channelUpdate } from './parameters'
import { topicsFor } from '../../messages/reading/topics'
import { archive, setDefault, update } from './updating'
import { channelFor } from '../wire'

export function channelRoutes(api: Api): void {
  api.get(
    '/streams',
    {
      summary: 'Get channels',
      parameters: Type.Object({
        include_public: Type.Boolean({ default: true }),
        include_web_public: Type.Boolean({ default: false }),
        include_subscribed: Type.Boolean({ default: true }),
        exclude_archived: Type.Boolean({ default: true }),
        include_all_active: Type.Boolean({ default: false }),
        include_all: Type.Boolean({ default: false }),
        include_default: Type.Boolean({ default: false }),
        include_owner_subscribed: Type.Boolean({ default: false }),
        include_can_access_content: Type.Boolean({ default: false }),
      }),
    },
    ({ organization, caller, parameters }) => {
      const channels = listChannels(organization, caller, {
        includePublic: parameters.include_public,
        includeWebPublic: parameters.include_web_public,
        includeSubscribed: parameters.include_subscribed,
        includeAll: parameters.include_all,
        includeAllActive: parameters.include_all_active,
        includeDefault: parameters.include_default,
        includeOwnerSubscribed: parameters.include_owner_subscribed,
        includeContentAccess: parameters.include_can_access_content,
        excludeArchived: parameters.exclude_archived,
      })
      return {
        streams: channels.map((channel) => ({
          ...channelFor(organization, caller, channel),
          ...(parameters.include_default ? { is_default: channel.isDefault } : {}),
        })),
      }
    },
  )
  api.get(
    '/get_stream_id',
    {
      summary: 'Get the ID of a channel by its name',
      parameters: Type.Object({ stream: Type.String({ maxLength: 1000 }) }),
    },
    ({ organization, caller, parameters }) => ({
      stream_id: visibleChannel(organization, caller, parameters.stream, invalidChannel).id,
    }),
  )
  api.get(
    '/streams/:stream_id',
    { summary: 'Get a channel', path: channelIdPath },
    ({ organization, caller, path }) => ({
      stream: channelFor(
        organization,
        caller,
        visibleChannel(organization, caller, path.stream_id, invalidChannel),
      ),
    }),
  )
  api.patch(
    '/streams/:stream_id',
    {
      summary: 'Update a channel',
      maxBodyBytes: longBody,
      path: channelIdPath,
      parameters: ChannelChangeParameters,
    },
    ({ organization, caller, path, parameters }) =>
      update(organization, caller, path.stream_id, channelUpdate(parameters)),
  )
  api.delete(
    '/streams/:stream_id',
    { summary: 'Archive a channel', path: channelIdPath },
    ({ organization, caller, path }) => archive(organization, caller, path.stream_id),
  )
  api.get(
    '/users/me/:stream_id/topics',
    {
      summary: 'Get the topics of a channel',
      path: channelIdPath,
      parameters: Type.Object({ allow_empty_topic_name: Type.Boolean({ default: false }) }),
    },
    ({ organization, caller, path, parameters }) => ({
      topics: topicsFor(organization, caller, path.stream_id).map(({ name, maxId }) => ({
        name: shownTopic(name, parameters.allow_empty_topic_name),
        max_id: maxId,
      })),
    }),
  )
  api.post('/default_streams', { summary: 'Add a default channel', parameters: channelIdPath }, (call) =>
    setDefault(call.organization, call.caller, call.parameters.stream_id, true),
  )
  api.delete('/default_streams', { summary: 'Remove a default channel', parameters: channelIdPath }, (call) =>
    setDefault(call.organization, call.caller, call.parameters.stream_id, false),
  )
}
