// Where a file is found by those who may open it: its path on the wire (notes: files).
import { realmId } from '../organization/organization'
import type { Attachment } from './repository'

type Addressed = Pick<Attachment, 'key' | 'pathName'>

/** The wire's `path_id`: what follows `/user_uploads/`. */
export function pathId({ key, pathName }: Addressed): string {
  return `${realmId}/${key}/${pathName}`
}

export function attachmentUrl(attachment: Addressed): string {
  return `/user_uploads/${pathId(attachment)}`
}

/** The key in a path ID; undefined if it is none of ours. The name at its end has to be right, too: ask `isAt`. */
export function keyOfPath(path: string): string | undefined {
  return pathParts.exec(path)?.[1]
}

/** The keys of files that a text, which need not be Markdown, has addresses of; each once. */
export function keysIn(text: string): string[] {
  return [...new Set([...text.matchAll(addresses)].flatMap(([, key]) => key ?? []))]
}

const pathParts = new RegExp(`^${realmId}/([A-Za-z0-9_-]{1,64})/[^/]+$`)
const addresses = new RegExp(`/user_uploads/${realmId}/([A-Za-z0-9_-]{1,64})/`, 'g')
