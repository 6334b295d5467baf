// Pictures that people send, made into ones of ours: checked, upright, of one size, and without anything but pixels.
import { assertWithinLimits, moments, type Moment } from './animation'
import { badImage } from './bytes'
import { asPng, asWebp, readHeader, scaled, type Box } from './codec'
import { animationIn, firstMoment } from './moving'
import { centredInSquare, type Pixels } from './pixels'
import { animatedWebp, type Still } from './webp'

/** A file that is ours: what was sent is in none of its bytes. */
export interface Picture {
  bytes: Uint8Array
  format: 'png' | 'webp'
}

/** A picture; a moving one has its first moment beside it. */
export interface MaybeMoving {
  picture: Picture
  still: Picture | undefined
}

/** The longest side of what is cut to a square is at most so many times the other: the rest would be cut off. */
const maxProportion = 10

/** Above so many bytes, moving pictures are stored with some loss; and above so many, they are refused. */
const movingBytes = { exact: 128 * 1024, most: 512 * 1024 }

/** Of moving pictures that are stored with loss. */
const quality = 80

/**
 * A square of `side` pixels, cut out of the middle: for people and organizations. Of a moving picture, its first moment.
 * @param file its first bytes tell what it is: PNG, JPEG, GIF, WebP or BMP
 * @throws ApiError BAD_IMAGE for what is no picture, is damaged, too large or too narrow
 */
export async function squarePicture(file: Uint8Array, side: number): Promise<Picture> {
  const header = await readHeader(file)
  const { width, height } = header
  const proportion = Math.max(width, height) / Math.min(width, height)
  if (proportion > maxProportion)
    throw badImage(`One side of the image is over ${maxProportion} times the other`)
  const longest = Math.ceil(side * proportion)
  const pixels = await firstMoment(file, header, { width: longest, height: longest }, true)
  return png(centredInSquare(pixels, side))
}

/** The whole of a picture, made as small as the box if it is larger. @throws ApiError BAD_IMAGE, as `squarePicture` */
export async function pictureWithin(file: Uint8Array, box: Box): Promise<Picture> {
  return png(await firstMoment(file, await readHeader(file), box, false))
}

/**
 * The whole of a picture in a square of `side` pixels, what is left of which is transparent. It moves if what was sent does:
 * it is a WebP then, with the still as PNG beside it.
 * @throws ApiError BAD_IMAGE, as `squarePicture`, also for moving pictures of too many frames or pixels
 */
export async function wholeInSquare(file: Uint8Array, side: number): Promise<MaybeMoving> {
  const header = await readHeader(file)
  const animation = animationIn(file, header)
  const box = { width: side, height: side }
  if (!animation || animation.frames.length === 1) {
    const pixels = await firstMoment(file, header, box, true)
    return { picture: await png(centredInSquare(pixels, side)), still: undefined }
  }
  assertWithinLimits(animation)
  const small: Moment[] = []
  for await (const { pixels, milliseconds } of moments(animation)) {
    small.push({ pixels: centredInSquare(await scaled(pixels, box, true), side), milliseconds })
  }
  const [first] = small
  if (!first) throw badImage('The image is empty')
  const bytes =
    (await movingPicture(small, animation.plays, undefined, movingBytes.exact)) ??
    (await movingPicture(small, animation.plays, quality, movingBytes.most))
  if (!bytes) throw badImage('There is too much in the animated image')
  return { picture: { bytes, format: 'webp' }, still: await png(first.pixels) }
}

/** @returns undefined as soon as it is over `most` bytes */
async function movingPicture(
  all: readonly Moment[],
  plays: number,
  quality: number | undefined,
  most: number,
): Promise<Uint8Array | undefined> {
  const stills: Still[] = []
  let size = 0
  for (const { pixels, milliseconds } of all) {
    const file = await asWebp(pixels, quality)
    size += file.length
    if (size > most) return undefined
    stills.push({ file, milliseconds })
  }
  const [first] = all
  return first && animatedWebp(first.pixels.width, first.pixels.height, plays, stills)
}

async function png(pixels: Pixels): Promise<Picture> {
  return { bytes: await asPng(pixels), format: 'png' }
}
