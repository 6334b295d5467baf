// The files of the web client, as they are served: those that the executable carries, or made of the sources when first asked for.
import type { PageParts } from './bundle'

/** A file to be served; `brotli` is the same, compressed. */
export interface ServedFile {
  content: Blob | Uint8Array<ArrayBuffer>
  brotli: Blob | Uint8Array<ArrayBuffer> | undefined
}

export interface ClientFiles {
  page: PageParts
  /** By name. */
  files: ReadonlyMap<string, ServedFile>
}

let files: Promise<ClientFiles> | undefined

export function clientFiles(): Promise<ClientFiles> {
  return (files ??= import('./made').then(({ madeFiles }) => madeFiles()))
}
