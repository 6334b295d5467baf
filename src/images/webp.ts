// Animated WebP: its frames, each as a WebP of its own; and made of such frames.
import { assertRoomForFrame, type Animation, type Frame } from './animation'
import { badImage, Cursor } from './bytes'

interface Chunk {
  name: string
  content: Uint8Array
}

const flags = { animated: 0x02, opacity: 0x10 }
const frameFlags = { cleared: 0x01, replaces: 0x02 }

/** What a frame has of the file it was alone in: its pixels, and their opacity where they are stored without it. */
const pictureChunks: ReadonlySet<string> = new Set(['ALPH', 'VP8 ', 'VP8L'])

/**
 * @param most so many frames are read, and no more are looked for; undefined for all there may be
 * @returns undefined for a WebP that does not move
 * @throws ApiError BAD_IMAGE. Pixels are not looked at.
 */
export function readWebp(file: Uint8Array, most?: number): Animation | undefined {
  const chunks = chunksOf(file, most)
  const header = chunks.find(({ name }) => name === 'VP8X')
  const animation = chunks.find(({ name }) => name === 'ANIM')
  if (!header || !animation) return undefined
  const size = new Cursor(header.content)
  if ((size.byte() & flags.animated) === 0) return undefined
  size.skip(3)
  const plays = new Cursor(animation.content)
  // The background, which browsers leave out, too.
  plays.skip(4)
  return {
    width: size.threeFromLeast() + 1,
    height: size.threeFromLeast() + 1,
    plays: plays.shortFromLeast(),
    frames: chunks.filter(({ name }) => name === 'ANMF').map(({ content }) => readFrame(new Cursor(content))),
  }
}

function readFrame(cursor: Cursor): Frame {
  const x = cursor.threeFromLeast() * 2
  const y = cursor.threeFromLeast() * 2
  const width = cursor.threeFromLeast() + 1
  const height = cursor.threeFromLeast() + 1
  const milliseconds = cursor.threeFromLeast()
  const how = cursor.byte()
  const pixels = chunksIn(cursor).filter(({ name }) => pictureChunks.has(name))
  return {
    x,
    y,
    width,
    height,
    milliseconds,
    replaces: (how & frameFlags.replaces) !== 0,
    afterwards: (how & frameFlags.cleared) === 0 ? 'stays' : 'cleared',
    file: () => {
      const needsHeader = pixels.some(({ name }) => name === 'ALPH')
      return webp(needsHeader ? [extendedHeader(flags.opacity, width, height), ...pixels] : pixels)
    },
  }
}

/** A picture of a moving WebP to be: a WebP file of the whole of it, and how long it is shown. */
export interface Still {
  file: Uint8Array
  milliseconds: number
}

/** The moving picture that these make, all of the same size. @param plays how many times it is shown; 0 is for ever */
export function animatedWebp(
  width: number,
  height: number,
  plays: number,
  stills: readonly Still[],
): Uint8Array {
  const loop = Buffer.alloc(6)
  loop.writeUInt16LE(Math.min(plays, 0xffff), 4)
  return webp([
    extendedHeader(flags.animated | flags.opacity, width, height),
    { name: 'ANIM', content: loop },
    ...stills.map(({ file, milliseconds }) => {
      const place = Buffer.alloc(16)
      place.writeUIntLE(width - 1, 6, 3)
      place.writeUIntLE(height - 1, 9, 3)
      place.writeUIntLE(Math.min(milliseconds, 0xffffff), 12, 3)
      // Either would do; there are programs that know only one of them.
      place.writeUInt8(frameFlags.replaces | frameFlags.cleared, 15)
      const pixels = chunksOf(file).filter(({ name }) => pictureChunks.has(name))
      return { name: 'ANMF', content: Buffer.concat([place, ...pixels.map(written)]) }
    }),
  ])
}

function extendedHeader(flags: number, width: number, height: number): Chunk {
  const content = Buffer.alloc(10)
  content.writeUInt8(flags, 0)
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', content }
}

function webp(chunks: readonly Chunk[]): Uint8Array {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks.map(written)])
  return written({ name: 'RIFF', content })
}

function written({ name, content }: Chunk): Uint8Array {
  // Chunks begin at even places.
  const whole = Buffer.alloc(8 + content.length + (content.length % 2))
  whole.write(name, 0, 'latin1')
  whole.writeUInt32LE(content.length, 4)
  whole.set(content, 8)
  return whole
}

/** @param mostFrames no more chunks are read once there are so many of these */
function chunksOf(file: Uint8Array, mostFrames?: number): Chunk[] {
  const cursor = new Cursor(file)
  if (cursor.text(4) !== 'RIFF') throw badImage('The image is damaged')
  const riff = new Cursor(cursor.take(cursor.longFromLeast()))
  riff.skip(4)
  return chunksIn(riff, mostFrames)
}

function chunksIn(cursor: Cursor, mostFrames?: number): Chunk[] {
  const chunks: Chunk[] = []
  let frames = 0
  while (cursor.left > 0 && frames !== mostFrames) {
    // Nearly all chunks are frames.
    assertRoomForFrame(chunks.length)
    const name = cursor.text(4)
    const content = cursor.take(cursor.longFromLeast())
    chunks.push({ name, content })
    if (name === 'ANMF') frames++
    if (content.length % 2 === 1 && cursor.left > 0) cursor.skip(1)
  }
  return chunks
}
