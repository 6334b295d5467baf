// Who works on an upload: one request at a time, and of those that want to, the newest.
import { ApiError } from '../http/errors'

/**
 * One for each upload. A client that asks again has lost its connection, even if nobody has told us yet: so whoever holds
 * an upload is asked to let go of it at once, and of those who wait only the last is still there to hear the answer.
 */
export class UploadLocks {
  /** By upload: how its holder is cut off. */
  readonly #holders = new Map<string, () => void>()
  readonly #waiting = new Map<string, Waiter>()

  /**
   * @param cutOff is called when another request wants the upload: the holder should give it back soon
   * @returns gives it back
   * @throws ApiError BAD_REQUEST with status 423 if yet another request has come while this one waited
   */
  async take(id: string, cutOff: () => void): Promise<() => void> {
    const holder = this.#holders.get(id)
    if (!holder) this.#holders.set(id, cutOff)
    else {
      this.#waiting.get(id)?.giveUp(takenOver())
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#waiting.set(id, { cutOff, go: resolve, giveUp: reject })
      holder()
      await promise
    }
    return () => this.#handOn(id)
  }

  isHeld(id: string): boolean {
    return this.#holders.has(id)
  }

  #handOn(id: string): void {
    const next = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (!next) this.#holders.delete(id)
    else {
      this.#holders.set(id, next.cutOff)
      next.go()
    }
  }
}

/** Another request goes on with the upload. Clients ask where it stands then, and try again. */
export function takenOver(): ApiError<'BAD_REQUEST'> {
  return new ApiError('BAD_REQUEST', 'Another request has taken over this upload', {}, {}, lockedStatus)
}

export const lockedStatus = 423

interface Waiter {
  readonly cutOff: () => void
  readonly go: () => void
  readonly giveUp: (why: ApiError) => void
}
