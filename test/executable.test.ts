// The built executable: one file that needs no sources, no packages and no Bun beside it.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../package.json'
import { Client } from './support/client'
import { Confab, createAcme } from './support/confab'

const folder = mkdtempSync(join(tmpdir(), 'confab-build-'))
const executable = join(folder, 'confab')

beforeAll(async () => {
  const build = Bun.spawn([process.execPath, 'scripts/build.ts', '--outfile', executable], {
    stdout: 'ignore',
  })
  expect(await build.exited).toBe(0)
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true }))

test('it is one file, and tells the version it was built from', async () => {
  expect(readdirSync(folder)).toEqual(['confab'])
  await using confab = new Confab([executable])
  expect((await confab.run(['--version'])).out).toStartWith(manifest.version)
})

test('it makes an organization, serves it, takes commands beside the server, and stops', async () => {
  await using confab = new Confab([executable])
  const server = await confab.serve()
  const made = await confab.json(createAcme, 'a long password\n')
  const added = await confab.json(['user', 'create', '--email', 'm@x.io', '--name', 'Mia'])
  const owner = new Client(server.url, 1, 'owner@x.io', String(made['api_key']))
  const { members } = (await owner.get('/users')).body
  expect(members).toContainEqual(expect.objectContaining({ user_id: added['user_id'], full_name: 'Mia' }))
  expect((await confab.run(['health', '--port', String(server.port)])).code).toBe(0)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})
