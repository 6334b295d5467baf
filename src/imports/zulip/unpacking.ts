// The files of a compressed tar archive, unpacked into a folder of ours under names of ours: whatever they are called, none goes elsewhere.
import { createReadStream, createWriteStream, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { UnreadableSource } from '../source'
import { shown } from '../zip'

const mostFiles = 1_000_000
/** Room that is left on the disk, in bytes. */
const leftRoom = 256 * 1024 * 1024

/** Where each file is, by its name in the archive without the folder that all of it is in. @throws UnreadableSource */
export async function unpack(archive: string, folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const entries = extract()
  const unpacked = pipeline(createReadStream(archive), createGunzip(), entries)
  unpacked.catch(() => undefined)
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header
      const known = type === 'file' ? knownName(name) : undefined
      if (known === undefined) {
        entry.resume()
        continue
      }
      if (files.size >= mostFiles) throw new UnreadableSource(`It has over ${mostFiles} files.`)
      const { bavail, bsize } = statfsSync(folder)
      if (bavail * bsize - size < leftRoom)
        throw new UnreadableSource(`There is not enough room on the disk for ${shown(name)}: ${size} bytes.`)
      const path = join(folder, String(files.size))
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
      files.set(known, path)
    }
    await unpacked
    return files
  } catch (error) {
    entries.destroy()
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource(`It is no compressed tar archive that can be read (${messageOf(error)}).`)
  }
}

/** What an import reads; of all else nothing is unpacked. */
function knownName(name: string): string | undefined {
  return /^(?:\.\/)?(?:[^/]+\/)?((?:realm|attachment|messages-\d{1,9})\.json|(?:uploads|avatars|emoji)\/.+)$/.exec(
    name,
  )?.[1]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
