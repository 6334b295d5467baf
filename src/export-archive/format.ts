// What stands in an archive: names of its files, and the files that say what it is and that it is whole (docs/export-format.md).
import { Type, type Static } from '@sinclair/typebox'
import type { Json } from './names'

/** Grows with every change after which an older Confab can't read it. */
export const formatVersion = 1

/** The first file: what the archive is. */
export const Head = Type.Object({
  format: Type.Literal('confab-organization'),
  version: Type.Integer(),
  type: Type.Union([Type.Literal('public'), Type.Literal('standard'), Type.Literal('full')]),
  /** Whether it has what lets people in: hashes of passwords and keys, keys of bots, invitations. */
  has_credentials: Type.Boolean(),
  /** Of the server that made it. */
  server_version: Type.String(),
  /** How many migrations its database had had. */
  schema: Type.Integer(),
  /** UNIX seconds. */
  exported_at: Type.Integer(),
  realm_name: Type.String(),
  realm_string_id: Type.String(),
  /** The highest ID that was ever given, by file of `data/`: none is given again. */
  last_ids: Type.Record(Type.String(), Type.Integer()),
  /** How many lines the files of `data/` have, together. */
  rows: Type.Integer(),
  /** How many files there are, and how many bytes they have together. */
  files: Type.Integer(),
  file_bytes: Type.Integer(),
})
export type Head = Static<typeof Head>

/** The last file: an archive without it was cut off. */
export const End = Type.Object({
  /** Lines, by file of `data/`. */
  rows: Type.Record(Type.String(), Type.Integer()),
  files: Type.Integer(),
  /** Files that the organization should have had and did not. */
  missing_files: Type.Array(Type.String()),
})
export type End = Static<typeof End>

export const headName = 'export.json'
export const endName = 'end.json'
/** The key that the organization signs addresses with; only among credentials. */
export const signingKeyName = 'credentials/signing-key'

/** A part of the lines of a table. @param part from 1 */
export function dataName(table: string, part: number): string {
  return `data/${table}-${String(part).padStart(5, '0')}.jsonl`
}

/** The content of an attachment, or of a smaller one of it. @param key of the file store */
export function uploadName(key: string): string {
  return `files/${key.includes('/') ? 'thumbnails' : 'uploads'}/${key}`
}

/** A picture of a person, an emoji or the organization. */
export function pictureName(name: string): string {
  return `files/pictures/${name}`
}

/** What a file of an archive is; undefined for a name that none has: nothing of that name is ever written anywhere. */
export function entryOf(
  name: string,
): { kind: 'data'; table: string } | { kind: 'upload' | 'picture'; key: string } | undefined {
  const table = /^data\/([a-z_]{1,60})-\d{5,9}\.jsonl$/.exec(name)?.[1]
  if (table !== undefined) return { kind: 'data', table }
  const [, upload] =
    /^files\/uploads\/([A-Za-z0-9_-]{1,64})$/.exec(name) ??
    /^files\/thumbnails\/([A-Za-z0-9_-]{1,64}\/[a-z0-9-]{1,30}\.webp)$/.exec(name) ??
    []
  if (upload !== undefined) return { kind: 'upload', key: upload }
  const picture = /^files\/pictures\/([A-Za-z0-9-]{1,80}\.[a-z]{1,5})$/.exec(name)?.[1]
  return picture === undefined ? undefined : { kind: 'picture', key: picture }
}

/** One line of a file of `data/`. */
export type Line = { readonly [name: string]: Json }
