// The harness of random tests: it takes its steps from the seed, tells what fails, and lets none pass that does nothing.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { randomly } from './support/random'

async function drawn(): Promise<number[]> {
  const values: number[] = []
  await randomly(fc.integer(), { runs: 20, must: 'draw' }, (value, did) => {
    values.push(value)
    did('draw')
  })
  return values
}

test('the same steps each time: those of the seed', async () => {
  const seed = Number(process.env['CONFAB_TEST_SEED'] ?? 2026)
  expect(fc.readConfigureGlobal().seed).toBe(seed)
  expect(await drawn()).toEqual(await drawn())
  expect(await drawn()).toEqual(fc.sample(fc.integer(), { seed, numRuns: 20 }))
  expect(await drawn()).not.toEqual(fc.sample(fc.integer(), { seed: seed + 1, numRuns: 20 }))
})

test('what fails is told, with the smallest example there is', async () => {
  const failing = randomly(fc.nat(), { runs: 100, must: 'draw' }, (value) => {
    expect(value).toBeLessThan(10)
  })
  await expect(failing).rejects.toThrow('Counterexample: [10]')
})

test('a test in which nothing happens fails', async () => {
  const idle = randomly(fc.nat(), { runs: 5, must: 'sent read' }, (_, did) => did('read'))
  await expect(idle).rejects.toThrow('In 20 runs, this never happened: sent')
})

test('for what is rare, more is drawn, and no more than that', async () => {
  let draws = 0
  await randomly(fc.nat(), { runs: 5, must: 'tenth' }, (_, did) => {
    if (++draws === 10) did('tenth')
  })
  expect(draws).toBe(10)
})
