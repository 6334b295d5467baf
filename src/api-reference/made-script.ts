// The script made of its package, when the server runs from its sources; scripts/build.ts has the executable carry it instead.
import type { HashedFile } from '../http/hashed-files'
import { bundleReference } from './bundle'

export interface PageScript extends HashedFile {
  name: string
}

export async function madeScript(): Promise<PageScript> {
  return { ...(await bundleReference(new URL('../..', import.meta.url).pathname)), brotli: undefined }
}
