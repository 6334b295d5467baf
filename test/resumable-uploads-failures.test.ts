// Resumable uploads that the system cuts short: a SIGKILL in the middle, a disk that takes no more. They go on from what is there.
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from './support/client'
import { Confab, createAcme, limited, type ServerProcess } from './support/confab'
import { contentAt, Tus } from './support/tus'
import { eventually } from './support/waiting'

const mib = 1024 * 1024
const options = ['--json', '--rate-limits', 'off', '--log-level', 'silent']

async function founded(confab: Confab) {
  const made = await confab.json(createAcme, 'a long password\n')
  const as = ({ url }: ServerProcess): Client => new Client(url, 1, 'owner@x.io', String(made['api_key']))
  const tusOf = (server: ServerProcess): Tus =>
    new Tus(server.url, { authorization: as(server).authorization })
  return { as, tusOf }
}

function sizeIn(confab: Confab, path: string): number {
  const folder = join(confab.data, 'organizations', 'root', 'uploads', 'resumable')
  return statSync(join(folder, path.slice(path.lastIndexOf('/') + 1))).size
}

test('after a SIGKILL what had come is there, but for what a checksum would have had to prove', async () => {
  await using confab = new Confab()
  const { as, tusOf } = await founded(confab)
  const server = await confab.serve(options)
  const tus = tusOf(server)
  const [plain, checked] = [await tus.begin(11, 'plain.txt'), await tus.begin(11, 'checked.txt')]
  const sum = (text: string) => ({
    'upload-checksum': `sha1 ${new Bun.CryptoHasher('sha1').update(text).digest('base64')}`,
  })
  for (const path of [plain, checked])
    expect((await tus.patch(path, 0, 'hello', sum('hello'))).status).toBe(204)
  const cut = [tus.hanging(plain, 5, 6, ' wo'), tus.hanging(checked, 5, 6, ' wo', sum(' world'))]
  await eventually(() => [plain, checked].every((path) => sizeIn(confab, path) === 8))
  server.kill('SIGKILL')
  await server.exited
  for (const each of cut) each.vanish()
  const again = await confab.serve(options)
  const after = tusOf(again)
  expect([await after.offset(plain), await after.offset(checked)]).toEqual([8, 5])
  const last = [await after.patch(plain, 8, 'rld'), await after.patch(checked, 5, ' world', sum(' world'))]
  for (const reply of last) expect(await contentAt(as(again), reply)).toBe('hello world')
})

test('a disk that fills up in the middle is a clear error, and the upload goes on when there is room', async () => {
  await using confab = new Confab()
  const { as, tusOf } = await founded(confab)
  // Files may not be longer than two mebibytes: for whoever writes them that is a disk that takes no more.
  const full = await confab.serve(options, undefined, limited(confab, 4096))
  const content = 'x'.repeat(3 * mib)
  const path = await tusOf(full).begin(content.length)
  const refused = await tusOf(full).patch(path, 0, content)
  expect([refused.status, refused.body['code']]).toEqual([507, 'STORAGE_FULL'])
  const offset = (await tusOf(full).offset(path)) ?? 0
  expect(offset).toBe(sizeIn(confab, path))
  full.kill('SIGTERM')
  await full.exited
  const roomy = await confab.serve(options)
  const last = await tusOf(roomy).patch(path, offset, content.slice(offset))
  expect(await contentAt(as(roomy), last)).toBe(content)
})
