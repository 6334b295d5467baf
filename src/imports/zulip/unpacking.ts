// What stands in a compressed tar archive: rows of its tables go to the spool, and files beside it, under names of ours.
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { Payload } from '../../incoming-webhooks/payload'
import type { Archive } from '../archive'
import { parsedRow, rowsOf } from '../json-rows'
import { UnreadableSource } from '../source'
import { shown } from '../zip'
import { isTaken, keysOf, wordsFor } from './tables'

const mostFiles = 1_000_000
/** What is packed more tightly than this, and large, was made to fill a disk. */
const bomb = { ratio: 300, bytes: 256 * 1024 * 1024 }

/** Puts down the rows of all tables, by their names, and lists where files are. @throws UnreadableSource */
export async function unpack(given: Archive): Promise<void> {
  const { path: archive, spool, progress } = given
  const { size: packed } = statSync(archive)
  const file = createReadStream(archive)
  const entries = extract()
  let unpackedBytes = 0
  const unpacked = pipeline(file, createGunzip(), entries)
  unpacked.catch(() => undefined)
  let count = 0
  try {
    for await (const entry of entries) {
      const { name, type, size } = entry.header
      unpackedBytes += size
      if (unpackedBytes > bomb.bytes && unpackedBytes > packed * bomb.ratio)
        throw new UnreadableSource('It is packed more tightly than any file that is meant to be read.')
      progress(file.bytesRead / packed)
      const known = type === 'file' ? knownName(name) : undefined
      if (known === undefined) {
        entry.resume()
        continue
      }
      const [, kind] = /^(uploads|avatars|emoji)\/records\.json$/.exec(known) ?? []
      if (kind !== undefined) {
        const key = kind === 'uploads' ? 'path' : 'user_profile_id'
        for await (const { text } of rowsOf(bytesIn(entry), shown(name), 'a list'))
          spool.add(kind, new Payload(parsedRow(text, shown(name))).text(key), text)
        continue
      }
      if (known.endsWith('.json') && !known.includes('/')) {
        for await (const { list, text } of rowsOf(bytesIn(entry), shown(name), 'an object of lists'))
          putDown(given, list, text, shown(name))
        continue
      }
      count += 1
      if (count > mostFiles) throw new UnreadableSource(`It has over ${mostFiles} files.`)
      spool.room(size)
      const path = join(spool.folder, `file-${count}`)
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
      spool.add('files', known, path)
    }
    await unpacked
  } catch (error) {
    entries.destroy()
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource(`It is no compressed tar archive that can be read (${messageOf(error)}).`)
  }
}

function putDown({ spool, skipped }: Archive, table: string, text: string, file: string): void {
  const row = new Payload(parsedRow(text, file))
  if (!isTaken(table)) return skipped(wordsFor(table), table)
  // Most people have read most messages: there is nothing to say of these.
  if (table === 'zerver_usermessage' && flagsOf(row) === isRead) return
  spool.add(table, row.number(keysOf[table] ?? 'id') ?? 0, text)
  if (table === 'zerver_subscription')
    spool.add('subscriptions of people', row.number('user_profile') ?? 0, text)
}

/** Among the flags of a message. */
export const isRead = 1

/** A bit set. */
export function flagsOf(row: Payload): number {
  return row.number('flags_mask') ?? row.number('flags') ?? 0
}

/** What the types of a library leave open. */
async function* bytesIn(entry: AsyncIterable<unknown>): AsyncIterable<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk
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
