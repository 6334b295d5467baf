// From files of pictures to pixels and back. Bun's codecs do the work, on threads of their own.
import { badImage, Cursor } from './bytes'
import { assertWholeJpeg, readJpeg } from './jpeg'
import { weighedByOpacity, withoutWeights, type Pixels } from './pixels'

/**
 * The most pixels of a picture. What a decoder takes of memory is about 250 MB then, beside the file: four bytes for each pixel,
 * or eight of a WebP; a JPEG whose rows come one after another is made smaller as it is read, and takes 40 MB.
 */
const mostPixels = { any: 50_000_000, webp: 25_000_000, jpegInRows: 100_000_000 }

/** What is read here. The bytes of a picture tell, whatever name or type it comes with. */
export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'heic' | 'avif'

export interface Header {
  format: PictureFormat
  /** As it is to be seen, upright. */
  width: number
  height: number
}

/** What a picture is to lie in, in pixels. */
export interface Box {
  width: number
  height: number
}

/**
 * What a picture says of itself, read before any of its pixels.
 * @param file whole
 * @throws ApiError BAD_IMAGE for what is none, is of a format that can't be read on this machine, ends too early, or has too many pixels
 */
export async function readHeader(file: Uint8Array): Promise<Header> {
  const header = await readDeclared(file)
  if (header.format === 'jpeg') assertWholeJpeg(file, readJpeg(file))
  return header
}

/** The same of the beginning of a file; whether the rest is right is not looked at. */
export async function readDeclared(file: Uint8Array): Promise<Header> {
  // Bun takes an array without a byte for one that was given away.
  if (file.length === 0) throw badImage('The image is empty')
  const read = await asPicture(() => new Bun.Image(file, { maxPixels: Infinity }).metadata())
  const { format } = read
  // Of a GIF Bun says how large its first frame is.
  const { width, height } = format === 'gif' ? gifSize(file) : read
  const isInRows = format === 'jpeg' && readJpeg(file).isInRows
  const most = isInRows ? mostPixels.jpegInRows : format === 'webp' ? mostPixels.webp : mostPixels.any
  if (width * height > most) throw tooManyPixels(most)
  return { format, width, height }
}

/** How large the whole of a GIF is, whatever its frames cover. @throws ApiError BAD_IMAGE */
export function gifSize(file: Uint8Array): Box {
  const cursor = new Cursor(file)
  cursor.skip(6)
  return { width: cursor.shortFromLeast(), height: cursor.shortFromLeast() }
}

/** Pictures of more pixels are made as small as this before their colours are weighed by their opacity, in our own loops. */
const roomy = 1000

/**
 * The pixels of a picture (of the first one, if it is animated), upright and scaled to lie within a box.
 * @param enlarges whether a smaller picture is made as large as the box
 * @throws ApiError BAD_IMAGE
 */
export async function decoded(
  file: Uint8Array,
  header: Header,
  box: Box,
  enlarges: boolean,
): Promise<Pixels> {
  const room = { width: Math.max(box.width, roomy), height: Math.max(box.height, roomy) }
  return scaled(await read((picture) => fitted(picture, room, false), file, header), box, enlarges)
}

/** The same as it is, without scaling. @param size what the picture has at most */
export function decodedWhole(file: Uint8Array, size: Box): Promise<Pixels> {
  return read((picture) => picture, file, size)
}

/** Pixels scaled to lie within a box. @param enlarges whether fewer than it has are made as many */
export async function scaled(pixels: Pixels, box: Box, enlarges: boolean): Promise<Pixels> {
  const { width, height } = pixels
  const isWithin = width <= box.width && height <= box.height
  if (isWithin && (!enlarges || width === box.width || height === box.height)) return pixels
  // Bun mixes colours whatever their opacity, so that what can't be seen would darken the edges of what can.
  const weighed = await read(
    (picture) => fitted(picture, box, enlarges),
    bitmap(weighedByOpacity(pixels)),
    pixels,
  )
  return withoutWeights(weighed)
}

function fitted(picture: Bun.Image, { width, height }: Box, enlarges: boolean): Bun.Image {
  return picture.resize(width, height, { fit: 'inside', withoutEnlargement: !enlarges })
}

