// The maps of the store: whatever is set and removed, they hold what a plain map holds, and no map that was there before changes.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { IdMap } from '../../src/web/store/id-map'
import { TextMap } from '../../src/web/store/text-map'
import { randomly } from '../support/random'

type Step<K> = { readonly set: readonly (readonly [K, number])[] } | { readonly remove: readonly K[] }

function steps<K>(key: fc.Arbitrary<K>): fc.Arbitrary<Step<K>[]> {
  const set = fc.array(fc.tuple(key, fc.nat(9))).map((entries) => ({ set: entries }))
  const remove = fc.array(key).map((keys) => ({ remove: keys }))
  return fc.array(fc.oneof(set, remove))
}

/** IDs close together, and as large as they can be. */
const id = fc.oneof(fc.nat(70), fc.nat(5000), fc.maxSafeNat())

function ascending(map: ReadonlyMap<number, number>): [number, number][] {
  return [...map].sort(([a], [b]) => a - b)
}

test('by ID: what is set is there, in ascending order, and earlier maps stay as they were', () =>
  randomly(steps(id), { runs: 300, must: 'set removed emptied grew' }, (all, did) => {
    const plain = new Map<number, number>()
    let map: IdMap<number> = IdMap.none
    for (const step of all) {
      const [before, entriesBefore] = [map, [...map]]
      if ('set' in step) {
        map = map.withAll(step.set)
        for (const [key, value] of step.set) plain.set(key, value)
        if (step.set.length > 0) did('set')
        if (step.set.some(([key]) => key > 2 ** 40)) did('grew')
      } else {
        map = map.withoutAll(step.remove)
        for (const key of step.remove) if (plain.delete(key)) did('removed')
        if (plain.size === 0) did('emptied')
      }
      expect([...map]).toEqual(ascending(plain))
      expect(map.size).toBe(plain.size)
      for (const [key, value] of plain) expect(map.get(key)).toBe(value)
      expect([...before]).toEqual(entriesBefore)
      if (Bun.deepEquals(entriesBefore, [...map])) expect(map.size).toBe(before.size)
    }
  }))

test('by ID: what changes nothing gives the same map, and what is no ID is never in it', () => {
  const map = IdMap.from([
    [1, 'one'],
    [40, 'forty'],
  ])
  expect(map.with(40, 'forty')).toBe(map)
  expect(map.without(2)).toBe(map)
  expect(map.withAll([])).toBe(map)
  const odd = [-1, 0.5, Number.NaN, Infinity]
  expect(map.withAll(odd.map((key) => [key, 'odd'] as const))).toBe(map)
  for (const key of odd) expect(map.has(key)).toBe(false)
})

test('by text: what is set is there, and earlier maps stay as they were, however many there are', () =>
  randomly(
    steps(fc.oneof(fc.string(), fc.nat(400).map(String))),
    { runs: 100, must: 'sharded removed' },
    (all, did) => {
      const plain = new Map<string, number>()
      let map: TextMap<number> = TextMap.from(
        Array.from({ length: 60 }, (_, n) => [`first ${n}`, n] as const),
      )
      for (const [key, value] of map) plain.set(key, value)
      for (const step of all) {
        const [before, sizeBefore] = [map, map.size]
        for (const [key, value] of 'set' in step ? step.set : []) {
          map = map.with(key, value)
          plain.set(key, value)
        }
        for (const key of 'remove' in step ? step.remove : []) {
          map = map.without(key)
          if (plain.delete(key)) did('removed')
        }
        if (map.size > 64) did('sharded')
        expect(new Map(map)).toEqual(plain)
        expect([map.size, before.size, [...before].length]).toEqual([plain.size, sizeBefore, sizeBefore])
        for (const [key, value] of plain) expect(map.get(key)).toBe(value)
      }
    },
  ))
