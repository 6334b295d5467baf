// Where the contents of files are, in one text: two servers that have the same one see the same files.
import type { ServerRules } from '../organization/rules'

/** Null for the organization's folder. */
export function storageName({ uploadStorage }: ServerRules): string | null {
  if (!uploadStorage) return null
  const { bucket, prefix, access } = uploadStorage
  return [access.endpoint ?? process.env['S3_ENDPOINT'] ?? '', bucket, ...prefix].join('/')
}
