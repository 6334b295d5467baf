// What makes the client one that can be installed: its name, its icons and its colours.
import type { Organization } from '../organization/organization'
import { settings } from '../organization/settings'

export function manifestResponse(organization: Organization): Response {
  const { name } = settings(organization)
  const manifest = {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#2c5ccf',
    icons: [192, 512].map((size) => ({
      src: `/static/images/app-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  })
}
