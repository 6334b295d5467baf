// Channels and subscriptions in the register state (contract 4.17).
import type { StateContext, StatePart } from '../events/state'
import { JsonText } from '../http/envelope'
import { canSeeChannel } from './access'
import { limits } from './names'
import { channelDirectory, defaultChannelIds, subscriptionsOf, type Channel } from './repository'
import {
  channelFor,
  channelText,
  knownSubscribers,
  subscriberFields,
  subscriptionObject,
  subscriptionView,
} from './wire'
import { isGuest } from '../users/rank'

/** `subscriptions`, `unsubscribed` and `never_subscribed`. */
const subscriptionState: StatePart = {
  types: ['subscription'],
  read(context) {
    const { organization, viewer, options } = context
    const view = subscriptionView(organization, options)
    const own = viewer && subscriptionsOf(organization, viewer.id)
    const subscriptions: object[] = []
    const unsubscribed: object[] = []
    const neverSubscribed: object[] = []
    for (const channel of visibleChannels(context)) {
      const subscription = own?.get(channel.id)
      if (viewer && subscription) {
        const object = subscriptionObject(organization, viewer, channel, subscription)(view)
        ;(subscription.isActive ? subscriptions : unsubscribed).push(object)
      } else {
        const subscribers = knownSubscribers(organization, viewer, channel)
        const object = channelFor(organization, viewer, channel)
        const isBare = view.includeSubscribers === 'false'
        neverSubscribed.push(isBare ? object : { ...object, ...subscriberFields(subscribers, view) })
      }
    }
    return { subscriptions, unsubscribed, never_subscribed: neverSubscribed }
  },
}

/** `streams`. */
const channelState: StatePart = {
  types: ['stream'],
  read(context) {
    const { organization, viewer } = context
    const texts = visibleChannels(context).map((channel) => channelText(organization, viewer, channel))
    return { streams: new JsonText('[', texts.join(','), ']') }
  },
}

/** Archived channels are only for clients that know what they are. */
function visibleChannels({ organization, viewer, options }: StateContext): Channel[] {
  return channelDirectory(organization).all.filter(
    (channel) =>
      (!channel.isArchived || options.archivedChannels) && canSeeChannel(organization, viewer, channel),
  )
}

/** `realm_default_streams`; guests and spectators do not choose among them and are told none. */
const defaultChannels: StatePart = {
  types: ['default_streams'],
  read({ organization, viewer }) {
    if (!viewer || isGuest(viewer)) return { realm_default_streams: [] }
    return { realm_default_streams: defaultChannelIds(organization) }
  },
}

const channelLimits: StatePart = {
  types: ['realm'],
  read: () => ({
    max_stream_name_length: limits.name,
    max_stream_description_length: limits.description,
    max_bulk_new_subscription_messages: limits.bulkNotices,
  }),
}

export const channelsState: readonly StatePart[] = [
  subscriptionState,
  channelState,
  defaultChannels,
  channelLimits,
]
