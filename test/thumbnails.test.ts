// Smaller ones of pictures: of any format and size, upright, and refused before they cost anything.
import { expect, test } from 'bun:test'
import { ApiError } from '../src/http/errors'
import { readDeclared, readHeader } from '../src/images/codec'
import { movingThumbnail, shownWithin, stillThumbnails } from '../src/images/thumbnails'
import { animatedWebp, readWebp } from '../src/images/webp'
import {
  apng,
  bmp,
  blue,
  clear,
  gif,
  photograph,
  pixelsIn,
  plain,
  png,
  pngClaiming,
  red,
  secretPlace,
} from './support/pictures'

const large = { width: 840, height: 560 }
const small = { width: 300, height: 200 }

async function stills(file: Uint8Array) {
  const files = await stillThumbnails(file, await readHeader(file), [large, small])
  return Promise.all(files.map(pixelsIn))
}

async function whyRefused(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'BAD_IMAGE') return error.message
      throw error
    },
  )
}

const half = (x: number) => (x < 700 ? red : blue)

test('every format that is read becomes WebP within the boxes', async () => {
  const original = png(1400, 1400, half)
  const files = {
    png: original,
    jpeg: await new Bun.Image(original).jpeg().bytes(),
    progressive: await new Bun.Image(original).jpeg({ progressive: true }).bytes(),
    webp: await new Bun.Image(original).webp().bytes(),
    gif: gif(1400, 1400, [{ width: 1400, height: 1400, delay: 0, colour: (x) => (x < 700 ? 1 : 3) }]),
    bmp: bmp(1400, 1400, half),
  }
  for (const file of Object.values(files)) {
    const [big, little] = await stills(file)
    expect([big?.width, big?.height, little?.width, little?.height]).toEqual([560, 560, 200, 200])
    const { data = new Uint8Array() } = little ?? {}
    const [left, right] = [0, 199].map((x) => [...data.subarray(x * 4, x * 4 + 4)])
    for (const channel of [0, 1, 2, 3]) {
      expect(Math.abs((left?.[channel] ?? 0) - (red[channel] ?? 0))).toBeLessThan(25)
      expect(Math.abs((right?.[channel] ?? 0) - (blue[channel] ?? 0))).toBeLessThan(25)
    }
  }
})

test('a small picture is not enlarged, a very long one is still there, and what is clear stays clear', async () => {
  const [tiny] = await stills(png(3, 2, plain(red)))
  expect([tiny?.width, tiny?.height]).toEqual([3, 2])
  const [line] = await stills(png(20_000, 1, plain(red)))
  expect([line?.width, line?.height]).toEqual([840, 1])
  const [empty] = await stills(png(900, 900, plain(clear)))
  expect(empty?.data[3]).toBe(0)
})

test('a photograph is upright, also where only its beginning is read, and says nothing of its place', async () => {
  const lying = await photograph(1200, 600, (x) => (x < 600 ? red : blue))
  expect(await readDeclared(lying.subarray(0, 2000))).toEqual({ format: 'jpeg', width: 600, height: 1200 })
  const [file = new Uint8Array()] = await stillThumbnails(lying, await readHeader(lying), [large])
  expect(Buffer.from(file).includes(secretPlace)).toBe(false)
  const { width, height, data } = await pixelsIn(file)
  expect([width, height]).toEqual([280, 560])
  expect(data[0]).toBeGreaterThan(150)
})

