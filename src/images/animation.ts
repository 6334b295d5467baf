// Moving pictures: their limits, and how their frames become whole pictures, one after another.
import { badImage } from './bytes'
import { decodedWhole } from './codec'
import { clear, copied, draw, transparent, type Area, type Pixels } from './pixels'

/** A moving picture, as its file says it. */
export interface Animation {
  width: number
  height: number
  /** How many times it is shown; 0 is for ever. */
  plays: number
  frames: readonly Frame[]
}

/** A picture that is drawn over what the ones before have left. */
export interface Frame extends Area {
  milliseconds: number
  /** Whether transparent pixels clear what they cover. */
  replaces: boolean
  /** What happens to its area before the next is drawn: it stays, is cleared, or is again as it was before. */
  afterwards: 'stays' | 'cleared' | 'as before'
  /** A file of this picture alone. */
  file: () => Uint8Array
}

/** One moment of a moving picture. */
export interface Moment {
  pixels: Pixels
  milliseconds: number
}

/** What moving pictures may have of frames and pixels. */
export interface AnimationLimits {
  /** Of one frame, and so of what is in memory. */
  canvasPixels: number
  /** Of all frames: that is how long it takes. */
  allPixels: number
}

/** Of those that are to be small, such as emoji, and that somebody waits for. */
export const smallAnimations: AnimationLimits = { canvasPixels: 500_000, allPixels: 50_000_000 }

/** Of those that are shown as they are, such as videos of a screen: this has that of Full HD. */
export const largeAnimations: AnimationLimits = { canvasPixels: 2_100_000, allPixels: 200_000_000 }

const mostFrames = 500

/** To be asked for each frame that is found, so that no list of them grows long. @throws ApiError BAD_IMAGE */
export function assertRoomForFrame(found: number): void {
  if (found >= mostFrames) throw badImage(`An animated image can have at most ${mostFrames} frames`)
}

/** Faster than browsers show anything: they take it for a mistake. */
const tooFast = 20
const usualMilliseconds = 100

/** @throws ApiError BAD_IMAGE before anything is decoded */
export function assertWithinLimits({ width, height, frames }: Animation, limits = smallAnimations): void {
  if (width === 0 || height === 0 || frames.some((frame) => frame.width === 0 || frame.height === 0)) {
    throw badImage('The image has no pixels')
  }
  if (width * height > limits.canvasPixels) {
    throw badImage(`An animated image can have at most ${limits.canvasPixels} pixels`)
  }
  if (frames.some((frame) => frame.x + frame.width > width || frame.y + frame.height > height)) {
    throw badImage('A frame of the animated image lies outside of it')
  }
  if (frames.length * width * height > limits.allPixels) {
    throw badImage(
      `The frames of an animated image can have at most ${limits.allPixels / 1_000_000} million pixels in all`,
    )
  }
}

/** Everything there is to see, in order. The pixels are those of the canvas: whoever keeps them copies them. @throws ApiError BAD_IMAGE */
export async function* moments({ width, height, frames }: Animation): AsyncGenerator<Moment, void> {
  const canvas = transparent(width, height)
  for (const frame of frames) {
    const pixels = await decodedWhole(frame.file(), frame)
    if (pixels.width !== frame.width || pixels.height !== frame.height) throw badImage('The image is damaged')
    const before = frame.afterwards === 'as before' ? copied(canvas) : undefined
    draw(canvas, pixels, frame.x, frame.y, frame.replaces)
    const milliseconds = frame.milliseconds < tooFast ? usualMilliseconds : frame.milliseconds
    yield { pixels: canvas, milliseconds }
    if (before) canvas.data.set(before.data)
    if (frame.afterwards === 'cleared') clear(canvas, frame)
  }
}
