// Makes the files of the web client from `src/web/`: scripts and styles, named by what is in them.
import type { BunPlugin } from 'bun'
import { publicPath, workerName } from './bundle-paths'
import { languagesOfFiles } from './languages'

/** A file as browsers get it. */
export interface ClientFile {
  /** Such as `main-1x2y3z.js`: another content has another name. */
  name: string
  content: Uint8Array<ArrayBuffer>
}

/** The client, ready to be served. */
export interface Bundle {
  files: readonly ClientFile[]
  /** What the page loads first, by name. */
  page: PageParts
}

export interface PageParts {
  script: string
  style: string
  /** What mathematics looks like; fetched when there is some. */
  mathStyle: string
  /** Scripts that the first one needs, to be fetched along with it. */
  next: readonly string[]
}

/** @param root the project's folder @throws AggregateError of what the bundler says */
export async function bundleClient(root: string): Promise<Bundle> {
  const fonts: ClientFile[] = []
  const { success, logs, outputs, metafile } = await Bun.build({
    entrypoints: ['boot.ts', 'style/all.css', 'reading/math.css'].map((name) => `${root}/src/web/${name}`),
    plugins: [languagesOfFiles, fontsApart(fonts)],
    external: [`${publicPath}*`],
    root: `${root}/src/web`,
    tsconfig: `${root}/src/web/tsconfig.json`,
    target: 'browser',
    format: 'esm',
    minify: true,
    splitting: true,
    publicPath,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
  })
  if (!success) throw new AggregateError(logs, 'The web client could not be bundled')
  const worker = await bundleWorker(root)
  const made = await Promise.all(
    outputs.map(async (output) => ({
      name: nameOf(output.path),
      content: new Uint8Array(await output.arrayBuffer()),
    })),
  )
  const files = [...made, ...fonts, worker]
  const scripts = Object.entries(metafile?.outputs ?? {})
  const script = scripts.find(([, { entryPoint }]) => entryPoint?.endsWith('src/web/boot.ts'))
  const main = scripts.find(([, { entryPoint }]) => entryPoint?.endsWith('src/web/main.tsx'))
  if (!script || !main) throw new Error('The bundle of the web client lacks a script')
  return {
    files,
    page: {
      script: nameOf(script[0]),
      style: only(files, /^all-.*\.css$/).name,
      mathStyle: only(files, /^math-.*\.css$/).name,
      next: neededBy(main[0], new Map(scripts)),
    },
  }
}

/** The names of a script and of all that it can't begin without. */
function neededBy(
  path: string,
  outputs: ReadonlyMap<string, { imports: readonly { path: string; kind: string }[] }>,
): string[] {
  const paths = new Set([path])
  for (const each of paths)
    for (const { path: imported, kind } of outputs.get(each)?.imports ?? [])
      if (kind === 'import-statement') paths.add(imported)
  return [...paths].map(nameOf)
}

/**
 * Fonts of KaTeX as files of their own, one format of three: every browser that runs the client takes it. The bundler would
 * write them into the style sheet, where the page's policy does not let them be used.
 * @param files takes them
 */
function fontsApart(files: ClientFile[]): BunPlugin {
  const named = async (path: string): Promise<string> => {
    const content = await Bun.file(path).bytes()
    const name = nameOf(path).replace('.woff2', `-${Bun.hash(content).toString(36)}.woff2`)
    files.push({ name, content })
    return name
  }
  return {
    name: 'fonts apart',
    setup({ onLoad }) {
      onLoad({ filter: /katex\.min\.css$/ }, async ({ path }) => {
        const style = await Bun.file(path).text()
        const only = style.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, '')
        const parts = only.split(/url\(fonts\/([^)]+)\)/)
        const folder = path.slice(0, path.lastIndexOf('/'))
        const written = await Promise.all(
          parts.map(async (part, index) =>
            index % 2 === 0 ? part : `url(${publicPath}${await named(`${folder}/fonts/${part}`)})`,
          ),
        )
        return { contents: written.join(''), loader: 'css' }
      })
    },
  }
}

/** The service worker is one script, always of the same name. */
async function bundleWorker(root: string): Promise<ClientFile> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [`${root}/src/web/notifying/service-worker.ts`],
    tsconfig: `${root}/src/web/tsconfig.json`,
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [output] = outputs
  if (!success || !output) throw new AggregateError(logs, 'The service worker could not be bundled')
  return { name: workerName, content: new Uint8Array(await output.arrayBuffer()) }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function only(files: readonly ClientFile[], pattern: RegExp): ClientFile {
  const file = files.find(({ name }) => pattern.test(name))
  if (!file) throw new Error(`The bundle of the web client has no ${pattern.source}`)
  return file
}
