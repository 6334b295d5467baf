// Makes the files of the web client from `src/web/`: scripts and styles, named by what is in them.
import { publicPath } from './bundle-paths'

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
  /** Scripts that the first one needs, to be fetched along with it. */
  next: readonly string[]
}

/** @param root the project's folder @throws AggregateError of what the bundler says */
export async function bundleClient(root: string): Promise<Bundle> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: [`${root}/src/web/boot.ts`, `${root}/src/web/style/all.css`],
    root: `${root}/src/web`,
    tsconfig: `${root}/src/web/tsconfig.json`,
    target: 'browser',
    format: 'esm',
    minify: true,
    splitting: true,
    publicPath,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  if (!success) throw new AggregateError(logs, 'The web client could not be bundled')
  const files = await Promise.all(
    outputs.map(async (output) => ({
      name: nameOf(output.path),
      content: new Uint8Array(await output.arrayBuffer()),
    })),
  )
  return {
    files,
    page: {
      script: only(files, /^boot-.*\.js$/).name,
      style: only(files, /^all-.*\.css$/).name,
      next: files.map(({ name }) => name).filter((name) => /^(main|chunk)-.*\.js$/.test(name)),
    },
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function only(files: readonly ClientFile[], pattern: RegExp): ClientFile {
  const file = files.find(({ name }) => pattern.test(name))
  if (!file) throw new Error(`The bundle of the web client has no ${pattern.source}`)
  return file
}
