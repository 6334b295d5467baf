// Which URLs a message may link to, and what they mean to this organization.

/** Only these may stand in a link: an address with a host, one of a scheme without, a path or place on this site. */
const allowed =
  /^(?:(?:https?|ftps?|sftp|ssh|git|svn|ircs?|nntp|rtsp|webcal|wss?):\/\/[^/?#\\]|(?:mailto|tel|sms|sips?|xmpp|matrix|geo):[^?#]|magnet:\?|\/(?![/\\])|#)/i
const bareHost =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,62}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}[\p{L}\p{N}])?){1,8}(?::\d{1,5})?(?:[/?#]|$)/u
const bareMailbox = /^[^\s/:@?#]{1,64}@[^\s/:@?#]{1,255}$/
const imagePath = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i
const uploads = '/user_uploads/'

/** Whether a message may link to this URL: an allow list, so that no disguise of a scheme gets through. */
export function isSafeUrl(url: string): boolean {
  return allowed.test(url)
}

/** A URL as typed in a link, completed: `example.com/x` means a web page, `a@example.com` a mailbox. */
export function completeUrl(typed: string): string {
  if (bareHost.test(typed)) return `http://${typed}`
  if (bareMailbox.test(typed)) return `mailto:${typed}`
  return typed
}

/** The URL as it goes into the HTML: places in this organization relative, so that they survive a move. */
export function localUrl(url: string, realmUrl: string): string {
  if (url.startsWith('#narrow/')) return `/${url}`
  if (!url.startsWith(realmUrl)) return url
  const path = url.slice(realmUrl.length)
  return path.startsWith('/#narrow/') || path.startsWith(uploads) ? path : url
}

/** What follows `/user_uploads/` in a link to an upload, without query and decoded; nothing for other links. */
export function uploadPath(url: string): string | undefined {
  if (!url.startsWith(uploads)) return undefined
  const path = url.slice(uploads.length).replace(/[?#].*$/s, '')
  if (path === '') return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a link leads to an image, going by its name: on the web, or among the uploads. */
export function isImageUrl(url: string): boolean {
  if (!/^https?:\/\//i.test(url) && !url.startsWith(uploads)) return false
  const path = url.replace(/[?#].*$/s, '')
  return imagePath.test(path) && path.replace(/^https?:\/\//i, '').includes('/')
}
