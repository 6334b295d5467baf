// Caches of what tables say. Each declares the tables or columns it depends on, and a write to those makes it forget.
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Organization } from './organization'
import { watch, type Dependency, type Key } from './row-changes'
import { organizationState } from './state'

interface Entry<T> {
  readonly value: T
}

/**
 * A value made of rows of these tables, kept until one of them is written to.
 * `load` reads nothing but those tables, and other caches that depend on no more.
 */
export function cache<T>(
  dependsOn: readonly SQLiteTable[],
  load: (organization: Organization) => T,
): (organization: Organization) => T {
  const entries = new WeakMap<Organization, Entry<T>>()
  for (const dependency of dependsOn) watch(dependency, (organization) => entries.delete(organization))
  return (organization) => {
    const known = entries.get(organization)
    if (known) {
      checkHit?.({ organization, entry: known, dependsOn, load: () => load(organization) })
      return known.value
    }
    const entry = { value: load(organization) }
    entries.set(organization, entry)
    return entry.value
  }
}

/**
 * Like `cache`, for many values by key, the `limit` most recently loaded ones of each organization. Where a column
 * is declared, a written row makes the cache forget the key that stands there; where a table is, every key.
 */
export function keyedCache<K extends Key, T>(
  dependsOn: readonly Dependency[],
  load: (organization: Organization, key: K) => T,
  limit = 10_000,
): (organization: Organization, key: K) => T {
  const entriesOf = organizationState(() => new Map<Key, Entry<T>>())
  for (const dependency of dependsOn) {
    watch(dependency, (organization, key) => {
      if (key === undefined) entriesOf(organization).clear()
      else entriesOf(organization).delete(key)
    })
  }
  return (organization, key) => {
    const entries = entriesOf(organization)
    const known = entries.get(key)
    if (known) {
      checkHit?.({ organization, entry: known, dependsOn, load: () => load(organization, key) })
      return known.value
    }
    const entry = { value: load(organization, key) }
    if (entries.size >= limit) {
      const oldest = entries.keys().next()
      if (!oldest.done) entries.delete(oldest.value)
    }
    entries.set(key, entry)
    return entry.value
  }
}

/** What a cache is about to answer from memory, and how it would be loaded now. */
export interface CacheHit {
  readonly organization: Organization
  readonly entry: Entry<unknown>
  readonly dependsOn: readonly Dependency[]
  load(): unknown
}

let checkHit: ((hit: CacheHit) => void) | undefined

/** For tests: from now on, looks at each value that any cache answers from memory. */
export function checkCacheHits(check: (hit: CacheHit) => void): void {
  checkHit = check
}
