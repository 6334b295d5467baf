// Animated GIF: its frames, each as a GIF of its own.
import { badImage, Cursor } from './bytes'
import { assertRoomForFrame, type Animation, type Frame } from './animation'
import { gifSize } from './codec'

const blocks = { extension: 0x21, frame: 0x2c, end: 0x3b }
const labels = { graphicControl: 0xf9, application: 0xff }
const hasColours = 0x80

/** What a graphic control extension says of the frame after it. */
interface Control {
  flags: number
  milliseconds: number
  transparentColour: number
}

const noControl: Control = { flags: 0, milliseconds: 0, transparentColour: 0 }

/**
 * @param most so many frames are read, and no more are looked for; undefined for all there may be
 * @throws ApiError BAD_IMAGE. Pixels are not looked at.
 */
export function readGif(file: Uint8Array, most?: number): Animation {
  const { width, height } = gifSize(file)
  const cursor = new Cursor(file)
  cursor.skip(10)
  const flags = cursor.byte()
  cursor.skip(2)
  const colours = colourTable(cursor, flags)
  const frames: Frame[] = []
  let plays = 1
  let control = noControl
  // Some writers leave the end out.
  while (cursor.left > 0 && frames.length !== most) {
    const block = cursor.byte()
    if (block === blocks.end) break
    if (block === blocks.extension) {
      const label = cursor.byte()
      const data = subBlocks(cursor)
      if (label === labels.graphicControl) control = readControl(data)
      if (label === labels.application) plays = playsOf(data) ?? plays
    } else if (block === blocks.frame) {
      assertRoomForFrame(frames.length)
      frames.push(readFrame(cursor, { flags, colours, control }))
      control = noControl
    } else {
      throw badImage('The image is damaged')
    }
  }
  return { width, height, plays, frames }
}

function readFrame(
  cursor: Cursor,
  { flags, colours, control }: { flags: number; colours: Uint8Array; control: Control },
): Frame {
  const x = cursor.shortFromLeast()
  const y = cursor.shortFromLeast()
  const size = cursor.take(4)
  const ownFlags = cursor.byte()
  const ownColours = colourTable(cursor, ownFlags)
  const start = cursor.position
  cursor.skip(1)
  subBlocks(cursor)
  const data = cursor.bytes.subarray(start, cursor.position)
  const isTransparent = control.flags & 1
  const area = new Cursor(size)
  return {
    x,
    y,
    width: area.shortFromLeast(),
    height: area.shortFromLeast(),
    milliseconds: control.milliseconds,
    replaces: false,
    afterwards: disposals[(control.flags >> 2) & 7] ?? 'stays',
    file: () =>
      Buffer.concat([
        Buffer.from('GIF89a'),
        size,
        new Uint8Array([flags, 0, 0]),
        colours,
        new Uint8Array([
          blocks.extension,
          labels.graphicControl,
          4,
          isTransparent,
          0,
          0,
          control.transparentColour,
          0,
        ]),
        new Uint8Array([blocks.frame, 0, 0, 0, 0]),
        size,
        new Uint8Array([ownFlags]),
        ownColours,
        data,
        new Uint8Array([blocks.end]),
      ]),
  }
}

const disposals: readonly Frame['afterwards'][] = ['stays', 'stays', 'cleared', 'as before']

function colourTable(cursor: Cursor, flags: number): Uint8Array {
  return cursor.take(flags & hasColours ? 3 * 2 ** ((flags & 7) + 1) : 0)
}

/** Passes the parts of a block, of up to 255 bytes each. @returns where they are */
function subBlocks(cursor: Cursor): Cursor {
  const start = cursor.position
  for (let length = cursor.byte(); length > 0; length = cursor.byte()) cursor.skip(length)
  return new Cursor(cursor.bytes.subarray(start, cursor.position))
}

function readControl(data: Cursor): Control {
  data.skip(1)
  const flags = data.byte()
  return { flags, milliseconds: data.shortFromLeast() * 10, transparentColour: data.byte() }
}

/** How often it is shown, if this is the extension that says so: it has the number of repetitions, 0 for no end. */
function playsOf(data: Cursor): number | undefined {
  const length = data.byte()
  if (length !== 11 || data.text(length) !== 'NETSCAPE2.0' || data.left < 4) return undefined
  data.skip(2)
  const repetitions = data.shortFromLeast()
  return repetitions === 0 ? 0 : repetitions + 1
}
