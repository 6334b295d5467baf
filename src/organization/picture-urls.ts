// What there are pictures of, and where clients find them.
import { realmId } from './organization'

/** Each kind's addresses begin with its own path (reference: components/schemas/RealmEmoji; notes: calls beside `reference/`). */
export const picturePaths = {
  emoji: `/user_avatars/${realmId}/emoji/images`,
  organization: `/user_avatars/${realmId}/realm`,
  person: `/user_avatars/${realmId}`,
} as const

/** Pictures of people who have given themselves none: drawn by the server, made of nothing but the ID in the address. */
export const drawnPicturesPath = `${picturePaths.person}/drawn`

/** In 100 by 100 pixels, or 500 by 500; clients make the one address of the other, too. */
export function drawnPictureUrl(userId: number, size: 'small' | 'medium'): string {
  return `${drawnPicturesPath}/${userId}${size === 'medium' ? '-medium' : ''}.png`
}

/** The picture of nobody: one that the server carries. */
export const unknownAvatar = '/static/images/unknown-user-avatar.png'

export type PictureKind = keyof typeof picturePaths

/** The address of a picture, relative to the organization's. @param name as it is stored */
export function pictureUrl(kind: PictureKind, name: string): string {
  return `${picturePaths[kind]}/${name}`
}
