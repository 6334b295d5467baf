// What a turn takes on: long work goes on in pieces, requests wait for each other, callers in turn; not for somebody who has gone.
import { beforeEach, expect, test } from 'bun:test'
import { atEndOfTurn, handOutAtEndOfTurn } from '../src/organization/end-of-turn'
import { atOnce, Cost, inTime, inTurns, turnLimits, type Lane, type Pieces } from '../src/organization/turns'

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

/** What requests have cost that took so many milliseconds. */
function costOf(milliseconds: number): Cost {
  const cost = new Cost()
  cost.of(performance.now() - milliseconds, () => {})
  return cost
}

/** A request that takes so long, and notes its name. @returns whether it had to wait. */
function request(who: Lane, name: string, log: string[], cost = costOf(longPiece), took = longPiece) {
  const work = (hasWaited: boolean): boolean => {
    log.push(name)
    busy(took)
    return hasWaited
  }
  return inTime(cost, () => who, work)
}

test('requests that come when a turn has taken on enough are done in later ones, in order, one caller after another', async () => {
  const log: string[] = []
  const [ann, bob] = [lane('ann'), lane('bob')]
  const all = [
    request(ann, 'ann 1', log),
    request(ann, 'ann 2', log),
    request(ann, 'ann 3', log),
    request(ann, 'ann 4', log),
    request(bob, 'bob 1', log),
    request(bob, 'bob 2', log),
  ]
  expect(log).toEqual(['ann 1'])
  const ticks = setInterval(() => log.push('tick'), 1)
  expect(await Promise.all(all)).toEqual([false, true, true, true, true, true])
  clearInterval(ticks)
  const requests = log.filter((each) => each !== 'tick')
  expect(requests).toEqual(['ann 1', 'ann 2', 'bob 1', 'ann 3', 'bob 2', 'ann 4'])
  // What else there is has its turn between any two of them.
  for (const each of requests.slice(1, -1)) expect(log[log.indexOf(each) + 1]).toBe('tick')
})

test('what a turn takes on begins with the next one, before those that wait already; but nobody overtakes themselves', async () => {
  const log: string[] = []
  const all = [1, 2, 3, 4].map((number) => request(lane('ann'), `ann ${number}`, log))
  await all[1]
  all.push(request(lane('bob'), 'bob', log), request(lane('ann'), 'ann 5', log))
  expect(log).toEqual(['ann 1', 'ann 2', 'bob'])
  await Promise.all(all)
  expect(log).toEqual(['ann 1', 'ann 2', 'bob', 'ann 3', 'ann 4', 'ann 5'])
})

test('what has been light does not wait for what is not, until the turn has taken on much of it, too', async () => {
  const log: string[] = []
  const [cost, usual] = [new Cost(), turnLimits.perTurnOfLight]
  turnLimits.perTurnOfLight = Infinity
  const all = [
    request(lane('ann'), 'heavy', log),
    request(lane('ann'), 'heavy', log),
    request(lane('ann'), 'light', log, new Cost(), 0),
    request(lane('bob'), 'light', log, new Cost(), 0),
    // It is not as light as it was, which nobody could know.
    request(lane('bob'), 'was light', log, cost),
    request(lane('bob'), 'is light no more', log, cost),
  ]
  turnLimits.perTurnOfLight = longPiece
  all.push(request(lane('bob'), 'one of many', log, new Cost(), 0))
  turnLimits.perTurnOfLight = usual
  expect(log).toEqual(['heavy', 'light', 'light', 'was light'])
  expect(await Promise.all(all)).toEqual([false, true, false, false, false, true, true])
})

test('a request of somebody who has gone is left, unless it is to be done even then', async () => {
  const log: string[] = []
  const gone = new AbortController()
  void request(lane('ann'), 'first', log)
  const read = request(lane('ann', gone.signal), 'read', log)
  const change = request({ name: 'ann', signal: () => undefined }, 'change', log)
  gone.abort()
  expect(read).rejects.toThrow('Nobody waits')
  await change
  expect(log).toEqual(['first', 'change'])
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
