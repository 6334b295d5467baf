// Pictures that people send: what becomes of them, and what is refused before it can do harm.
import { expect, test } from 'bun:test'
import { ApiError } from '../src/http/errors'
import { moments } from '../src/images/animation'
import { pictureWithin, squarePicture, wholeInSquare } from '../src/images/pictures'
import type { Pixels } from '../src/images/pixels'
import { animatedWebp, readWebp } from '../src/images/webp'
import {
  apng,
  blue,
  clear,
  gif,
  gifColours,
  green,
  photograph,
  plain,
  png,
  pngChunk,
  pngClaiming,
  red,
  secretPlace,
  type Colour,
  pixelsIn,
} from './support/pictures'

function at({ width, data }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

/** Whether two colours are the same for an eye: JPEG and scaling change them a little. */
function looksLike(seen: readonly number[], wanted: Colour): boolean {
  return wanted[3] === 0
    ? seen[3] === 0
    : wanted.every((value, index) => Math.abs(value - (seen[index] ?? 0)) < 12)
}

/** The colours at some places, of each moment of a moving picture. */
async function shown(file: Uint8Array, places: readonly (readonly [number, number])[]) {
  const animation = readWebp(file)
  if (!animation) throw new Error('It does not move')
  const seen: { milliseconds: number; colours: (Colour | undefined)[] }[] = []
  for await (const { pixels, milliseconds } of moments(animation)) {
    const colours = places.map(([x, y]) =>
      [...gifColours, purple].find((each) => looksLike(at(pixels, x, y), each)),
    )
    seen.push({ milliseconds, colours })
  }
  return { plays: animation.plays, seen }
}

const purple: Colour = [130, 50, 115, 255]

test('a picture becomes a PNG of the wanted size: whole with transparent sides, or cut to a square, or within a box', async () => {
  const wide = png(200, 100, (x) => (x < 50 ? green : x < 150 ? red : blue))
  const whole = await wholeInSquare(wide, 64)
  expect(whole.still).toBeUndefined()
  const fitted = await pixelsIn(whole.picture.bytes)
  expect([fitted.width, fitted.height]).toEqual([64, 64])
  expect([at(fitted, 32, 2), at(fitted, 2, 32), at(fitted, 32, 32)]).toEqual([
    [...clear],
    [...green],
    [...red],
  ])

  const cut = await pixelsIn((await squarePicture(wide, 100)).bytes)
  expect([cut.width, cut.height]).toEqual([100, 100])
  expect([at(cut, 5, 50), at(cut, 95, 5)]).toEqual([[...red], [...red]])

  const within = await pixelsIn((await pictureWithin(wide, { width: 100, height: 100 })).bytes)
  expect([within.width, within.height]).toEqual([100, 50])
  const small = await pixelsIn((await pictureWithin(wide, { width: 1000, height: 1000 })).bytes)
  expect([small.width, small.height]).toEqual([200, 100])
  const tiny = await pixelsIn((await wholeInSquare(png(1, 1, plain(blue)), 64)).picture.bytes)
  expect([tiny.width, at(tiny, 0, 0), at(tiny, 63, 63)]).toEqual([64, [...blue], [...blue]])
})

test('the edge of something in the middle of nothing has its colours, not those of nothing', async () => {
  const disc = (side: number) =>
    png(side, side, (x, y) =>
      Math.hypot(x - side / 2, y - side / 2) < side / 3 ? [240, 200, 60, 255] : clear,
    )
  for (const side of [200, 1500]) {
    const pixels = await pixelsIn((await wholeInSquare(disc(side), 64)).picture.bytes)
    const edge = Array.from({ length: 64 * 64 }, (_, index) => at(pixels, index % 64, index >> 6)).filter(
      ([, , , opacity = 0]) => opacity > 60 && opacity < 255,
    )
    expect(edge.length).toBeGreaterThan(50)
    expect(edge.filter(([r = 0, g = 0]) => r < 215 || g < 175)).toEqual([])
  }
})

test('a photograph is turned upright, and says nothing of where it was taken', async () => {
  const lying = await photograph(300, 150, (x) => (x < 150 ? red : blue))
  expect(lying.includes(secretPlace)).toBe(true)
  const { bytes } = await pictureWithin(lying, { width: 1000, height: 1000 })
  const upright = await pixelsIn(bytes)
  expect([upright.width, upright.height]).toEqual([150, 300])
  expect(looksLike(at(upright, 75, 20), red) && looksLike(at(upright, 75, 280), blue)).toBe(true)
  const file = Buffer.from(bytes)
  expect(['Exif', secretPlace, 'eXIf', 'tEXt'].filter((text) => file.includes(text))).toEqual([])
})

test('what is hidden in a file, or hangs on its end, does not come out of it', async () => {
  const script = '<script>alert(1)</script>'
  const hiding = [
    Buffer.concat([png(20, 20, plain(red)), Buffer.from(script)]),
    png(20, 20, plain(red), [
      pngChunk('tEXt', Buffer.from(`Comment\0${script}`)),
      pngChunk('eXIf', Buffer.from(secretPlace)),
    ]),
    Buffer.concat([gif(20, 20, [{ width: 20, height: 20, delay: 0, colour: () => 1 }]), Buffer.from(script)]),
  ]
  for (const file of hiding) {
    const { picture } = await wholeInSquare(file, 64)
    expect(Buffer.from(picture.bytes).includes(script)).toBe(false)
    expect(Buffer.from(picture.bytes).includes(secretPlace)).toBe(false)
    expect(at(await pixelsIn(picture.bytes), 30, 30)).toEqual([...red])
  }
})

const corners = [
  [10, 10],
  [50, 50],
  [10, 50],
] as const

test('an animated GIF goes on moving: what stays, what is cleared, what is as before', async () => {
  const file = gif(
    100,
    100,
    [
      { width: 100, height: 100, delay: 20, colour: () => 1 },
      { x: 50, y: 50, width: 50, height: 50, delay: 30, disposal: 3, colour: () => 2 },
      { width: 50, height: 50, delay: 30, disposal: 2, colour: () => 3 },
      { width: 5, height: 5, delay: 0, colour: () => 2 },
    ],
    3,
  )
  const { picture, still } = await wholeInSquare(file, 64)
  expect(picture.format).toBe('webp')
  expect(await shown(picture.bytes, corners)).toEqual({
    plays: 4,
    seen: [
      { milliseconds: 200, colours: [red, red, red] },
      { milliseconds: 300, colours: [red, green, red] },
      { milliseconds: 300, colours: [blue, red, red] },
      // As fast as browsers show what says no time.
      { milliseconds: 100, colours: [clear, red, red] },
    ],
  })
  const stillPixels = await pixelsIn(still?.bytes ?? new Uint8Array())
  expect([still?.format, stillPixels.width, at(stillPixels, 10, 10)]).toEqual(['png', 64, [...red]])
})

test('an animated PNG and an animated WebP do so, too', async () => {
  const part = { x: 0, y: 0, milliseconds: 50, afterwards: 0, blends: 0 }
  const half: Colour = [40, 60, 200, 128]
  const moving = apng(80, 80, [
    { ...part, width: 80, height: 80, paint: plain(red) },
    { ...part, x: 40, y: 40, width: 40, height: 40, milliseconds: 70, paint: plain(clear) },
    { ...part, width: 40, height: 40, blends: 1, afterwards: 2, paint: plain(half) },
    { ...part, width: 1, height: 1, paint: plain(red) },
  ])
  const fromPng = await wholeInSquare(moving, 64)
  const wanted = {
    plays: 0,
    seen: [
      { milliseconds: 50, colours: [red, red, red] },
      { milliseconds: 70, colours: [red, clear, red] },
      { milliseconds: 50, colours: [purple, clear, red] },
      { milliseconds: 50, colours: [red, clear, red] },
    ],
  }
  expect(await shown(fromPng.picture.bytes, corners)).toEqual(wanted)
  const fromWebp = await wholeInSquare(fromPng.picture.bytes, 64)
  expect(await shown(fromWebp.picture.bytes, corners)).toEqual(wanted)
})

test('where nothing is to move, the first moment is taken', async () => {
  const frame = { width: 40, height: 40, delay: 10 }
  const moving = gif(40, 40, [
    { ...frame, colour: () => 3 },
    { ...frame, colour: () => 1 },
  ])
  const webp = (await wholeInSquare(moving, 40)).picture.bytes
  for (const file of [
    moving,
    webp,
    apng(40, 40, [{ ...apngPart(), width: 40, height: 40, paint: plain(blue) }, apngPart()]),
  ]) {
    for (const { bytes } of [
      await squarePicture(file, 100),
      await pictureWithin(file, { width: 30, height: 30 }),
    ]) {
      expect(at(await pixelsIn(bytes), 5, 5)).toEqual([...blue])
    }
  }
})

test('a file that moves in name only is a single picture', async () => {
  const single = gif(30, 30, [{ width: 30, height: 30, delay: 10, colour: () => 3 }])
  const still = Buffer.from(await new Bun.Image(png(30, 30, plain(red))).webp({ lossless: true }).bytes())
  for (const file of [single, animatedWebp(30, 30, 0, [{ file: still, milliseconds: 10 }])]) {
    const made = await wholeInSquare(file, 64)
    expect([made.picture.format, made.still]).toEqual(['png', undefined])
  }
})

test('a long and busy one is stored with some loss, and one that is more than that is refused', async () => {
  let seed = 7
  const noise = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) >> 16) & 255
  const paint = (): Colour => [noise(), noise(), noise(), 255]
  const part = { ...apngPart(), width: 64, height: 64, paint }
  const busy = apng(
    64,
    64,
    Array.from({ length: 30 }, () => part),
  )
  const { picture } = await wholeInSquare(busy, 64)
  expect(Buffer.from(picture.bytes).includes('VP8L')).toBe(false)
  expect(await whyRefused(() => wholeInSquare(busy, 400))).toBe('There is too much in the animated image')
})

