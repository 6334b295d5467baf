// Writing to disk what comes over a connection: as fast as both take it, with little of it in memory.
import type { FileHandle } from 'node:fs/promises'

/** So much waits to be written at most, while as much is being written. In bytes. */
const mostWaiting = 512 * 1024

/**
 * Writes what comes at once; what comes meanwhile is written together then. More is asked for as long as not too much waits.
 * @returns how many bytes it was
 * @throws what the disk has to say; and what `content` fails with, once all that has come before is written
 */
export async function writeAsItComes(
  file: FileHandle,
  content: AsyncIterable<readonly Uint8Array[]>,
): Promise<number> {
  let size = 0
  let waiting: Uint8Array[] = []
  let length = 0
  let written: Promise<void> | undefined
  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pieces = waiting
      waiting = []
      length = 0
      await writeAll(file, pieces)
    }
    written = undefined
  }
  try {
    for await (const pieces of content) {
      for (const piece of pieces) {
        waiting.push(piece)
        length += piece.byteLength
        size += piece.byteLength
      }
      if (waiting.length === 0) continue
      written ??= write()
      // Whoever waits for it next is told.
      written.catch(() => undefined)
      if (length >= mostWaiting) await written
    }
  } finally {
    await written
  }
  return size
}

async function writeAll(file: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  const length = pieces.reduce((length, { byteLength }) => length + byteLength, 0)
  // A disk that is nearly full takes a part, and says why only of the rest.
  if (bytesWritten < length) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}
