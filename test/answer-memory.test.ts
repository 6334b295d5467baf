// Memory for long answers: never two answers' at once, whatever comes back and how often.
import { expect, test } from 'bun:test'
import { answerMemory } from '../src/http/answer-memory'

const mib = 1024 * 1024

test('what is lent is lent to one, and again when it has come back, once', () => {
  const first = answerMemory.take(5 * mib)
  const second = answerMemory.take(5 * mib)
  expect(first.length).toBeGreaterThanOrEqual(5 * mib)
  expect(second.buffer).not.toBe(first.buffer)
  answerMemory.giveBack(new Uint8Array(first.buffer, 10, 20))
  answerMemory.giveBack(first)
  const third = answerMemory.take(6 * mib)
  expect(third.buffer).toBe(first.buffer)
  expect(answerMemory.take(5 * mib).buffer).not.toBe(first.buffer)
})

test('other memory is not taken', () => {
  const own = Buffer.allocUnsafeSlow(8 * mib)
  answerMemory.giveBack(own)
  expect(answerMemory.take(8 * mib).buffer).not.toBe(own.buffer)
})

test('no more is kept than there may be', () => {
  const lent = Array.from({ length: 12 }, () => answerMemory.take(8 * mib))
  for (const memory of lent) answerMemory.giveBack(memory)
  const known = new Set(lent.map(({ buffer }) => buffer))
  const again = Array.from({ length: 12 }, () => answerMemory.take(8 * mib))
  expect(again.filter(({ buffer }) => known.has(buffer)).length).toBeLessThanOrEqual(8)
})
