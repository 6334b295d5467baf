// Submessages: a poll or todo list made with a message, and what people then do to it.
import type { StoredSubmessage } from './repository'
import { emit } from '../events/event'
import { badRequest } from '../http/errors'
import { openChannelOf, readableMessage } from '../messages/access'
import { holdersOf } from '../messages/audience'
import type { StoredMessage } from '../messages/repository'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { notePersonInvolved } from '../user-topics/automatic'
import type { User } from '../users/repository'
import { additions, countFrom, firstSubmessage, insertSubmessage } from './repository'
import { assertStepAllowed } from './rules'
import { submessageEvent } from './wire'
import { widgetIn, widgetKind, type Widget } from './widgets'

/** How many submessages one person may add to a message. */
const maxFromPerson = 1000

/** Makes the widget that a new message asks for. @returns its submessages: one, or none for other messages. */
export function makeWidget(tx: Transaction, message: StoredMessage): StoredSubmessage[] {
  const widget = widgetIn(message.content)
  if (!widget) return []
  const { id: messageId, senderId } = message
  return [insertSubmessage(tx, { messageId, senderId, kind: widgetKind, content: JSON.stringify(widget) })]
}

/**
 * Votes, adds an option, strikes a task off: whatever the widget of the message allows the person.
 * @param content JSON
 * @throws ApiError BAD_REQUEST for a message they can't read or that is no widget, and what the rules forbid.
 */
export function addSubmessage(
  organization: Organization,
  caller: User,
  { messageId, content }: { messageId: number; content: string },
): Promise<void> {
  return organization.write((tx) => {
    const message = readableMessage(organization, caller, messageId)
    const channel = openChannelOf(organization, message)
    const first = firstSubmessage(tx, messageId)
    if (!first) throw badRequest('This message is neither a poll nor a todo list')
    const widget: Widget = JSON.parse(first.content)
    assertStepAllowed(widget, message.senderId, additions(tx, messageId), { senderId: caller.id, content })
    if (countFrom(tx, messageId, caller.id) >= maxFromPerson) {
      throw badRequest(`You can't do more than ${maxFromPerson} things to one poll or todo list`)
    }
    const added = insertSubmessage(tx, { messageId, senderId: caller.id, kind: widgetKind, content })
    emit(tx, submessageEvent(added, holdersOf(organization, message)))
    if (channel) notePersonInvolved(tx, caller, channel, message.topic, 'participated')
  })
}
