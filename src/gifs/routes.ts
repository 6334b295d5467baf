// Routes of GIFs: /gifs.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { RateLimiter } from '../http/rate-limits'
import { Text } from '../http/parameters'
import { findGifs } from './searching'
import { gifsAnswer } from './wire'

/** How often one person may search. */
const searches = { limit: 60, windowSeconds: 60 }

export function gifRoutes(api: Api): void {
  const { clock, userRateLimit } = api.context
  const limiter = new RateLimiter(userRateLimit && searches, clock)
  api.get(
    '/gifs',
    {
      summary: 'Search for GIFs',
      description:
        'At GIPHY, by the server and its key, as far as the organization lets GIFs go (`giphy_rating`); none where it lets nobody search.',
      bots: 'none',
      parameters: Type.Object({
        q: Type.Optional(Text({ maxLength: 100 })),
        offset: Type.Integer({ minimum: 0, maximum: 4999, default: 0 }),
      }),
    },
    async ({ organization, caller, parameters: { q = '', offset } }) => {
      limiter.hit(() => `${organization.subdomain} ${caller.id}`)
      return gifsAnswer(await findGifs(organization, q, offset))
    },
  )
}
