// Reading files of pictures byte by byte: what ends too early is no picture.
import { ApiError } from '../http/errors'

/** @param why in plain English, for whoever sent it */
export function badImage(why: string): ApiError<'BAD_IMAGE'> {
  return new ApiError('BAD_IMAGE', why, {})
}

/** A file, and how far it has been read. Every read @throws ApiError BAD_IMAGE where the file ends before. */
export class Cursor {
  position = 0
  readonly #view: DataView

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.bytes.length - this.position
  }

  /** So many bytes, as they stand in the file. */
  take(length: number): Uint8Array {
    return this.bytes.subarray(this.#pass(length), this.position)
  }

  skip(length: number): void {
    this.#pass(length)
  }

  /** So many bytes as text of a byte each. */
  text(length: number): string {
    return Buffer.from(this.take(length)).toString('latin1')
  }

  byte(): number {
    return this.#view.getUint8(this.#pass(1))
  }

  /** 16 bits, the least first, as GIF and WebP have them. */
  shortFromLeast(): number {
    return this.#view.getUint16(this.#pass(2), true)
  }

  threeFromLeast(): number {
    return this.shortFromLeast() + this.byte() * 0x10000
  }

  longFromLeast(): number {
    return this.#view.getUint32(this.#pass(4), true)
  }

  /** 16 bits, the greatest first, as PNG and JPEG have them. */
  short(): number {
    return this.#view.getUint16(this.#pass(2))
  }

  long(): number {
    return this.#view.getUint32(this.#pass(4))
  }

  /** @returns where they begin */
  #pass(length: number): number {
    if (length > this.left) throw badImage('The image ends too early')
    const start = this.position
    this.position += length
    return start
  }
}
