// How much of a big call about subscriptions one write takes on, so that others need not wait for all of it.
import { queues } from '../../events/queues'
import { badRequest } from '../../http/errors'
import type { Organization } from '../../organization/organization'
import type { User } from '../../users/repository'

/** The most subscriptions that one call may make or end. */
export const maxSubscriptionsAtOnce = 50_000

export function tooManySubscriptions() {
  return badRequest(`Too many subscriptions at once (limit: ${maxSubscriptionsAtOnce})`)
}

/** What one write takes on at most: subscriptions, channels, people, and looks of somebody who listens at a channel. */
const most = { subscriptions: 1000, channels: 20, people: 1000, looks: 4000 }

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
  const channelCount = Math.max(1, Math.min(most.channels, Math.floor(most.looks / Math.max(1, listeners))))
  const channelParts = parts(channels, channelCount)
  const peopleCount = Math.min(
    most.people,
    Math.floor(most.subscriptions / Math.min(channelCount, Math.max(1, channels.length))),
  )
  const peopleParts = parts(people, peopleCount)
  return channelParts.flatMap((some) => peopleParts.map((several) => ({ channels: some, people: several })))
}

/** The list in pieces of at most that many; an empty list is one piece. */
export function parts<T>(list: readonly T[], size: number): (readonly T[])[] {
  const count = Math.max(1, Math.ceil(list.length / size))
  return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size))
}
