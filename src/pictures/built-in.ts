// Pictures of ours, which the executable carries: where an organization has none of its own, the emoji of the server, and what
// turns round while a picture is being made ready, the client as an app.
import type { Api } from '../http/api'
import app192 from './built-in/app-192.png' with { type: 'file' }
import app512 from './built-in/app-512.png' with { type: 'file' }
import confabEmoji from './built-in/confab-emoji.png' with { type: 'file' }
import icon from './built-in/icon.png' with { type: 'file' }
import loader from './built-in/loader.svg' with { type: 'file' }
import logo from './built-in/logo.png' with { type: 'file' }
import nobody from './built-in/nobody.png' with { type: 'file' }
import nightLogo from './built-in/night-logo.png' with { type: 'file' }
import { extraEmojiUrl } from '../emoji/extra-emoji'
import { placeholderPath } from '../markdown/linked-files'
import { unknownAvatar } from '../organization/picture-urls'

/** Where clients find them, and where the files are. */
export const builtInPictures = {
  icon: { path: '/static/images/icon.png', file: icon },
  logo: { path: '/static/images/logo.png', file: logo },
  night_logo: { path: '/static/images/night-logo.png', file: nightLogo },
} as const

export function builtInPictureRoutes(api: Api): void {
  const emoji = { path: extraEmojiUrl('confab') ?? '', file: confabEmoji }
  const placeholder = { path: placeholderPath, file: loader }
  // Clients make the address of the larger one themselves.
  const unknown = [unknownAvatar, unknownAvatar.replace('.png', '-medium.png')].map((path) => ({
    path,
    file: nobody,
  }))
  const app = [
    { path: '/static/images/app-192.png', file: app192 },
    { path: '/static/images/app-512.png', file: app512 },
  ]
  const others = [emoji, placeholder, ...unknown, ...app]
  for (const { path, file } of [...Object.values(builtInPictures), ...others]) {
    const headers = { 'content-type': typeOf(file), ...keptForADay }
    api.ofServer(path, () => new Response(Bun.file(file), { headers }), true)
  }
}

function typeOf(file: string): string {
  return file.endsWith('.svg') ? 'image/svg+xml' : 'image/png'
}

/** They change with versions of the server only. */
const keptForADay = { 'cache-control': 'public, max-age=86400' }
