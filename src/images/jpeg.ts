// What a JPEG says before its pixels: what decoding it takes.
import { badImage, Cursor } from './bytes'

export interface JpegFacts {
  /** Whether a decoder can work from the top down, keeping a few rows at a time, instead of all of it until the end. */
  isInRows: boolean
  /** Where the bytes of pixels begin. */
  pixelsAt: number
}

const markers = { scan: 0xda, progressive: 0xc2, end: 0xd9 } as const

/** Start of a frame: what follows is neither a table (DHT, DAC) nor reserved (JPG). */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** Programs write ten or so. Each makes a decoder go through all pixels again, for a scan of as little as forty bytes. */
const mostScans = 100

/** @param file at least until its first scan. @throws ApiError BAD_IMAGE */
export function readJpeg(file: Uint8Array): JpegFacts {
  const cursor = new Cursor(file)
  cursor.skip(2)
  let isInRows = false
  let components = 0
  for (let marker = nextMarker(cursor); marker !== markers.scan; marker = nextMarker(cursor)) {
    const content = new Cursor(cursor.take(cursor.short() - 2))
    if (isFrame(marker)) {
      isInRows = marker !== markers.progressive
      content.skip(5)
      components = content.byte()
    }
  }
  cursor.skip(2)
  const pixelsAt = cursor.position
  // Where each colour has a scan of its own, the last one comes at the end of the file.
  isInRows &&= cursor.byte() === components
  return { isInRows, pixelsAt }
}

/**
 * Bun fills up what is missing of a JPEG with grey; half a picture is not what anybody meant to send.
 * @throws ApiError BAD_IMAGE, also for one that would keep a decoder busy for hours
 */
export function assertWholeJpeg(file: Uint8Array, { pixelsAt }: JpegFacts): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const end = bytes.indexOf(endOfImage, pixelsAt)
  if (end < 0) throw badImage('The image ends too early')
  let scans = 1
  for (let at = bytes.indexOf(startOfScan, pixelsAt); at >= 0 && at < end;) {
    scans++
    if (scans > mostScans) throw badImage(`A JPEG can have at most ${mostScans} scans`)
    at = bytes.indexOf(startOfScan, at + 2)
  }
}

const startOfScan = Buffer.from([0xff, markers.scan])
const endOfImage = Buffer.from([0xff, markers.end])

function nextMarker(cursor: Cursor): number {
  if (cursor.byte() !== 0xff) throw badImage('The image is damaged')
  let code = cursor.byte()
  // A marker may have further bytes of ones before it.
  while (code === 0xff) code = cursor.byte()
  return code
}
