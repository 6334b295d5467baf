// Tells guests of people who come into their sight, or go out of it.
import { emit } from '../events/event'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { tellPresenceTo } from '../presence/wire'
import { statusSeenEvent } from '../user-status/wire'
import { userAddedEvent, userRemovedEvent } from './events'
import { directory, type User } from './repository'
import { limitsGuests, sightOf } from './visibility'
import { isGuest } from './rank'

/**
 * To be called before a write that changes whom guests see: subscriptions, direct conversations, roles, or the
 * permission itself. The function it returns is to be called after that write, and emits `realm_user` `add` and
 * `remove` to the guests concerned, and what goes with a person: status and presence.
 * @param ofAll whether the write may change the permission itself; else nothing is done where it sets no limit
 * @param alsoOf someone who is about to become a guest
 */
export function watchSight(tx: Transaction, ofAll = false, alsoOf?: number): () => void {
  const { organization } = tx
  if (!ofAll && !limitsGuests(organization)) return () => {}
  const before = guestsSights(organization, alsoOf)
  return () => {
    for (const [viewerId, sawBefore] of before) tellOfChanges(tx, viewerId, sawBefore)
  }
}

/** Whom each active guest of the organization sees now, by user IDs. */
function guestsSights(organization: Organization, alsoOf: number | undefined): Map<number, Set<number>> {
  const { all } = directory(organization)
  const sights = new Map<number, Set<number>>()
  for (const viewer of all) {
    if (!viewer.isActive || (!isGuest(viewer) && viewer.id !== alsoOf)) continue
    const sees = sightOf(organization, viewer)
    sights.set(viewer.id, new Set(all.filter((user) => sees(user)).map((user) => user.id)))
  }
  return sights
}

function tellOfChanges(tx: Transaction, viewerId: number, sawBefore: ReadonlySet<number>): void {
  const { all, byId } = directory(tx.organization)
  const sees = sightOf(tx.organization, byId.get(viewerId))
  for (const user of all) {
    if (user.isSystemBot || sees(user) === sawBefore.has(user.id)) continue
    if (sees(user)) tellOfSomebodyNew(tx, viewerId, user)
    else emit(tx, userRemovedEvent(user, viewerId))
    tellPresenceTo(tx, viewerId, user)
  }
}

function tellOfSomebodyNew(tx: Transaction, viewerId: number, user: User): void {
  emit(tx, userAddedEvent(tx.organization, user, [viewerId]))
  const status = statusSeenEvent(tx.organization, user, viewerId)
  if (status) emit(tx, status)
}
