// How long somebody wants to be left alone who was asked too much, or is down (RFC 9110, 10.2.3).

/** In seconds; undefined where the answer does not say. @param now in milliseconds, as it may be said as a date */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000))
}
