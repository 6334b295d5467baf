// The habits of the house that a machine can check: file heads, which room may call which, pinned versions.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import manifest from '../package.json'

const sources = [...new Glob('{src,test,bench,scripts}/**/*.{ts,mjs}').scanSync('.')].sort()

test('every file says in its first line what lives in it', async () => {
  const silent: string[] = []
  for (const path of sources) {
    const [first = ''] = (await Bun.file(path).text()).split('\n')
    if (!/^\/\/ \S.{10,}/.test(first)) silent.push(path)
  }
  expect(silent).toEqual([])
})

test('calls go one way: routes, actions, repository', async () => {
  const wrong: string[] = []
  for (const path of sources.filter((source) => source.startsWith('src/'))) {
    for (const imported of await importsOf(path)) {
      if (breaksTheOrder(path, imported)) wrong.push(`${path} imports ${imported}`)
    }
  }
  expect(wrong).toEqual([])
})

test('no type is forced and no problem silenced', async () => {
  const forced: string[] = []
  for (const path of sources.filter((source) => source !== 'test/house.test.ts')) {
    const text = await Bun.file(path).text()
    if (
      /@ts-(ignore|expect-error|nocheck)|\bas (any|unknown as)\b|(test|describe|it)\.(skip|only|todo)\b/.test(
        text,
      )
    )
      forced.push(path)
  }
  expect(forced).toEqual([])
})

test('dependencies have exact versions, and the lock file names no place to fetch them from', async () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(await Bun.file('bun.lock').text()).not.toContain('://')
})

/** Paths inside `src/` that this file imports, such as `messages/actions.ts`. */
async function importsOf(path: string): Promise<string[]> {
  const text = await Bun.file(path).text()
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [...text.matchAll(/from '(\.[^']+)'/g)].map(([, relative = '']) =>
    new URL(relative, `file:///${folder}`).pathname.replace(/^\/(src\/)?/, ''),
  )
}

function breaksTheOrder(path: string, imported: string): boolean {
  const room = path.slice(path.lastIndexOf('/') + 1)
  const importedRoom = imported.slice(imported.lastIndexOf('/') + 1)
  if (importedRoom === 'routes.ts') return path !== 'src/http/app.ts'
  if (room === 'repository.ts') return importedRoom === 'actions.ts' || importedRoom === 'wire.ts'
  if (room === 'tables.ts') return ['repository.ts', 'actions.ts', 'wire.ts'].includes(importedRoom)
  return false
}
