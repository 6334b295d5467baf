// State in memory that a feature keeps for each organization, and caches of what tables say.
import type { Organization } from './organization'
import type { Transaction } from './writer'

/** A feature's own state for each organization, made at first use and gone with the organization. */
export function part<T>(make: (organization: Organization) => T): (organization: Organization) => T {
  const parts = new WeakMap<Organization, { value: T }>()
  return (organization) => {
    const known = parts.get(organization)
    if (known) return known.value
    const value = make(organization)
    parts.set(organization, { value })
    return value
  }
}

/** A value read from tables once and kept until a write says that it changed. */
export interface Memo<T> {
  (organization: Organization): T
  /** To be called by every write that changes what the value is made of. */
  forget(tx: Transaction): void
}

/** Caches `load(organization)`; a write that changes its tables calls `forget(tx)`. */
export function memo<T>(load: (organization: Organization) => T): Memo<T> {
  const known = new WeakMap<Organization, { value: T }>()
  const read = (organization: Organization): T => {
    const hit = known.get(organization)
    if (hit) return hit.value
    const value = load(organization)
    known.set(organization, { value })
    return value
  }
  const forget = (tx: Transaction): void => {
    known.delete(tx.organization)
    tx.onRollback(() => known.delete(tx.organization))
  }
  return Object.assign(read, { forget })
}

/** Like `Memo`, for many values by key. */
export interface KeyedMemo<K, T> {
  (organization: Organization, key: K): T
  forget(tx: Transaction, key: K): void
  forgetAll(tx: Transaction): void
}

/** Caches `load(organization, key)`, the most recently loaded `limit` keys of each organization. */
export function keyedMemo<K, T>(
  load: (organization: Organization, key: K) => T,
  limit = 10_000,
): KeyedMemo<K, T> {
  const known = part(() => new Map<K, { value: T }>())
  const read = (organization: Organization, key: K): T => {
    const values = known(organization)
    const hit = values.get(key)
    if (hit) return hit.value
    const value = load(organization, key)
    if (values.size >= limit) {
      const oldest = values.keys().next()
      if (!oldest.done) values.delete(oldest.value)
    }
    values.set(key, { value })
    return value
  }
  const forget = (tx: Transaction, key: K): void => {
    known(tx.organization).delete(key)
    tx.onRollback(() => known(tx.organization).delete(key))
  }
  const forgetAll = (tx: Transaction): void => {
    known(tx.organization).clear()
    tx.onRollback(() => known(tx.organization).clear())
  }
  return Object.assign(read, { forget, forgetAll })
}
