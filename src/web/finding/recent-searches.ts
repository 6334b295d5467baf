// The searches that were made last on this device: until the person logs out.
const place = 'recent-searches'
const most = 6

/** As they are typed, the last one first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

export function rememberSearch(typed: string): void {
  const others = recentSearches().filter((each) => each !== typed)
  localStorage.setItem(place, JSON.stringify([typed, ...others].slice(0, most)))
}
