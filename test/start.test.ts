// What a start loads: each library takes milliseconds, so those that it does not need are loaded when they are first needed.
import { expect, test } from 'bun:test'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../src/organization/organization'
import { TestServer } from './support/server'

/** Whoever adds one has looked at `bun run bench start` before and after. */
const loaded = [
  '@sinclair/typebox',
  '@sinclair/typebox/compiler',
  '@sinclair/typebox/value',
  'async_hooks',
  'bowser',
  'bun:sqlite',
  'commander',
  'content-disposition',
  'diff',
  'disposable-email-domains-js',
  'drizzle-orm',
  'drizzle-orm/bun-sqlite',
  'drizzle-orm/sqlite-core',
  'fs',
  'fs/promises',
  'path',
  'pino',
  'range-parser',
  'url',
  'url-template',
]

test('a start loads these libraries, and no others', async () => {
  expect(await librariesOf('src/main.ts', 'src/cli/run-server.ts')).toEqual(loaded)
})

test('a start only reads the databases, and waits for no disk', async () => {
  const server = await TestServer.start()
  const owner = await server.addPerson('Ann')
  const file = join(server.organization.folder, databaseFile)
  let stored = 0
  await server.restart(() => void (stored = statSync(file).mtimeMs))
  expect((await owner.get('/users/me')).status).toBe(200)
  expect(existsSync(`${file}-wal`)).toBe(false)
  expect(statSync(file).mtimeMs).toBe(stored)
  expect((await owner.post('/users/me/status', { status_text: 'here' })).status).toBe(200)
  expect(existsSync(`${file}-wal`)).toBe(true)
  await server.stop()
})

/** What these files import, and what these import in turn, but for what is loaded by a function when it is called. */
async function librariesOf(...files: string[]): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: files,
    target: 'bun',
    packages: 'external',
    metafile: true,
  })
  const { inputs = {} } = metafile ?? {}
  const libraries = new Set<string>()
  const ours = new Set(files)
  for (const file of ours) {
    for (const { path, kind, external } of inputs[file]?.imports ?? []) {
      if (kind !== 'import-statement') continue
      if (!external) ours.add(path)
      // Macros run when the executable is built.
      else if (!path.startsWith('.')) libraries.add(path)
    }
  }
  return [...libraries].sort()
}
