// Files as messages show them that link to them.
import type { LinkedFile } from '../markdown/linked-files'
import type { Attachment } from './repository'
import { shownThumbnailUrl } from './thumbnails'

/** What Markdown has to know of a file that the author may open. */
export function linkedFile(attachment: Attachment): LinkedFile {
  const { contentType, width, height, isAnimated, previews } = attachment
  const isShown = previews === 'ready' || previews === 'pending'
  if (!isShown || width === null || height === null) return { contentType, picture: undefined }
  const thumbnail = previews === 'ready' ? shownThumbnailUrl(attachment) : undefined
  return { contentType, picture: { width, height, isAnimated, thumbnail } }
}
