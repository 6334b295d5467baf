// The parameters of calls that make, change or name channels.
import { Type, type Static } from '@sinclair/typebox'
import { Id } from '../../http/parameters'
import type { ChannelRequest } from './creating'
import { mostNamed } from '../names'
import { permissionChangeParameters, permissionParameters } from '../permission-settings'
import type { ChannelUpdate } from './updating'

export const TopicsPolicyParameter = Type.Union([
  Type.Literal('inherit'),
  Type.Literal('allow_empty_topic'),
  Type.Literal('disable_empty_topic'),
  Type.Literal('empty_topic_only'),
])

const Retention = Type.Union([Type.Integer(), Type.String({ maxLength: 20 })])

/** People by ID or by API e-mail address. */
export const PrincipalsParameter = Type.Array(Type.Union([Id(), Type.String({ maxLength: 254 })]), {
  maxItems: 20_000,
})

export const WantedChannels = Type.Array(
  Type.Object({
    name: Type.String({ maxLength: 1000 }),
    description: Type.Optional(Type.String({ maxLength: 10_000 })),
    color: Type.Optional(Type.String({ maxLength: 20 })),
  }),
  { maxItems: mostNamed },
)

export const channelIdPath = Type.Object({ stream_id: Id() })

/** What may be asked of a new channel. */
export const newChannelParameters = {
  invite_only: Type.Boolean({ default: false }),
  is_web_public: Type.Boolean({ default: false }),
  is_default_stream: Type.Boolean({ default: false }),
  history_public_to_subscribers: Type.Optional(Type.Boolean()),
  message_retention_days: Type.Optional(Retention),
  topics_policy: Type.Optional(TopicsPolicyParameter),
  folder_id: Type.Optional(Id()),
  ...permissionParameters,
}

const NewChannelParameters = Type.Object(newChannelParameters)

export function channelRequest(parameters: Static<typeof NewChannelParameters>): ChannelRequest {
  return {
    isPrivate: parameters.invite_only,
    isWebPublic: parameters.is_web_public,
    isHistoryShared: parameters.history_public_to_subscribers,
    isDefault: parameters.is_default_stream,
    messageRetentionDays: parameters.message_retention_days,
    topicsPolicy: parameters.topics_policy ?? 'inherit',
    folderId: parameters.folder_id ?? null,
    permissions: parameters,
  }
}

/** How channels come to be for those who ask for nothing in particular. */
export const plainChannel: ChannelRequest = channelRequest({
  invite_only: false,
  is_web_public: false,
  is_default_stream: false,
})

export const ChannelChangeParameters = Type.Object({
  new_name: Type.Optional(Type.String({ maxLength: 1000 })),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  is_private: Type.Optional(Type.Boolean()),
  is_web_public: Type.Optional(Type.Boolean()),
  history_public_to_subscribers: Type.Optional(Type.Boolean()),
  is_default_stream: Type.Optional(Type.Boolean()),
  is_archived: Type.Optional(Type.Boolean()),
  message_retention_days: Type.Optional(Retention),
  topics_policy: Type.Optional(TopicsPolicyParameter),
  folder_id: Type.Optional(Type.Union([Id(), Type.Null()])),
  ...permissionChangeParameters,
})

export function channelUpdate(parameters: Static<typeof ChannelChangeParameters>): ChannelUpdate {
  return {
    name: parameters.new_name,
    description: parameters.description,
    isPrivate: parameters.is_private,
    isWebPublic: parameters.is_web_public,
    isHistoryShared: parameters.history_public_to_subscribers,
    isDefault: parameters.is_default_stream,
    isArchived: parameters.is_archived,
    messageRetentionDays: parameters.message_retention_days,
    topicsPolicy: parameters.topics_policy,
    folderId: parameters.folder_id,
    permissions: parameters,
  }
}
