// The smaller ones of a picture: which there are, where they are kept, and where clients find them (notes: files).
import { pathId } from './address'
import type { Attachment } from './repository'

/** The wire's `server_thumbnail_formats`, sizes in pixels. `animated` ones are there of pictures that move alone. */
export const thumbnailFormats = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
  { name: '300x200.webp', max_width: 300, max_height: 200, format: 'webp', animated: false },
] as const

export type ThumbnailFormat = (typeof thumbnailFormats)[number]
export type ThumbnailName = ThumbnailFormat['name']

/** The format that the last part of an address names; undefined if there is none of that name. */
export function thumbnailFormat(name: string): ThumbnailFormat | undefined {
  return thumbnailFormats.find((format) => format.name === name)
}

/** Under which key the file store has it. @param key the attachment's */
export function thumbnailKey(key: string, name: ThumbnailName): string {
  return `${key}/${name}`
}

/** All keys under which the file store may have something of an attachment. */
export function storeKeys({ key }: Pick<Attachment, 'key'>): string[] {
  return [key, ...thumbnailFormats.map(({ name }) => thumbnailKey(key, name))]
}

/** The one that a message shows; clients may put another format's name at its end. */
export function shownThumbnailUrl(attachment: Pick<Attachment, 'key' | 'pathName' | 'isAnimated'>): string {
  const name: ThumbnailName = attachment.isAnimated ? '840x560-anim.webp' : '840x560.webp'
  return `/user_uploads/thumbnail/${pathId(attachment)}/${name}`
}
