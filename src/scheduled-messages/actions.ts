// What a person can do with messages to be sent later: schedule, change, unschedule (contract 4.1, 4.2).
import { claimForDraft, releaseDrafts } from '../attachments/claiming'
import { checkedContent } from '../messages/content'
import { emit } from '../events/event'
import { badRequest, missingParameter, noneOfOwn } from '../http/errors'
import { renderMarkdown } from '../markdown/render'
import { assertMaySendTo } from '../messages/sending/destinations'
import { destinationOf as namedDestination, type Address, type Destination } from '../messages/recipients'
import { renderContext } from '../messages/rendering/render-context'
import { seconds } from '../organization/clock'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import type { User } from '../users/repository'
import {
  countScheduled,
  deleteScheduled,
  insertScheduled,
  ownScheduled,
  updateScheduled,
  type NewScheduledMessage,
  type ScheduledMessage,
} from './repository'
import { destinationOf, scheduledChangedEvent, scheduledEvent, scheduledRemovedEvent } from './wire'

const maxScheduledPerPerson = 10_000

export interface Schedule {
  address: Address
  content: string
  /** UNIX seconds. */
  deliverAt: number
  readBySender: boolean | undefined
  /** Name of the client. */
  client: string
}

/**
 * Schedules a message that could be sent now.
 * @throws ApiError STREAM_DOES_NOT_EXIST; BAD_REQUEST for people who do not exist, a time that is past, a place
 *   where the sender may not write; errors of `content` and `topic`.
 */
export function schedule(
  organization: Organization,
  caller: User,
  { address, content, deliverAt, readBySender, client }: Schedule,
): Promise<ScheduledMessage> {
  const text = renderedText(organization, caller, content)
  return organization.write((tx) => {
    assertInFuture(organization, deliverAt)
    const destination = checkedDestination(organization, caller, address)
    if (countScheduled(tx, caller.id) >= maxScheduledPerPerson) {
      throw badRequest(`You can have at most ${maxScheduledPerPerson} scheduled messages`)
    }
    const message = insertScheduled(tx, {
      userId: caller.id,
      ...placeOf(destination),
      ...text,
      deliverAt,
      readBySender: readBySender ?? null,
      client,
      failure: null,
    })
    claimForDraft(tx, { ...message, kind: 'scheduled' }, message.content)
    emit(tx, scheduledEvent(message))
    return message
  })
}

/** Undefined: stays as it is. */
export interface Reschedule {
  type: Address['type'] | undefined
  to: Address['to'] | undefined
  topic: string | undefined
  content: string | undefined
  deliverAt: number | undefined
}

/**
 * Changes a scheduled message; one that failed is scheduled again, and needs a new time.
 * @throws ApiError as `schedule`; REQUEST_VARIABLE_MISSING for `to`, `topic` or the time where the change needs
 *   them; BAD_REQUEST when the caller has none with that ID.
 */
export function reschedule(
  organization: Organization,
  caller: User,
  id: number,
  changes: Reschedule,
): Promise<void> {
  const { content, deliverAt } = changes
  const text = content === undefined ? {} : renderedText(organization, caller, content)
  return organization.write((tx) => {
    const present = ownOrRefuse(tx, caller, id)
    if (deliverAt !== undefined) assertInFuture(organization, deliverAt)
    else if (present.failure !== null) throw missingParameter('scheduled_delivery_timestamp')
    if (Object.values(changes).every((change) => change === undefined)) return
    const message = updateScheduled(tx, id, {
      failure: present.failure,
      ...changedPlace(organization, caller, present, changes),
      ...text,
      ...(deliverAt === undefined ? {} : { deliverAt, failure: null }),
    })
    claimForDraft(tx, { ...message, kind: 'scheduled' }, message.content)
    emit(tx, scheduledChangedEvent(message))
  })
}

/** @throws ApiError BAD_REQUEST when the caller has none with that ID. */
export function unschedule(organization: Organization, caller: User, id: number): Promise<void> {
  return organization.write((tx) => {
    const message = ownOrRefuse(tx, caller, id)
    deleteScheduled(tx, id)
    releaseDrafts(tx, 'scheduled', [id])
    emit(tx, scheduledRemovedEvent(message))
  })
}

function ownOrRefuse(tx: Transaction, caller: User, id: number): ScheduledMessage {
  const message = ownScheduled(tx, caller.id, id)
  if (!message) throw noneOfOwn('Scheduled message does not exist')
  return message
}

function assertInFuture(organization: Organization, deliverAt: number): void {
  if (deliverAt <= seconds(organization.clock)) {
    throw badRequest('scheduled_delivery_timestamp must be in the future')
  }
}

function renderedText(organization: Organization, caller: User, content: string) {
  const clean = checkedContent(content)
  const renderedContent = renderMarkdown(clean, renderContext(organization, caller)).html
  return { content: clean, renderedContent }
}

function checkedDestination(organization: Organization, caller: User, address: Address): Destination {
  const destination = namedDestination(organization, caller, address)
  assertMaySendTo(organization, caller, destination)
  return destination
}

function placeOf(destination: Destination): Pick<NewScheduledMessage, 'channelId' | 'topic' | 'memberIds'> {
  return destination.kind === 'direct'
    ? { channelId: null, topic: '', memberIds: destination.memberIds }
    : { channelId: destination.channelId, topic: destination.topic, memberIds: [] }
}

/** Where the changed message is to go. What a change of type needs besides must be given with it (contract 4.2). */
function changedPlace(
  organization: Organization,
  caller: User,
  present: ScheduledMessage,
  { type, to, topic }: Reschedule,
) {
  const wasDirect = present.channelId === null
  const isDirect = type === undefined ? wasDirect : type === 'direct' || type === 'private'
  if (isDirect !== wasDirect && to === undefined) throw missingParameter('to')
  const isMoved = to !== undefined || (topic !== undefined && !isDirect)
  if (!isMoved) {
    // What has failed is only tried again where it could succeed.
    if (present.failure !== null) assertMaySendTo(organization, caller, destinationOf(present))
    return {}
  }
  if (isDirect) {
    return placeOf(
      checkedDestination(organization, caller, { type: 'direct', to: to ?? [], topic: undefined }),
    )
  }
  const address = {
    type: 'channel' as const,
    to: to ?? present.channelId ?? [],
    topic: wasDirect ? topic : (topic ?? present.topic),
  }
  return placeOf(checkedDestination(organization, caller, address))
}
