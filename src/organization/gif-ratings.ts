// How far GIFs may go that clients search for at GIPHY: its own ratings, and none (reference: giphy_rating_options).
import type { ServerRules } from './rules'

/** By the name that GIPHY gives it, with the number that the setting has. */
const ratings = {
  disabled: { name: 'No GIFs', id: 0 },
  y: { name: 'Rated Y: for young children, too', id: 1 },
  g: { name: 'Rated G: for everybody', id: 2 },
  pg: { name: 'Rated PG: parental guidance suggested', id: 3 },
  'pg-13': { name: 'Rated PG-13: unsuitable under 13', id: 4 },
  r: { name: 'Rated R: unsuitable under 17', id: 5 },
} as const

export const gifRatingIds = [
  0, 1, 2, 3, 4, 5,
] as const satisfies readonly (typeof ratings)[keyof typeof ratings]['id'][]

/** What GIPHY calls the rating; undefined for none at all. */
export function ratingName(id: number): string | undefined {
  return id === ratings.disabled.id
    ? undefined
    : Object.entries(ratings).find(([, each]) => each.id === id)?.[0]
}

/** Those that an organization can choose: without a key of GIPHY's there is nothing to search in. */
export function offeredGifRatings({
  giphyApiKey,
}: ServerRules): Readonly<Record<string, { name: string; id: number }>> {
  return giphyApiKey === '' ? { disabled: ratings.disabled } : ratings
}
