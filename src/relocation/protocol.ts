// How an organization gets from one server to another: the shapes of what they tell each other.
import { Type, type Static } from '@sinclair/typebox'

/** Where a server takes organizations, below its base address: by their subdomain, `root` for the one without. */
export const relocationPath = '/organization-move'

/** How much of a file goes at once, in bytes. */
export const pieceSize = 4 * 1024 * 1024

/** A file of the organization's folder, as it is there. */
export type MovedFile = Static<typeof MovedFile>
export const MovedFile = Type.Object({
  /** With `/` between its parts. */
  path: Type.String({ minLength: 1, maxLength: 1024 }),
  size: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the SHA-256s of its pieces, in hexadecimal: of a file that changes here and there, few of them are made anew. */
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** What the server says that takes an organization. */
export type Reception = Static<typeof Reception>
export const Reception = Type.Object({
  version: Type.String(),
  /** Whether it serves the organization by now. */
  is_adopted: Type.Boolean(),
  /** Where it keeps the contents of files: a bucket and a prefix, or null for the organization's folder. */
  storage: Type.Union([Type.String(), Type.Null()]),
})
