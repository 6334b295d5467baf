// Pixels in memory: cutting, padding and laying them over one another.

/** Four bytes for each pixel, from the top left: red, green, blue and opacity, not multiplied with one another. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** Where a rectangle lies on another. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Nothing to be seen. */
export function transparent(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 4) }
}

export function copied({ width, height, data }: Pixels): Pixels {
  return { width, height, data: data.slice() }
}

/** The same in the middle of a square: what is over its sides is cut off, what is missing is transparent. */
export function centredInSquare(pixels: Pixels, side: number): Pixels {
  const square = transparent(side, side)
  const x = Math.floor((side - pixels.width) / 2)
  const y = Math.floor((side - pixels.height) / 2)
  draw(square, pixels, x, y, true)
  return square
}

/**
 * Draws onto a canvas; what would stand outside of it is left out.
 * @param replaces whether transparent pixels clear what they cover, instead of letting it shine through
 */
export function draw(canvas: Pixels, pixels: Pixels, x: number, y: number, replaces: boolean): void {
  const left = Math.max(0, -x)
  const right = Math.min(pixels.width, canvas.width - x)
  if (right <= left) return
  for (let row = Math.max(0, -y); row < Math.min(pixels.height, canvas.height - y); row++) {
    const from = (row * pixels.width + left) * 4
    const to = ((row + y) * canvas.width + left + x) * 4
    const line = pixels.data.subarray(from, from + (right - left) * 4)
    if (replaces) canvas.data.set(line, to)
    else blend(canvas.data, to, line)
  }
}

/** Makes a part of the canvas transparent. */
export function clear(canvas: Pixels, { x, y, width, height }: Area): void {
  for (let row = y; row < Math.min(y + height, canvas.height); row++) {
    const start = row * canvas.width
    canvas.data.fill(
      0,
      (start + Math.min(x, canvas.width)) * 4,
      (start + Math.min(x + width, canvas.width)) * 4,
    )
  }
}

/** Lays a row of pixels over others. */
function blend(below: Uint8Array, start: number, over: Uint8Array): void {
  for (let at = 0; at < over.length; at += 4) {
    const opacity = over[at + 3] ?? 0
    if (opacity === 0) continue
    const to = start + at
    if (opacity === 255) {
      for (let channel = 0; channel < 4; channel++) below[to + channel] = over[at + channel] ?? 0
      continue
    }
    // How much of what is below is still to be seen.
    const rest = ((below[to + 3] ?? 0) * (255 - opacity)) / 255
    const sum = opacity + rest
    for (let channel = 0; channel < 3; channel++) {
      const mixed = ((over[at + channel] ?? 0) * opacity + (below[to + channel] ?? 0) * rest) / sum
      below[to + channel] = Math.round(mixed)
    }
    below[to + 3] = Math.round(sum)
  }
}

/** Each colour as much of it as can be seen: so they can be mixed. */
export function weighedByOpacity({ width, height, data }: Pixels): Pixels {
  const weighed = data.slice()
  for (let at = 0; at < weighed.length; at += 4) {
    const opacity = weighed[at + 3] ?? 0
    if (opacity === 255) continue
    for (let channel = at; channel < at + 3; channel++) {
      weighed[channel] = Math.round(((weighed[channel] ?? 0) * opacity) / 255)
    }
  }
  return { width, height, data: weighed }
}

/** Such pixels as the colours that they are. Their own bytes are changed. */
export function withoutWeights(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const opacity = data[at + 3] ?? 0
    if (opacity === 255 || opacity === 0) continue
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.round(((data[channel] ?? 0) * 255) / opacity))
    }
  }
  return pixels
}
