// State in memory that a feature keeps for each organization. What only repeats what tables say is a cache: cache.ts.
import type { Organization } from './organization'

/** A feature's own state for each organization, made at first use and gone with the organization. */
export function organizationState<T>(
  make: (organization: Organization) => T,
): (organization: Organization) => T {
  const states = new WeakMap<Organization, { value: T }>()
  return (organization) => {
    const known = states.get(organization)
    if (known) return known.value
    const value = make(organization)
    states.set(organization, { value })
    return value
  }
}
