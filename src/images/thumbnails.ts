// Smaller ones of a picture, of whatever size it is: what messages show of it.
import { ApiError } from '../http/errors'
import { assertWithinLimits, largeAnimations, moments } from './animation'
import { asWebp, readHeader, scaled, type Box, type Header } from './codec'
import { animationIn, firstMoment } from './moving'
import { animatedWebp, type Still } from './webp'

/** Of WebP, in percent: less can be seen. */
const quality = 80

/** A moving one with more bytes is none that anybody wants to load with a message. */
const mostMovingBytes = 4 * 1024 * 1024

/**
 * What a picture looks like, or a moving one at first, within boxes: WebP that says nothing but pixels.
 * @param boxes the largest first
 * @throws ApiError BAD_IMAGE
 */
export async function stillThumbnails(
  file: Uint8Array,
  header: Header,
  boxes: readonly Box[],
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  let pixels
  for (const box of boxes) {
    pixels = pixels ? await scaled(pixels, box, false) : await firstMoment(file, header, box, false)
    files.push(await asWebp(pixels, quality))
  }
  return files
}

/**
 * A picture that moves, within a box, as WebP.
 * @returns undefined for one that does not move, or is too large, too long or too damaged for that: then there are only its stills.
 */
export async function movingThumbnail(
  file: Uint8Array,
  header: Header,
  box: Box,
): Promise<Uint8Array | undefined> {
  try {
    return await moved(file, header, box)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_IMAGE') return undefined
    throw error
  }
}

/** The whole of a picture within a box, as WebP, moving if it does. @throws ApiError BAD_IMAGE */
export async function shownWithin(file: Uint8Array, box: Box): Promise<Uint8Array> {
  const header = await readHeader(file)
  const moving = await movingThumbnail(file, header, box)
  if (moving) return moving
  return asWebp(await firstMoment(file, header, box, false), quality)
}

async function moved(file: Uint8Array, header: Header, box: Box): Promise<Uint8Array | undefined> {
  const animation = animationIn(file, header)
  if (!animation || animation.frames.length < 2) return undefined
  assertWithinLimits(animation, largeAnimations)
  const stills: Still[] = []
  let size: Box = box
  let bytes = 0
  for await (const { pixels, milliseconds } of moments(animation)) {
    const small = await scaled(pixels, box, false)
    const still = await asWebp(small, quality)
    size = small
    bytes += still.length
    if (bytes > mostMovingBytes) return undefined
    stills.push({ file: still, milliseconds })
  }
  return animatedWebp(size.width, size.height, animation.plays, stills)
}
