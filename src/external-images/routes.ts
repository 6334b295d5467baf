// Images from elsewhere as messages show them: fetched by the server, so that their place does not learn who reads the message.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { ApiError } from '../http/errors'
import { RateLimiter } from '../http/rate-limits'
import { settings } from '../organization/settings'
import { externalImagePath, signedUrl } from './address'
import { fetchedImage } from './fetching'
import { fileOf, keptImage, type KeptImage } from './storing'

const path = Type.Object({ signature: Type.String(), address: Type.String() })

/** How many images one caller may have fetched; those that are kept are not counted. */
const fetches = { limit: 60, windowSeconds: 60 }

export function externalImageRoutes(api: Api): void {
  const { clock, userRateLimit } = api.context
  const limiter = new RateLimiter(userRateLimit && fetches, clock)
  api.open.get(
    `${externalImagePath}/:signature/:address`,
    {
      summary: 'Get an image from elsewhere that a message shows',
      path,
      credentials: [],
      besideApi: true,
      isFree: true,
    },
    async ({ organization, path: { signature, address }, request, address: caller }) => {
      const { inline_image_preview, inline_url_embed_preview } = settings(organization)
      const isShown = inline_image_preview || inline_url_embed_preview
      const url = isShown ? signedUrl(organization, signature, address) : undefined
      if (url === undefined) throw nothingThere()
      let image = await keptImage(organization, url)
      if (!image) {
        limiter.hit(() => caller)
        image = await fetchedImage(organization, url)
      }
      if (!image) throw nothingThere()
      return answer(image, Bun.file(fileOf(organization, image)), request)
    },
  )
}

function answer(image: KeptImage, file: Blob, request: Request): Response {
  const etag = `"${image.name}-${image.at}"`
  const headers = { etag, 'cache-control': 'public, max-age=86400', 'content-security-policy': policy }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  return new Response(file, { headers: { ...headers, 'content-type': 'image/webp' } })
}

/** Should it ever be taken for a page, it may do nothing. */
const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

function nothingThere(): ApiError<'NOT_FOUND'> {
  return new ApiError('NOT_FOUND', 'There is no such image', {})
}
