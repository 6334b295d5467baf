// Long answers: written as fast as they are read, and nobody has many of them waiting.
import type { Organization } from '../organization/organization'
import { Cost, inTime, type InTurns, type Lane, type Pieces } from '../organization/turns'
import { answerMemory } from './answer-memory'
import { longLength, type Body, type Pieced, type Whole } from './envelope'
import type { Exchange } from './exchange'
import { rateLimitHit } from './rate-limits'

/** Of an answer that is there as a whole, in bytes: more of them cost more time, and fewer no more memory. */
const pieceLength = 1024 * 1024
/** How much a caller may have waiting before they ask for more, in bytes. */
const mostUnread = 32 * 1024 * 1024

export class LongAnswers {
  /** What waits to be read, by caller. */
  readonly #unread = new Map<string, number>()
  /** Of a piece. */
  readonly #cost = new Cost()

  /** @throws ApiError RATE_LIMIT_HIT to a caller who does not read what they asked for */
  assertRead(caller: () => string): void {
    if (this.#unread.size > 0 && (this.#unread.get(caller()) ?? 0) > mostUnread) throw rateLimitHit(1)
  }

  /** The body of an answer, for a Response: as it is where it is short. */
  body(body: Body, exchange: Exchange, organization: Organization): Whole | ReadableStream<Uint8Array> {
    if (!(typeof body === 'string' || body instanceof Uint8Array)) {
      return madeAsRead(body, exchange.inTurnsIn(organization))
    }
    if (body.length < longLength || exchange.request.method === 'HEAD') return body
    return this.#inPieces(typeof body === 'string' ? encoded(body) : body, exchange.laneIn(organization))
  }

  /** @param whole its memory is given back when all of it is written */
  #inPieces(whole: Uint8Array<ArrayBuffer>, lane: Lane): ReadableStream<Uint8Array> {
    let written = 0
    let isCancelled = false
    // Whoever asks for the next piece, or for none any more, has copied the last.
    const end = (): void => {
      this.#add(lane.name, -whole.length)
      answerMemory.giveBack(whole)
    }
    const write = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      if (isCancelled) return
      // Only now that somebody reads it does it wait for them; it then ends, one way or the other.
      if (written === 0) this.#add(lane.name, whole.length)
      const from = written
      if (from === whole.length) {
        end()
        controller.close()
        return
      }
      written = Math.min(from + pieceLength, whole.length)
      controller.enqueue(whole.subarray(from, written))
    }
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) =>
          inTime(
            this.#cost,
            () => lane,
            () => write(controller),
          ),
        cancel: () => {
          if (!isCancelled && written > 0) end()
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
  }

  #add(caller: string, length: number): void {
    const unread = (this.#unread.get(caller) ?? 0) + length
    if (unread > 0) this.#unread.set(caller, unread)
    else this.#unread.delete(caller)
  }
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  const place = answerMemory.take(Buffer.byteLength(text))
  return place.subarray(0, place.write(text))
}

/** A body whose pieces are made when the client has read those before. */
function madeAsRead({ text, rest, end }: Pieced, inTurns: InTurns): ReadableStream<Uint8Array> {
  let ready: string | undefined = text
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = ready ?? (await inTurns(next(rest)))
        ready = undefined
        controller.enqueue(Buffer.from(piece ?? end))
        if (piece === undefined) controller.close()
      },
      cancel: () => void rest.return?.(),
    },
    { highWaterMark: 0 },
  )
}

/** @returns undefined after the last. */
function* next(rest: Iterator<string, void>): Pieces<string | undefined> {
  // Whoever asked before goes first.
  yield
  const { value } = rest.next()
  return value ?? undefined
}
