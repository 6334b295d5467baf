// Memory for long answers, used again and again: the system makes fresh memory empty page by page, which takes longer than
// writing an answer into it, and the garbage collector runs sooner for it.

type Memory = Buffer<ArrayBuffer>

/** It is lent in powers of two, from this one on. In bytes. */
const shortest = 512 * 1024
/** So much is kept for answers to come, beside what is lent … In bytes. */
const mostKept = 64 * 1024 * 1024
/** … and what was not needed for so long is let go. In milliseconds. */
const longestUnused = 10_000

class AnswerMemory {
  /** What is free, by length; what came back last, and may still be in the processor's cache, is at the end. */
  readonly #free = new Map<number, Memory[]>()
  /** What is lent. What never comes back, since nobody has asked for the answer, is collected as all else. */
  readonly #lent = new WeakMap<ArrayBuffer, Memory>()
  /** In bytes: how much is free, and the least that was since what is unused was last let go. */
  #kept = 0
  #leastKept = 0
  #isWatched = false

  /** Memory of at least that length, in bytes, that nobody else has, with whatever was in it before. */
  take(length: number): Memory {
    const size = Math.max(shortest, 2 ** Math.ceil(Math.log2(length)))
    const known = this.#free.get(size)?.pop()
    if (known) this.#kept -= size
    this.#leastKept = Math.min(this.#leastKept, this.#kept)
    const memory = known ?? Buffer.allocUnsafeSlow(size)
    this.#lent.set(memory.buffer, memory)
    return memory
  }

  /** Takes back what was lent, of which this is a part: nobody reads it any more. Other memory is left alone. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    const memory = this.#lent.get(buffer)
    if (!memory) return
    this.#lent.delete(buffer)
    if (this.#kept + memory.length > mostKept) return
    this.#kept += memory.length
    const others = this.#free.get(memory.length)
    if (others) others.push(memory)
    else this.#free.set(memory.length, [memory])
    this.#watch()
  }

  #watch(): void {
    if (this.#isWatched) return
    this.#isWatched = true
    setTimeout(() => {
      this.#isWatched = false
      this.#letGo(this.#leastKept)
      this.#leastKept = this.#kept
      if (this.#kept > 0) this.#watch()
    }, longestUnused).unref()
  }

  /** @param length in bytes; what has been free for longest goes first */
  #letGo(length: number): void {
    let left = length
    for (const [size, memories] of this.#free) {
      const count = Math.min(memories.length, Math.floor(left / size))
      memories.splice(0, count)
      this.#kept -= count * size
      left -= count * size
    }
  }
}

/** Of this process. */
export const answerMemory = new AnswerMemory()
