// How much of a big call about subscriptions one write takes on, so that others need not wait for all of it.
import { queues } from '../../events/queues'
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import { directory, type User } from '../../users/repository'

/** The most subscriptions that one call may make or end. */
export const maxSubscriptionsAtOnce = 50_000

export function tooManySubscriptions() {
  return badRequest(`Too many subscriptions at once (limit: ${maxSubscriptionsAtOnce})`)
}

/**
 * What one write takes on at most: subscriptions, channels, people, looks of somebody who listens at a channel, and IDs of
 * subscribers that those who come are told. Together a tenth of what others may have to wait.
 */
export const mostPerWrite = { subscriptions: 150, channels: 20, people: 150, looks: 1000, ids: 150_000 }

/** Some people and some channels. */
export interface Slice<T> {
  people: readonly User[]
  channels: readonly T[]
}

/** Splits people and channels so that each of them meets each of those once; one slice if that is little enough. */
export function slicesOf<T>(
  organization: Organization,
  people: readonly User[],
  channels: readonly T[],
): Slice<T>[] {
  const listeners = [...queues(organization).userIds].length
  return split(people, channels, { listeners, subscribers: directory(organization).all.length })
}

/** @param crowd how many people have clients that listen, and how many a channel may have at most */
export function split<T>(
  people: readonly User[],
  channels: readonly T[],
  crowd: { listeners: number; subscribers: number },
): Slice<T>[] {
  const most = mostPerWrite
  const channelCount = atLeastOne(Math.min(most.channels, most.looks / crowd.listeners))
  const together = Math.min(channelCount, Math.max(1, channels.length))
  const peopleCount = atLeastOne(
    Math.min(most.people, most.subscriptions / together, most.ids / (together * crowd.subscribers)),
  )
  const peopleParts = parts(people, peopleCount)
  return parts(channels, channelCount).flatMap((some) =>
    peopleParts.map((several) => ({ channels: some, people: several })),
  )
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count))
}

/** The list in pieces of at most that many; an empty list is one piece. */
export function parts<T>(list: readonly T[], size: number): (readonly T[])[] {
  const count = Math.max(1, Math.ceil(list.length / size))
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}