/** The most that any picture is enlarged to. */
const enlarged = 5_000_000

async function read(
  change: (picture: Bun.Image) => Bun.Image,
  file: Uint8Array,
  { width, height }: Box,
): Promise<Pixels> {
  const options = { maxPixels: Math.max(width * height, enlarged) }
  const plain = await oneAtATime(() =>
    asPicture(() => change(new Bun.Image(file, options)).png({ compressionLevel: 0 }).bytes()),
  )
  return fromPng(plain)
}

/** Pixels as a file that says nothing but them. */
export function asPng(pixels: Pixels): Promise<Uint8Array> {
  return oneAtATime(() => new Bun.Image(bitmap(pixels)).png({ compressionLevel: 9 }).bytes())
}

/** @param quality 1 to 100; undefined keeps every pixel as it is */
export function asWebp(pixels: Pixels, quality: number | undefined): Promise<Uint8Array> {
  const options = quality === undefined ? { lossless: true } : { quality }
  return oneAtATime(() => new Bun.Image(bitmap(pixels)).webp(options).bytes())
}

let last: Promise<unknown> = Promise.resolve()

/** What one picture takes of memory and processors is bounded, so what all together take is, too. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

/** @throws ApiError BAD_IMAGE instead of what Bun says of pictures that it can't read. */
async function asPicture<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ERR_IMAGE_TOO_MANY_PIXELS') {
      throw badImage('The image has more pixels than it says')
    }
    if (code === 'ERR_IMAGE_UNKNOWN_FORMAT' || code === 'ERR_IMAGE_FORMAT_UNSUPPORTED') throw unknownFormat()
    if (code === 'ERR_IMAGE_DECODE_FAILED') throw badImage('The image is damaged')
    throw error
  }
}

function unknownFormat(): Error {
  return badImage('This is no image of a supported format (PNG, JPEG, GIF, WebP, BMP)')
}

function tooManyPixels(most: number): Error {
  return badImage(`The image has too many pixels (at most ${most / 1_000_000} million)`)
}

/**
 * The pixels of a PNG that Bun has written without compression: four channels of eight bits, and rows that are not filtered.
 * (A general reader in JavaScript takes ten times as long, and this happens between the requests of others.)
 */
function fromPng(file: Uint8Array): Pixels {
  const cursor = new Cursor(file)
  cursor.skip(16)
  const width = cursor.long()
  const height = cursor.long()
  if (cursor.text(5) !== '\u0008\u0006\0\0\0') throw new Error('Bun writes another kind of PNG now')
  cursor.skip(4)
  const parts: Uint8Array[] = []
  while (cursor.left > 0) {
    const length = cursor.long()
    const name = cursor.text(4)
    const content = cursor.take(length)
    if (name === 'IDAT') parts.push(content)
    cursor.skip(4)
  }
  // Loaded only here: it takes as long as a tenth of a start.
  const rows = process.getBuiltinModule('node:zlib').inflateSync(Buffer.concat(parts))
  const data = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const start = row * (width * 4 + 1)
    if (rows[start] !== 0) throw new Error('Bun filters the rows of PNGs now')
    data.set(rows.subarray(start + 1, start + 1 + width * 4), row * width * 4)
  }
  return { width, height, data }
}

const bitmapHeader = 122

/** The simplest file that Bun reads: a header of version 4, which names the masks of all four channels, then the pixels. */
function bitmap({ width, height, data }: Pixels): Uint8Array {
  const file = Buffer.alloc(bitmapHeader + data.length)
  file.write('BM', 0, 'latin1')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(bitmapHeader, 10)
  file.writeUInt32LE(bitmapHeader - 14, 14)
  file.writeInt32LE(width, 18)
  // From the top down.
  file.writeInt32LE(-height, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(32, 28)
  // By masks.
  file.writeUInt32LE(3, 30)
  file.writeUInt32LE(data.length, 34)
  for (const [index, mask] of [0xff, 0xff00, 0xff0000, 0xff000000].entries())
    file.writeUInt32LE(mask, 54 + index * 4)
  file.set(data, bitmapHeader)
  return file
}
