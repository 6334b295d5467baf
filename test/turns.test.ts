// Long work goes on in pieces: in turn for several people, one after another for one, and not for somebody who has gone.
import { beforeEach, expect, test } from 'bun:test'
import { atEndOfTurn, handOutAtEndOfTurn } from '../src/organization/end-of-turn'
import { atOnce, inTurns, type Lane, type Pieces } from '../src/organization/turns'

const lane = (name: string, signal = new AbortController().signal): Lane => ({ name, signal: () => signal })

/** Each test begins with a turn of which nothing has been taken. */
beforeEach(() => new Promise((resolve) => setImmediate(resolve)))

/** Longer than what all work together gets of one turn of the event loop. */
const longPiece = 10

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

/** Notes its name at each piece, each of which takes a turn. */
function* work(name: string, pieces: number, log: string[]): Pieces<string> {
  for (let piece = 0; piece < pieces; piece++) {
    if (piece > 0) yield
    log.push(name)
    busy(longPiece)
  }
  return `${name} is done`
}

test('short work is done at once, long work in later turns, and what else there is has its turn in between', async () => {
  const log: string[] = []
  const short = inTurns(lane('ann'), work('short', 1, log))
  expect(log).toEqual(['short'])
  expect(await short).toBe('short is done')
  const long = inTurns(lane('ann'), work('long', 4, log))
  const ticks = setInterval(() => log.push('tick'), 1)
  await long
  clearInterval(ticks)
  expect(log.filter((each) => each === 'long')).toHaveLength(4)
  expect(log.slice(log.indexOf('long'), log.lastIndexOf('long'))).toContain('tick')
})

test('several people take turns; the work of one is done one after another', async () => {
  const log: string[] = []
  const all = [
    inTurns(lane('ann'), work('ann 1', 3, log)),
    inTurns(lane('ann'), work('ann 2', 2, log)),
    inTurns(lane('bob'), work('bob 1', 3, log)),
  ]
  expect(await Promise.all(all)).toEqual(['ann 1 is done', 'ann 2 is done', 'bob 1 is done'])
  expect(log).toEqual(['ann 1', 'ann 1', 'bob 1', 'ann 1', 'bob 1', 'ann 2', 'bob 1', 'ann 2'])
})

test('work for somebody who has gone is left, and what it held is given back', async () => {
  const log: string[] = []
  const gone = new AbortController()
  function* held(): Pieces<void> {
    try {
      yield* work('held', 100, log)
    } finally {
      log.push('given back')
    }
  }
  const held1 = inTurns(lane('ann', gone.signal), held())
  const next = inTurns(lane('ann'), work('next', 1, log))
  gone.abort()
  expect(held1).rejects.toThrow('Nobody waits')
  expect(await next).toBe('next is done')
  expect(log).toEqual(['held', 'given back', 'next'])
})

test('what fails, fails alone', async () => {
  const log: string[] = []
  function* failing(): Pieces<void> {
    yield* work('failing', 2, log)
    throw new Error('no')
  }
  const failed = inTurns(lane('ann'), failing())
  const other = inTurns(lane('ann'), work('other', 1, log))
  expect(failed).rejects.toThrow('no')
  expect(await other).toBe('other is done')
})

test('all of it at once', () => {
  expect(atOnce(work('all', 3, []))).toBe('all is done')
})

test('what is ready is handed out before the work of its turn, even if that was planned before', async () => {
  const order: string[] = []
  const worked = Promise.withResolvers<void>()
  atEndOfTurn(() => {
    order.push('work')
    worked.resolve()
  })
  void new Promise<void>((resolve) => handOutAtEndOfTurn(resolve)).then(() => order.push('answer'))
  await worked.promise
  expect(order).toEqual(['answer', 'work'])
})
