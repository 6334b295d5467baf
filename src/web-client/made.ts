// The web client made of its sources, when the server runs from them; scripts/build.ts has the executable carry its files instead.
import { bundleClient } from './bundle'
import type { ClientFiles } from './files'

export async function madeFiles(): Promise<ClientFiles> {
  const { files, page } = await bundleClient(new URL('../..', import.meta.url).pathname)
  return {
    page,
    files: new Map(files.map(({ name, content }) => [name, { content, brotli: undefined }])),
  }
}
