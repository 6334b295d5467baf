// Animated PNG: its frames, each as a PNG of its own.
import { assertRoomForFrame, type Animation, type Frame } from './animation'
import { Cursor } from './bytes'

const signatureLength = 8

/** Chunks that all frames share: without them, their bytes are no colours. */
const shared: ReadonlySet<string> = new Set(['PLTE', 'tRNS'])

/**
 * @returns undefined for a PNG that does not move
 * @throws ApiError BAD_IMAGE. Pixels are not looked at.
 */
export function readApng(file: Uint8Array): Animation | undefined {
  const cursor = new Cursor(file)
  const signature = cursor.take(signatureLength)
  const frames: Frame[] = []
  const colours: Uint8Array[] = []
  let header: Uint8Array | undefined
  let plays: number | undefined
  let pixels: Uint8Array[] | undefined
  let end = false
  while (!end) {
    const data = new Cursor(cursor.take(cursor.long() + 4))
    cursor.skip(4)
    const name = data.text(4)
    const content = data.bytes.subarray(4)
    end = name === 'IEND'
    if (name === 'IHDR') header = content
    else if (shared.has(name)) colours.push(chunk(name, content))
    else if (name === 'acTL') {
      data.skip(4)
      plays = data.long()
    } else if (name === 'fcTL' && header) {
      assertRoomForFrame(frames.length)
      pixels = []
      frames.push(readFrame(data, { signature, header, colours, pixels }))
    } else if (name === 'IDAT') pixels?.push(content)
    // After the number of the chunk.
    else if (name === 'fdAT') pixels?.push(content.subarray(4))
  }
  if (plays === undefined || !header) return undefined
  const size = new Cursor(header)
  return { width: size.long(), height: size.long(), plays, frames }
}

interface FrameParts {
  signature: Uint8Array
  header: Uint8Array
  colours: readonly Uint8Array[]
  /** Filled as they are read. */
  pixels: readonly Uint8Array[]
}

function readFrame(data: Cursor, { signature, header, colours, pixels }: FrameParts): Frame {
  // The number of the chunk.
  data.skip(4)
  const size = data.take(8)
  const area = new Cursor(size)
  const x = data.long()
  const y = data.long()
  const numerator = data.short()
  const denominator = data.short() || 100
  return {
    width: area.long(),
    height: area.long(),
    x,
    y,
    milliseconds: Math.round((numerator * 1000) / denominator),
    afterwards: disposals[data.byte()] ?? 'stays',
    replaces: data.byte() === 0,
    file: () =>
      Buffer.concat([
        signature,
        chunk('IHDR', Buffer.concat([size, header.subarray(8)])),
        ...colours,
        chunk('IDAT', Buffer.concat(pixels)),
        chunk('IEND', new Uint8Array()),
      ]),
  }
}

const disposals: readonly Frame['afterwards'][] = ['stays', 'cleared', 'as before']

/** A part of any PNG. */
export function chunk(name: string, content: Uint8Array): Uint8Array {
  const whole = Buffer.alloc(content.length + 12)
  whole.writeUInt32BE(content.length, 0)
  whole.write(name, 4, 'latin1')
  whole.set(content, 8)
  whole.writeUInt32BE(Bun.hash.crc32(whole.subarray(4, content.length + 8)), content.length + 8)
  return whole
}
