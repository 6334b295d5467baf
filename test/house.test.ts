// The habits of the house that a machine can check: file heads, which room may call which, pinned versions.
import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import manifest from '../package.json'

const sources = [...new Glob('{src,test,bench,scripts}/**/*.{ts,tsx,mjs}').scanSync('.')].sort()

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

test('the folders call each other one way: no circle', async () => {
  const graph = await folderGraph()
  // Printed, so that whoever runs the tests sees how the house stands: each folder only calls those before it.
  process.stdout.write(
    `${[...graph].map(([folder, calls]) => `${folder}: ${[...calls.keys()].join(' ')}`).join('\n')}\n`,
  )
  expect(graph.size).toBeGreaterThan(30)
  expect(circleIn(graph)).toEqual([])
})

test('a circle of folders is found and spelled out', () => {
  const graph: FolderGraph = new Map([
    ['a', new Map([['b', 'a/one.ts calls b/two.ts']])],
    ['b', new Map([['c', 'b/two.ts calls c/three.ts']])],
    ['c', new Map([['b', 'c/four.ts calls b/two.ts']])],
  ])
  expect(circleIn(graph)).toEqual(['b/two.ts calls c/three.ts', 'c/four.ts calls b/two.ts'])
})

test('what puts the features together is imported only by what starts the server', async () => {
  const wrong: string[] = []
  for (const path of sources.filter((source) => /^src\/(?!app\/)/.test(source))) {
    for (const imported of await importsOf(path)) {
      if (imported.startsWith('app/') && path !== 'src/server.ts' && path !== 'src/main.ts') {
        wrong.push(`${path} imports ${imported}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('the web client is made of itself and of libraries alone', async () => {
  const wrong: string[] = []
  for (const path of sources.filter((source) => source.startsWith('src/web/'))) {
    for (const imported of await importsOf(path)) {
      if (!imported.startsWith('web/')) wrong.push(`${path} imports ${imported}`)
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

test('pages are waited for by what is read of them: their policy forbids what `waitForFunction` evaluates when it has to look twice', async () => {
  const evaluating: string[] = []
  for (const path of sources.filter((source) => source !== 'test/house.test.ts'))
    if ((await Bun.file(path).text()).includes('waitForFunction(')) evaluating.push(path)
  expect(evaluating).toEqual([])
})

test('what tests draw at random comes from the seed, and a test that does nothing fails: only support/random.ts draws', async () => {
  const drawing: string[] = []
  for (const path of sources.filter((source) => source.startsWith('test/'))) {
    if (['test/house.test.ts', 'test/support/random.ts', 'test/random.test.ts'].includes(path)) continue
    const text = await Bun.file(path).text()
    if (
      /fc\.(assert|check|sample)\b|\bseed:|Math\.random|randomUUID|getRandomValues|randomBytes/.test(text)
    ) {
      drawing.push(path)
    }
  }
  expect(drawing).toEqual([])
})

test('dependencies have exact versions, and the lock file names no place to fetch them from', async () => {
  const versions = Object.values({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  expect(await Bun.file('bun.lock').text()).not.toContain('://')
})

/** Folder of `src/` → the folders it calls, each with one import as evidence. Files beside the folders stand alone. */
type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, string>>

async function folderGraph(): Promise<FolderGraph> {
  const graph = new Map<string, Map<string, string>>()
  for (const path of sources.filter((source) => source.startsWith('src/'))) {
    const own = path.replace('src/', '')
    const calls = graph.get(folderOf(own)) ?? new Map<string, string>()
    graph.set(folderOf(own), calls)
    for (const imported of await importsOf(path)) {
      const folder = folderOf(imported)
      if (folder !== folderOf(own)) calls.set(folder, `${own} calls ${imported}`)
    }
  }
  return graph
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path
}

/** The calls that lead from a folder back to itself, in order; empty if there is no circle. */
function circleIn(graph: FolderGraph): string[] {
  const done = new Set<string>()
  const way: string[] = []
  const visit = (folder: string): string[] => {
    if (done.has(folder)) return []
    if (way.includes(folder)) {
      const circle = [...way.slice(way.indexOf(folder)), folder]
      return circle.slice(1).map((to, index) => graph.get(circle[index] ?? '')?.get(to) ?? to)
    }
    way.push(folder)
    for (const called of graph.get(folder)?.keys() ?? []) {
      const circle = visit(called)
      if (circle.length > 0) return circle
    }
    way.pop()
    done.add(folder)
    return []
  }
  for (const folder of graph.keys()) {
    const circle = visit(folder)
    if (circle.length > 0) return circle
  }
  return []
}

/** Paths inside `src/` that this file imports, such as `messages/actions.ts`. */
async function importsOf(path: string): Promise<string[]> {
  const text = await Bun.file(path).text()
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const paths = [...text.matchAll(/(?:from|import|import\(|require\()\s*'(\.[^']+)'/g)].map(
    ([, relative = '']) => new URL(relative, `file:///${folder}`).pathname,
  )
  return paths
    .filter((imported) => imported.startsWith('/src/'))
    .map((imported) => imported.replace('/src/', '').replace(/(\.ts)?$/, '.ts'))
}

function breaksTheOrder(path: string, imported: string): boolean {
  const room = path.slice(path.lastIndexOf('/') + 1)
  const importedRoom = imported.slice(imported.lastIndexOf('/') + 1)
  if (importedRoom.endsWith('routes.ts') && imported !== 'app/routes.ts') return path !== 'src/app/routes.ts'
  if (room === 'repository.ts') return importedRoom === 'actions.ts' || importedRoom === 'wire.ts'
  if (room === 'tables.ts') return ['repository.ts', 'actions.ts', 'wire.ts'].includes(importedRoom)
  return false
}
