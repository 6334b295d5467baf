// The body of an answer, read as far as its limit allows, after it was decompressed: a small file may hold a very big one.
import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutgoingError, type Limits } from './request'

/** What is asked for, and can be read. */
export const acceptedEncodings = 'gzip, deflate, br'

/**
 * Reads a body. What is over the limit is not even taken from the network.
 * @throws OutgoingError, and the signal's reason
 */
export async function readBody(
  answer: IncomingMessage,
  { bytes: most, longer }: Pick<Limits, 'bytes' | 'longer'>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const abort = () => void answer.destroy()
  signal.addEventListener('abort', abort, { once: true })
  try {
    for await (const chunk of decompressed(answer)) {
      const bytes: Uint8Array = chunk
      chunks.push(bytes)
      length += bytes.length
      if (length > most) break
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error instanceof OutgoingError ? error : new OutgoingError('unreachable', 'The answer broke off')
  } finally {
    signal.removeEventListener('abort', abort)
    answer.destroy()
  }
  if (signal.aborted) throw signal.reason
  if (length > most && longer === 'refuse')
    throw new OutgoingError('tooLarge', `The answer is over ${most} bytes`)
  return Buffer.concat(chunks).subarray(0, most)
}

function decompressed(answer: IncomingMessage): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return answer
  const make = decoders.get(encoding)
  if (!make) throw new OutgoingError('unreachable', 'The answer is packed in an unknown way')
  const decoder = make()
  // Errors of either end come out of the decoder.
  pipeline(answer, decoder, () => undefined)
  return decoder
}

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
])
