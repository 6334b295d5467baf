// Pictures that may move: whether they do, and what is seen of them first.
import { assertWithinLimits, largeAnimations, moments, type Animation } from './animation'
import { readApng } from './apng'
import { badImage } from './bytes'
import { decoded, scaled, type Box, type Header, type PictureFormat } from './codec'
import { readGif } from './gif'
import type { Pixels } from './pixels'
import { readWebp } from './webp'

/** What moves in a file, if it is of a kind that can. @throws ApiError BAD_IMAGE */
export function animationIn(file: Uint8Array, { format }: Header): Animation | undefined {
  return readers[format]?.(file)
}

type Reader = (file: Uint8Array, most?: number) => Animation | undefined

const readers: Partial<Record<PictureFormat, Reader>> = { gif: readGif, png: readApng, webp: readWebp }

/**
 * What is seen first, scaled to lie within a box. The rest may be damaged, or have any number of frames.
 * @param enlarges whether a smaller picture is made as large as the box
 * @throws ApiError BAD_IMAGE
 */
export async function firstMoment(
  file: Uint8Array,
  header: Header,
  box: Box,
  enlarges: boolean,
): Promise<Pixels> {
  // Bun reads nothing of a WebP that moves, and of a GIF the first frame, wherever that lies in the picture.
  const animation = header.format === 'png' ? undefined : readers[header.format]?.(file, 1)
  if (!animation) return decoded(file, header, box, enlarges)
  const [first] = animation.frames
  if (!first) throw badImage('The image is empty')
  const isWhole = first.width === header.width && first.height === header.height
  if (isWhole) return decoded(first.file(), header, box, enlarges)
  assertWithinLimits(animation, largeAnimations)
  for await (const { pixels } of moments(animation)) return scaled(pixels, box, enlarges)
  throw badImage('The image is empty')
}
