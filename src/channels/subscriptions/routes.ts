// Routes of subscriptions: /users/me/subscriptions, who else is subscribed, and new channels with their subscribers.
import { Type } from '@sinclair/typebox'
import type { Api } from '../../http/api'
import { longBody } from '../../http/route'
import type { User } from '../../users/repository'
import { apiEmail } from '../../users/wire'
import { Id } from '../../http/parameters'
import { ChannelNames } from '../names'
import { subscribeAndTell } from './announcing'
import { changePersonalSettings, PersonalChange } from './personal-settings'
import {
  channelRequest,
  newChannelParameters,
  PrincipalsParameter,
  WantedChannels,
} from '../managing/parameters'
import { ownSubscriptions, isUserSubscribed } from './reading'
import { changeSubscriptions } from './subscription-changes'
import { unsubscribe } from './unsubscribing'
import { createChannel } from './announcing'
import { channelIdPath } from '../managing/parameters'
import { subscriberIds } from './reading'

export function subscriptionRoutes(api: Api): void {
  api.get(
    '/users/me/subscriptions',
    {
      summary: 'Get subscribed channels',
      parameters: Type.Object({
        include_subscribers: Type.Union(
          [Type.Literal('true'), Type.Literal('false'), Type.Literal('partial')],
          { default: 'false' },
        ),
      }),
    },
    ({ organization, caller, parameters }) => ({
      subscriptions: ownSubscriptions(organization, caller, parameters.include_subscribers),
    }),
  )
  api.post(
    '/users/me/subscriptions',
    {
      summary: 'Subscribe to channels, making those that are missing',
      maxBodyBytes: longBody,
      parameters: Type.Object({
        subscriptions: WantedChannels,
        principals: Type.Optional(PrincipalsParameter),
        authorization_errors_fatal: Type.Boolean({ default: true }),
        announce: Type.Boolean({ default: false }),
        send_new_subscription_messages: Type.Boolean({ default: true }),
        ...newChannelParameters,
      }),
    },
    async ({ organization, caller, parameters }) => {
      const result = await subscribeAndTell(organization, caller, {
        channels: parameters.subscriptions,
        principals: parameters.principals,
        authorizationErrorsFatal: parameters.authorization_errors_fatal,
        settings: channelRequest(parameters),
        announce: parameters.announce,
        tellEach: parameters.send_new_subscription_messages,
      })
      return {
        subscribed: byPerson(result.people, result.subscribed, ({ id }) => String(id)),
        already_subscribed: byPerson(result.people, result.alreadySubscribed, ({ id }) => String(id)),
        ...(parameters.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
        ...(result.toldEach === undefined ? {} : { new_subscription_messages_sent: result.toldEach }),
      }
    },
  )
  api.delete(
    '/users/me/subscriptions',
    {
      summary: 'Unsubscribe from channels',
      maxBodyBytes: longBody,
      parameters: Type.Object({
        subscriptions: ChannelNames,
        principals: Type.Optional(PrincipalsParameter),
      }),
    },
    async ({ organization, caller, parameters }) => {
      const { removed, notRemoved } = await unsubscribe(organization, caller, {
        channels: parameters.subscriptions,
        principals: parameters.principals,
      })
      return { removed, not_removed: notRemoved }
    },
  )
  api.patch(
    '/users/me/subscriptions',
    {
      summary: 'Subscribe to some channels and unsubscribe from others',
      maxBodyBytes: longBody,
      parameters: Type.Object({
        delete: Type.Optional(ChannelNames),
        add: Type.Optional(WantedChannels),
      }),
    },
    async ({ organization, caller, parameters }) => {
      const { added, removed } = await changeSubscriptions(organization, caller, {
        add: parameters.add ?? [],
        remove: parameters.delete ?? [],
      })
      const email = (user: User): string => apiEmail(organization, user)
      return {
        subscribed: byPerson([caller], added.subscribed, email),
        already_subscribed: byPerson([caller], added.alreadySubscribed, email),
        removed: removed.removed,
        not_removed: removed.notRemoved,
      }
    },
  )
  api.post(
    '/users/me/subscriptions/properties',
    {
      summary: 'Update personal settings of channels',
      maxBodyBytes: longBody,
      parameters: Type.Object({ subscription_data: Type.Array(PersonalChange, { maxItems: 1000 }) }),
    },
    ({ organization, caller, parameters }) =>
      changePersonalSettings(organization, caller, parameters.subscription_data),
  )
  api.get(
    '/users/:user_id/subscriptions/:stream_id',
    {
      summary: 'Get whether a user is subscribed to a channel',
      path: Type.Object({ user_id: Id(), stream_id: Id() }),
    },
    ({ organization, caller, path }) => ({
      is_subscribed: isUserSubscribed(organization, caller, path.user_id, path.stream_id),
    }),
  )
  api.post(
    '/channels/create',
    {
      summary: 'Create a channel',
      maxBodyBytes: longBody,
      parameters: Type.Object({
        name: Type.String({ maxLength: 1000 }),
        subscribers: Type.Array(Id(), { maxItems: 20_000 }),
        description: Type.String({ maxLength: 10_000, default: '' }),
        announce: Type.Boolean({ default: false }),
        send_new_subscription_messages: Type.Boolean({ default: true }),
        ...newChannelParameters,
      }),
    },
    async ({ organization, caller, parameters }) => ({
      id: await createChannel(organization, caller, {
        name: parameters.name,
        description: parameters.description,
        subscriberIds: parameters.subscribers,
        settings: channelRequest(parameters),
        announce: parameters.announce,
        tellEach: parameters.send_new_subscription_messages,
      }),
    }),
  )
  api.get(
    '/streams/:stream_id/members',
    { summary: 'Get the subscribers of a channel', path: channelIdPath },
    ({ organization, caller, path }) => ({
      subscribers: subscriberIds(organization, caller, path.stream_id),
    }),
  )
}

function byPerson(
  people: readonly User[],
  names: ReadonlyMap<number, string[]>,
  key: (user: User) => string,
): Record<string, string[]> {
  return Object.fromEntries(
    people.flatMap((user) => {
      const list = names.get(user.id)
      return list ? [[key(user), list]] : []
    }),
  )
}
