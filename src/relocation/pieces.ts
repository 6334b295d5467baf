// Files in pieces, each with a digest of its own: what is known of a piece need not be read again.
import type { FileHandle } from 'node:fs/promises'
import type { MovedFile } from './protocol'
import { pieceSize } from './protocol'

/** What is known of a piece. */
export interface PieceDigest {
  readonly sha256: Uint8Array
  /** In bytes. */
  readonly length: number
}

/** By their places: 0 for the first piece. */
export type PieceDigests = Map<number, PieceDigest>

export function digestOfPiece(piece: Uint8Array): PieceDigest {
  return { sha256: new Bun.CryptoHasher('sha256').update(piece).digest(), length: piece.length }
}

/** How long the piece at that place is in a file of that size. */
export function lengthAt(place: number, size: number): number {
  return Math.max(0, Math.min(pieceSize, size - place * pieceSize))
}

/** A file of that size from its beginning to its end. Each piece is only good until the next is asked for. */
export async function* piecesOf(handle: FileHandle, size: number) {
  for (let place = 0; place * pieceSize < size; place++)
    yield { place, piece: (await pieceAt(handle, place)).subarray(0, lengthAt(place, size)) }
}

/** @returns less than a piece's length at the end of the file */
export async function pieceAt(handle: FileHandle, place: number): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new Uint8Array(pieceSize)
  let length = 0
  while (length < pieceSize) {
    const { bytesRead } = await handle.read(buffer, length, pieceSize - length, place * pieceSize + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return buffer.subarray(0, length)
}

/**
 * The digest of a file of that size, for which only those pieces are read that nothing is known of, or that have another length by now.
 * @param known is given what is found out
 */
export async function digestOf(
  handle: FileHandle,
  size: number,
  known: PieceDigests,
): Promise<MovedFile['digest']> {
  const all = new Bun.CryptoHasher('sha256')
  for (let place = 0; place * pieceSize < size; place++) {
    const length = lengthAt(place, size)
    const before = known.get(place)
    const digest =
      before?.length === length ? before : digestOfPiece((await pieceAt(handle, place)).subarray(0, length))
    known.set(place, digest)
    all.update(digest.sha256)
  }
  return all.digest('hex')
}
