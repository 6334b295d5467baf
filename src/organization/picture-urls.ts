// What there are pictures of, and where clients find them.
import { realmId } from './organization'

/** Each kind's addresses begin with its own path (reference: components/schemas/RealmEmoji; notes: calls beside `reference/`). */
export const picturePaths = {
  emoji: `/user_avatars/${realmId}/emoji/images`,
  organization: `/user_avatars/${realmId}/realm`,
  person: `/user_avatars/${realmId}`,
} as const

export type PictureKind = keyof typeof picturePaths

/** The address of a picture, relative to the organization's. @param name as it is stored */
export function pictureUrl(kind: PictureKind, name: string): string {
  return `${picturePaths[kind]}/${name}`
}