async function whyRefused(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'taken'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_IMAGE') return error.message
    throw error
  }
}

const picture = png(60, 60, (x, y) => [x * 4, y * 4, 90, 255])
const photo = await photograph(90, 90, (x, y) => [x, y, (x * y) % 256, 255])
const movingGif = gif(
  60,
  60,
  [1, 2].map((which) => ({ width: 60, height: 60, delay: 10, colour: () => which })),
)
const frame = { width: 4, height: 4, delay: 1, colour: () => 1 }
const noFormat = 'This is no image of a supported format (PNG, JPEG, GIF, WebP, BMP)'
const endsEarly = 'The image ends too early'
const tooMany = 'An animated image can have at most 500 frames'
const hostile: [string, Uint8Array, string][] = [
  ['nothing', new Uint8Array(), 'The image is empty'],
  ['text', Buffer.from('hello'), noFormat],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    noFormat,
  ],
  ['a PDF', Buffer.from('%PDF-1.7\n'), noFormat],
  [
    'a page that calls itself GIF',
    Buffer.from('GIF89a<html><script>alert(1)</script></html>'),
    'has too many pixels',
  ],
  ['half a PNG', picture.subarray(0, picture.length / 2), endsEarly],
  ['a PNG without its last bytes', picture.subarray(0, picture.length - 20), endsEarly],
  ['half a JPEG', photo.subarray(0, photo.length / 2), endsEarly],
  ['a JPEG of a header', photo.subarray(0, 30), 'damaged'],
  ['half a GIF', movingGif.subarray(0, movingGif.length - 900), endsEarly],
  ['a PNG of 65,535 by 65,535 pixels', pngClaiming(65_535, 65_535), 'has too many pixels'],
  ['a PNG without most of its pixels', pngClaiming(3000, 3000), 'damaged'],
  [
    'a GIF of 10,000 frames',
    gif(
      4,
      4,
      Array.from({ length: 10_000 }, () => frame),
    ),
    tooMany,
  ],
  [
    'an APNG of 600 frames',
    apng(
      4,
      4,
      Array.from({ length: 600 }, () => ({ ...apngPart(), milliseconds: 9 })),
    ),
    tooMany,
  ],
  [
    'a WebP of 10,000 frames',
    animatedWebp(
      4,
      4,
      0,
      Array.from({ length: 10_000 }, () => emptyStill()),
    ),
    tooMany,
  ],
  ['a large animation', gif(1000, 1000, [frame, frame]), 'An animated image can have at most 500000 pixels'],
  ['a frame outside of its picture', gif(4, 4, [frame, { ...frame, x: 2 }]), 'lies outside'],
  ['a picture of no height', gif(4, 0, [frame, frame]), 'has no pixels'],
  [
    'an animation of too many pixels',
    gif(
      700,
      700,
      Array.from({ length: 103 }, () => frame),
    ),
    'million pixels in all',
  ],
]

