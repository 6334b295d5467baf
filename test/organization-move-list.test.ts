// Lists of files that go from server to server: of any length, a few files at a time, whole or refused.
import { expect, setDefaultTimeout, test } from 'bun:test'
import * as fc from 'fast-check'
import { filesListed, listOf, UnreadableListError } from '../src/relocation/listing'
import type { MovedFile } from '../src/relocation/protocol'
import { randomly } from './support/random'

// The machine may be busy.
setDefaultTimeout(240_000)

const digest = '0123456789abcdef'.repeat(4)

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test('what is listed is read again, wherever the network cuts it', async () => {
  const path = fc.string({ minLength: 1, maxLength: 100, unit: 'binary' })
  const file = fc.record({ path, size: fc.nat(), digest: fc.constant(digest) })
  await randomly(
    fc.record({ files: fc.array(file, { maxLength: 30 }), size: fc.integer({ min: 1, max: 300 }) }),
    { runs: 30, must: 'some none' },
    async ({ files, size }, did) => {
      const bytes = await new Response(listOf(files)).bytes()
      expect(await Array.fromAsync(filesListed(inPieces(bytes, size)))).toEqual(files)
      did(files.length > 0 ? 'some' : 'none')
    },
  )
})

test('a long list is made as it is read, never as a whole', async () => {
  let made = 0
  function* files(): Generator<MovedFile> {
    for (; made < 100_000; made++) yield { path: `uploads/${made}`, size: made, digest }
  }
  let read = 0
  let ahead = 0
  for await (const file of filesListed(listOf(files()))) {
    if (file?.size !== read) throw new Error(`${file?.path} is not the next`)
    read++
    ahead = Math.max(ahead, made - read)
  }
  expect(read).toBe(100_000)
  expect(ahead).toBeLessThan(5000)
})

test('what is no file is none, and a line without an end is refused', async () => {
  const lines = ['{"path":"a","size":1}', 'x', `{"path":"","size":1,"digest":"${digest}"}`]
  const found = await Array.fromAsync(filesListed(inPieces(new TextEncoder().encode(lines.join('\n')), 7)))
  expect(found).toEqual([undefined, undefined, undefined])
  const endless = inPieces(new Uint8Array(1024 * 1024).fill(97), 1000)
  expect(Array.fromAsync(filesListed(endless))).rejects.toThrow(UnreadableListError)
})
