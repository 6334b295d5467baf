// Pictures for tests, written byte by byte: plain ones, moving ones, and broken ones.
import { deflateSync } from 'node:zlib'
import { decodedWhole, readDeclared } from '../../src/images/codec'
import type { Pixels } from '../../src/images/pixels'

/** Red, green, blue, opacity. */
export type Colour = readonly [number, number, number, number]

export const red: Colour = [220, 40, 30, 255]
export const green: Colour = [30, 160, 60, 255]
export const blue: Colour = [40, 60, 200, 255]
export const clear: Colour = [0, 0, 0, 0]

/** What stands at each place of a picture. */
export type Painting = (x: number, y: number) => Colour

export const plain =
  (colour: Colour): Painting =>
  () =>
    colour

/** A file as PNG, of eight bits a channel. @param more chunks before the pixels */
export function png(
  width: number,
  height: number,
  paint: Painting,
  more: readonly Uint8Array[] = [],
): Buffer {
  return pngOf([
    pngHeader(width, height),
    ...more,
    pngChunk('IDAT', deflateSync(rows(width, height, paint))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** A part of an animated PNG. */
export interface MovingPart {
  x: number
  y: number
  width: number
  height: number
  milliseconds: number
  /** 0: stays, 1: cleared, 2: as before. */
  afterwards: number
  /** 0: replaces what it covers, 1: lies over it. */
  blends: number
  paint: Painting
}

export function apng(width: number, height: number, parts: readonly MovingPart[]): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(parts.length, 0)
  let sequence = 0
  const chunks = parts.flatMap((part, index) => {
    const frame = Buffer.alloc(26)
    for (const [at, value] of [sequence++, part.width, part.height, part.x, part.y].entries())
      frame.writeUInt32BE(value, at * 4)
    frame.writeUInt16BE(part.milliseconds, 20)
    frame.writeUInt16BE(1000, 22)
    frame.set([part.afterwards, part.blends], 24)
    const pixels = deflateSync(rows(part.width, part.height, part.paint))
    const number = Buffer.alloc(4)
    if (index > 0) number.writeUInt32BE(sequence++)
    return [
      pngChunk('fcTL', frame),
      index === 0 ? pngChunk('IDAT', pixels) : pngChunk('fdAT', Buffer.concat([number, pixels])),
    ]
  })
  return pngOf([
    pngHeader(width, height),
    pngChunk('acTL', control),
    ...chunks,
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** A PNG whose header claims a size that its pixels have not. */
export function pngClaiming(width: number, height: number): Buffer {
  return pngOf([
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND', new Uint8Array()),
  ])
}

function pngOf(chunks: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...chunks])
}

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return pngChunk('IHDR', header)
}

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(content.length + 12)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(name, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, content.length + 8)), content.length + 8)
  return chunk
}

function rows(width: number, height: number, paint: Painting): Buffer {
  const bytes = Buffer.alloc(height * (width * 4 + 1))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) bytes.set(paint(x, y), y * (width * 4 + 1) + 1 + x * 4)
  }
  return bytes
}

/** The colours of GIFs here; the first is transparent. */
export const gifColours: readonly Colour[] = [clear, red, green, blue]

/** A frame of a GIF: which of `gifColours` stands at each place. */
export interface GifFrame {
  x?: number
  y?: number
  width: number
  height: number
  /** In hundredths of a second. */
  delay: number
  /** 1: stays, 2: cleared, 3: as before. */
  disposal?: number
  colour: (x: number, y: number) => number
}

/** @param repetitions 0 for no end; undefined: shown once */
export function gif(
  width: number,
  height: number,
  frames: readonly GifFrame[],
  repetitions?: number,
): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  screen.writeUInt8(0xf6, 4)
  const colours = Buffer.alloc(128 * 3)
  for (const [index, colour] of gifColours.entries()) colours.set(colour.slice(0, 3), index * 3)
  const loop =
    repetitions === undefined
      ? Buffer.alloc(0)
      : Buffer.from([0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, repetitions, 0, 0])
  const parts = frames.map((frame) => gifFrame(frame))
  return Buffer.concat([Buffer.from('GIF89a'), screen, colours, loop, ...parts, Buffer.from([0x3b])])
}

function gifFrame({ x = 0, y = 0, width, height, delay, disposal = 1, colour }: GifFrame): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, (disposal << 2) | 1, 0, 0, 0, 0])
  control.writeUInt16LE(delay, 4)
  const place = Buffer.alloc(10)
  place.writeUInt8(0x2c, 0)
  for (const [index, value] of [x, y, width, height].entries()) place.writeUInt16LE(value, 1 + index * 2)
  const codes: number[] = []
  for (let at = 0; at < width * height; at++) {
    // Codes stay eight bits long if the table is begun anew before it is full.
    if (at % 120 === 0) codes.push(128)
    codes.push(colour(at % width, Math.floor(at / width)))
  }
  codes.push(129)
  const blocks: Buffer[] = []
  for (let start = 0; start < codes.length; start += 255) {
    const block = codes.slice(start, start + 255)
    blocks.push(Buffer.from([block.length, ...block]))
  }
  return Buffer.concat([control, place, Buffer.from([7]), ...blocks, Buffer.from([0])])
}

/** A JPEG as a telephone writes it: with the place it was taken at, and lying on its side. */
export async function photograph(width: number, height: number, paint: Painting): Promise<Buffer> {
  const file = Buffer.from(await new Bun.Image(png(width, height, paint)).jpeg({ quality: 95 }).bytes())
  return Buffer.concat([file.subarray(0, 2), exif(6), file.subarray(2)])
}

export const secretPlace = 'N 52 31 12.0 E 13 24 17.8'

/** @param orientation 6: to be turned clockwise by a quarter */
function exif(orientation: number): Buffer {
  const directory = Buffer.alloc(38)
  directory.write('II*\0', 'latin1')
  directory.writeUInt32LE(8, 4)
  directory.writeUInt16LE(2, 8)
  // Orientation, a number of two bytes; then a description, which stands after the directory.
  for (const [at, value] of [0x0112, 3, 1, 0, orientation, 0].entries())
    directory.writeUInt16LE(value, 10 + at * 2)
  for (const [at, value] of [0x010e, 2, secretPlace.length, 0, directory.length, 0].entries())
    directory.writeUInt16LE(value, 22 + at * 2)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), directory, Buffer.from(secretPlace)])
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** What is to be seen in a file. */
export async function pixelsIn(file: Uint8Array): Promise<Pixels> {
  return decodedWhole(file, await readDeclared(file))
}

/** A BMP of 24 bits a pixel, from the bottom up, as most programs write it. */
export function bmp(width: number, height: number, paint: Painting): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4
  const file = Buffer.alloc(54 + row * height)
  file.write('BM', 0, 'latin1')
  for (const [at, value] of [file.length, 0, 54, 40, width, height].entries())
    file.writeUInt32LE(value, 2 + at * 4)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = paint(x, y)
      file.set([b, g, r], 54 + (height - 1 - y) * row + x * 3)
    }
  }
  return file
}
