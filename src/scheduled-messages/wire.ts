// Scheduled messages on the wire: the object, its events, and their part of the register state (contract 2.1).
import type { ServerEvent, ViewedEvent } from '../events/event'
import type { StatePart } from '../events/state'
import type { Destination } from '../messages/recipients'
import { shownTopic } from '../channels/topics'
import { scheduledOf, type ScheduledMessage } from './repository'

/** Where a scheduled message is to go. */
export function destinationOf({ channelId, topic, memberIds }: ScheduledMessage): Destination {
  return channelId === null ? { kind: 'direct', memberIds } : { kind: 'channel', channelId, topic }
}

/** @param emptyTopicName whether the client knows the empty topic. */
export function scheduledObject(message: ScheduledMessage, emptyTopicName: boolean) {
  const { channelId, memberIds, userId, topic } = message
  const others = memberIds.filter((id) => id !== userId)
  const address =
    channelId === null
      ? { type: 'private', to: others.length === 0 ? [userId] : others }
      : { type: 'stream', to: channelId, topic: shownTopic(topic, emptyTopicName) }
  return {
    scheduled_message_id: message.id,
    ...address,
    content: message.content,
    rendered_content: message.renderedContent,
    scheduled_delivery_timestamp: message.deliverAt,
    failed: message.failure !== null,
  }
}

/** `scheduled_messages`. */
export const scheduledMessagesState: StatePart = {
  types: ['scheduled_messages'],
  read({ organization, viewer, options }) {
    const messages = viewer ? scheduledOf(organization.db, viewer.id) : []
    return {
      scheduled_messages: messages.map((message) => scheduledObject(message, options.emptyTopicName)),
    }
  },
}

/** `scheduled_messages` `add`. */
export function scheduledEvent(message: ScheduledMessage): ServerEvent {
  return ownEvent(message.userId, (emptyTopicName) => ({
    op: 'add',
    scheduled_messages: [scheduledObject(message, emptyTopicName)],
  }))
}

/** `scheduled_messages` `update`. */
export function scheduledChangedEvent(message: ScheduledMessage): ServerEvent {
  return ownEvent(message.userId, (emptyTopicName) => ({
    op: 'update',
    scheduled_message: scheduledObject(message, emptyTopicName),
  }))
}

/** `scheduled_messages` `remove`: it was sent, or unscheduled. */
export function scheduledRemovedEvent({ userId, id }: ScheduledMessage): ServerEvent {
  return ownEvent(userId, () => ({ op: 'remove', scheduled_message_id: id }))
}

function ownEvent(userId: number, fields: (emptyTopicName: boolean) => object): ViewedEvent<boolean> {
  return {
    type: 'scheduled_messages',
    audience: [userId],
    view: ({ options }) => options.emptyTopicName,
    payload: fields,
  }
}
