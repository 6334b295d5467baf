// What readers of all services share: an archive is read as a whole, and put down on disk, before anything of it is taken.
import { Payload } from '../incoming-webhooks/payload'
import { parsedRow } from './json-rows'
import type { Skipped, Source, SourceMessage, SourcePortion } from './source'
import { spooling, type Spool } from './spool'
import { Zip } from './zip'

/** What a reader is given. */
export interface Archive {
  readonly path: string
  readonly spool: Spool
  readonly skipped: Skipped
  /** Is told how much of the archive is read, from 0 to 1. */
  readonly progress: (part: number) => void
}

/** Opens an archive of a service. @throws UnreadableSource for what is none that can be taken as a whole */
export type OpenSource = (path: string, skipped: Skipped, progress: (part: number) => void) => Promise<Source>

/** @param read puts down what the archive says; what it has made closes the spool with itself */
export function opening(read: (archive: Archive) => Promise<Source>): OpenSource {
  return (path, skipped, progress) => spooling((spool) => read({ path, spool, skipped, progress }))
}

/** The same of a zip archive, which is open as long as the source is. */
export async function inZip<Made>(
  { path, spool }: Archive,
  read: (zip: Zip) => Promise<Made>,
): Promise<Made> {
  const zip = await Zip.open(path, spool)
  try {
    return await read(zip)
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The rows of a list that was put down, in the order of their keys. */
export function* rowsIn(spool: Spool, list: string): Iterable<Payload> {
  for (const { text } of spool.inOrder(list)) yield new Payload(parsedRow(text, list))
}

/** Messages that were put down, in portions. @param messagesOf what a row has become */
export function* portionsOf(
  spool: Spool,
  list: string,
  messagesOf: (row: Payload) => readonly SourceMessage[],
): Iterable<SourcePortion> {
  const total = spool.count(list)
  let read = 0
  for (const rows of spool.portions(list)) {
    read += rows.length
    yield {
      messages: rows.flatMap(({ text }) => messagesOf(new Payload(parsedRow(text, list)))),
      progress: read / total,
    }
  }
}