test('what moves goes on moving, as long as it is not too large', async () => {
  const moving = (side: number, frames: number) =>
    gif(
      side,
      side,
      Array.from({ length: frames }, (_, index) => ({
        width: index === 0 ? side : 4,
        height: index === 0 ? side : 4,
        delay: 7,
        colour: () => 1 + (index % 3),
      })),
      0,
    )
  const shown = async (file: Uint8Array) => {
    const made = await movingThumbnail(file, await readHeader(file), large)
    const { width, height, frames, plays } = (made && readWebp(made)) ?? {}
    return [width, height, frames?.length, plays]
  }
  expect(await shown(moving(1000, 3))).toEqual([560, 560, 3, 0])
  expect(await shown(moving(20, 5))).toEqual([20, 20, 5, 0])
  expect(await shown(moving(20, 1))).toEqual([undefined, undefined, undefined, undefined])
  expect(await shown(moving(1500, 2))).toEqual([undefined, undefined, undefined, undefined])
  expect(await shown(moving(20, 600))).toEqual([undefined, undefined, undefined, undefined])
  const parts = [red, blue].map((colour) => ({
    x: 0,
    y: 0,
    width: 30,
    height: 20,
    milliseconds: 50,
    afterwards: 0,
    blends: 0,
    paint: plain(colour),
  }))
  expect(await shown(apng(30, 20, parts))).toEqual([30, 20, 2, 0])
  // Too large to move, it still has something to show.
  expect((await pixelsIn(await shownWithin(moving(1500, 2), small))).width).toBe(200)
  expect((await pixelsIn(await shownWithin(moving(30, 600), small))).width).toBe(30)
  expect(readWebp(await shownWithin(moving(20, 5), small))?.frames).toHaveLength(5)
})

test('of a moving WebP the first picture is seen, however large it is', async () => {
  const file = await new Bun.Image(png(2000, 2000, plain(red))).webp().bytes()
  const moving = animatedWebp(2000, 2000, 0, [
    { file, milliseconds: 50 },
    { file, milliseconds: 50 },
  ])
  const [first] = await stills(moving)
  expect([first?.width, first?.height]).toEqual([560, 560])
})

test('claims that are too large are refused by the header alone', async () => {
  expect(await whyRefused(readDeclared(pngClaiming(10_000, 5001)))).toContain('at most 50 million')
  expect(await whyRefused(readDeclared(pngClaiming(65_535, 65_535)))).toContain('at most 50 million')
  expect(await whyRefused(readDeclared(pngClaiming(10_000, 5000)))).toBe('taken')
  const jpeg = Buffer.from(await new Bun.Image(png(16, 16, plain(red))).jpeg().bytes())
  const progressive = Buffer.from(
    await new Bun.Image(png(16, 16, plain(red))).jpeg({ progressive: true }).bytes(),
  )
  for (const [file, width, why] of [
    [jpeg, 10_000, 'taken'],
    [jpeg, 10_001, 'at most 100 million'],
    [progressive, 5000, 'taken'],
    [progressive, 5001, 'at most 50 million'],
  ] as const) {
    const claiming = Buffer.from(file)
    const frame = claiming.indexOf(Buffer.from([0xff, file === jpeg ? 0xc0 : 0xc2]))
    claiming.writeUInt16BE(10_000, frame + 5)
    claiming.writeUInt16BE(width, frame + 7)
    expect(await whyRefused(readDeclared(claiming))).toContain(why)
  }
})

test('a JPEG of thousands of scans, each of which goes through all pixels again, is refused', async () => {
  const file = Buffer.from(await new Bun.Image(png(64, 64, plain(red))).jpeg({ progressive: true }).bytes())
  const last = file.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = file.subarray(last, -2)
  const withScans = (count: number) =>
    Buffer.concat([file.subarray(0, -2), ...Array.from({ length: count }, () => scan), file.subarray(-2)])
  expect(await whyRefused(readHeader(withScans(3)))).toBe('taken')
  expect(await whyRefused(readHeader(withScans(3000)))).toBe('A JPEG can have at most 100 scans')
})

test('a JPEG that ends before its own end is refused, even if the picture within its notes is whole', async () => {
  const whole = await photograph(300, 200, plain(red))
  const inner = Buffer.from(await new Bun.Image(png(16, 16, plain(blue))).jpeg().bytes())
  const head = Buffer.from([0xff, 0xe2, 0, 0])
  head.writeUInt16BE(inner.length + 2, 2)
  const noted = Buffer.concat([whole.subarray(0, 2), head, inner, whole.subarray(2)])
  expect(await whyRefused(readHeader(noted))).toBe('taken')
  expect(await whyRefused(readHeader(noted.subarray(0, -100)))).toBe('The image ends too early')
})
