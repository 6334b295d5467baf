// The files of the web client, as they are served: those that the executable carries, or made of the sources when first asked for.
import type { HashedFile } from '../http/hashed-files'
import type { PageParts } from './bundle'

export interface ClientFiles {
  page: PageParts
  /** By name. */
  files: ReadonlyMap<string, HashedFile>
}

let files: Promise<ClientFiles> | undefined

export function clientFiles(): Promise<ClientFiles> {
  return (files ??= import('./made').then(({ madeFiles }) => madeFiles()))
}
