// How messages show what they link to, uploads and images elsewhere: pictures and videos after the block, sound where its link
// stands (notes: files).
import { escapeHtml } from './escape.ts'
import { attribute } from './ready-html.ts'
import { uploadPath } from './urls.ts'

/** An upload that the author of a message may open. */
export interface LinkedFile {
  /** As it was detected. */
  contentType: string
  /** Undefined for what is no picture, and for pictures of which there are no smaller ones. */
  picture: LinkedPicture | undefined
}

export interface LinkedPicture {
  /** Pixels of the original, upright. */
  width: number
  height: number
  isAnimated: boolean
  /** The address of what is shown in messages; undefined while it is being made. */
  thumbnail: string | undefined
}

/** An image elsewhere: fetched by the server, so that its place does not learn who reads the message, and when. */
export interface ExternalImage {
  /** The address of ours at which it is shown. */
  source: string
}

/** What turns round while a picture is being made ready. */
export const placeholderPath = '/static/images/loading/loader-black.svg'

/**
 * What follows the block that the link stands in.
 * @param url the link's, as it stands in the HTML but for the escapes
 * @returns undefined where nothing is to be shown
 */
export function previewHtml(
  url: string,
  title: string,
  file: LinkedFile | ExternalImage,
): string | undefined {
  if ('source' in file) {
    const image = `<img${attribute('src', file.source)}>`
    return block('message_inline_image', escapeHtml(url), escapeHtml(title), image)
  }
  if (file.picture) return pictureHtml(escapeHtml(url), escapeHtml(title), file.picture, file.contentType)
  if (!file.contentType.startsWith('video/')) return undefined
  const video = `<video preload="metadata"${attribute('src', url)}></video>`
  return block('message_inline_image message_inline_video', escapeHtml(url), escapeHtml(title), video)
}

/** What stands in place of a link to sound. */
export function audioHtml(url: string, title: string): string {
  return `<audio controls preload="metadata"${attribute('src', url)}${attribute('title', title)}></audio>`
}

/** @param url escaped @param title escaped */
function pictureHtml(
  url: string,
  title: string,
  { width, height, isAnimated, thumbnail }: LinkedPicture,
  contentType: string,
): string {
  const image = [
    '<img',
    thumbnail === undefined ? ' class="image-loading-placeholder"' : '',
    isAnimated && thumbnail !== undefined ? attribute('data-animated', 'true') : '',
    attribute('data-original-dimensions', `${width}x${height}`),
    attribute('data-original-content-type', contentType),
    attribute('src', thumbnail ?? placeholderPath),
    '>',
  ]
  return block('message_inline_image', url, title, image.join(''))
}

function block(classes: string, url: string, title: string, content: string): string {
  return `<div class="${classes}"><a href="${url}" title="${title}">${content}</a></div>`
}

/** Nothing that people write becomes such an element: it is the renderer's alone. */
const placeholder =
  /<div class="message_inline_image"><a href="([^"]*)" title="([^"]*)"><img class="image-loading-placeholder"[^>]*><\/a><\/div>(\n?)/g

/**
 * The HTML of a message once it is known what becomes of a picture that was being made ready.
 * @param path what follows `/user_uploads/` in links to it
 * @param file without a picture: nothing is shown beside the link
 */
export function withPicture(html: string, path: string, { picture, contentType }: LinkedFile): string {
  const shown = html.replace(placeholder, (found, url: string, title: string, end: string) => {
    if (uploadPath(unescaped(url)) !== path) return found
    return picture ? pictureHtml(url, title, picture, contentType) + end : ''
  })
  return shown.trimEnd()
}

function unescaped(html: string): string {
  return html.replace(/&(amp|lt|gt|quot);/g, (found, name: string) => characters[name] ?? found)
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