function apngPart() {
  return { x: 0, y: 0, width: 4, height: 4, milliseconds: 10, afterwards: 0, blends: 0, paint: plain(red) }
}

function emptyStill() {
  const file = Buffer.from('RIFF\u0004\0\0\0WEBP', 'latin1')
  return { file, milliseconds: 10 }
}

for (const [name, file, why] of hostile) {
  test(`${name} is refused`, async () => {
    expect(await whyRefused(() => wholeInSquare(file, 64))).toContain(why)
  })
}

test('every broken file is refused or becomes a picture, and nothing else', async () => {
  const files = [
    picture,
    photo,
    movingGif,
    (await wholeInSquare(movingGif, 32)).picture.bytes,
    apng(8, 8, [apngPart(), apngPart()]),
  ]
  let refused = 0
  for (const file of files) {
    for (let round = 0; round < 30; round++) {
      const broken = Buffer.from(file)
      // Every part of the file has its turn.
      broken[Math.floor(((round * 7) % 30) * (file.length / 30))] = (round * 37) % 256
      const outcome = await whyRefused(() => wholeInSquare(broken, 16))
      if (outcome !== 'taken') refused++
    }
  }
  expect(refused).toBeGreaterThan(20)
})

test('no side may be over ten times the other where the rest is cut off', async () => {
  const narrow = png(220, 20, plain(green))
  expect(await whyRefused(() => squarePicture(narrow, 100))).toBe(
    'One side of the image is over 10 times the other',
  )
  expect((await wholeInSquare(narrow, 64)).picture.format).toBe('png')
})
