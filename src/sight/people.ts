// Tells guests of people who come into their sight, or go out of it.
import { emit } from '../events/event'
import type { Organization } from '../organization/organization'
import type { Transaction } from '../organization/writer'
import { tellPresenceTo } from '../presence/wire'
import { statusSeenEvent } from '../user-status/wire'
import { userAddedEvent, userRemovedEvent } from './person-events'
import { directory, type User } from '../users/repository'
import { limitsGuests, sightOf } from '../permissions/visibility'
import { isGuest } from '../users/rank'

/** What of people's sight may change. */
export interface PeopleScope {
  /** Also where nothing limits guests yet, as when the permission itself changes. */
  evenIfUnlimited?: boolean
  /** People who may be about to become guests. */
  alsoOf?: readonly number[]
}

/**
 * Looks at whom guests see. The function it returns is to be called after the change, and emits `realm_user` `add` and
 * `remove` to the guests concerned, and what goes with a person: status and presence.
 */
export function watchPeople(
  tx: Transaction,
  { evenIfUnlimited = false, alsoOf = [] }: PeopleScope = {},
): () => void {
  const { organization } = tx
  if (!evenIfUnlimited && !limitsGuests(organization)) return () => {}
  const before = guestsSights(organization, alsoOf)
  return () => {
    for (const [viewerId, sawBefore] of before) tellOfChanges(tx, viewerId, sawBefore)
  }
}

/** Whom each active guest of the organization sees now, by user IDs. */
function guestsSights(organization: Organization, alsoOf: readonly number[]): Map<number, Set<number>> {
  const { all } = directory(organization)
  const sights = new Map<number, Set<number>>()
  for (const viewer of all) {
    if (!viewer.isActive || (!isGuest(viewer) && !alsoOf.includes(viewer.id))) continue
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
