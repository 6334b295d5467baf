// Has the executable carry files for browsers, plain and compressed, instead of making them of sources and packages that it has not.
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { BunPlugin } from 'bun'
import { bundleReference } from '../src/api-reference/bundle'
import { bundleClient, type ClientFile } from '../src/web-client/bundle'

/** The web client. @param place a folder for the files, until the executable is made */
export async function carriedClient(place: string): Promise<BunPlugin> {
  const { files, page } = await bundleClient('.')
  const contents = `${filesIn(place, files, 11)}
export const madeFiles = () => ({ page: ${JSON.stringify(page)}, files })`
  return inPlaceOf(/src\/web-client\/made\.ts$/, contents)
}

/** The script of the API reference, which is large: made a tenth smaller, it would take ten times as long. */
export async function carriedReference(place: string): Promise<BunPlugin> {
  const contents = `${filesIn(place, [await bundleReference('.')], 9)}
const [[name, file]] = files
export const madeScript = () => ({ name, ...file })`
  return inPlaceOf(/src\/api-reference\/made-script\.ts$/, contents)
}

/** Source text of `files`, a map by name. @param quality as `compressed` takes it */
function filesIn(place: string, files: readonly ClientFile[], quality: number): string {
  mkdirSync(place)
  const lines = files.map(({ name, content }, index) => {
    const path = resolve(place, name)
    writeFileSync(path, content)
    writeFileSync(`${path}.br`, compressed(content, quality))
    return {
      imports: `import plain${index} from ${JSON.stringify(path)} with { type: 'file' }
import brotli${index} from ${JSON.stringify(`${path}.br`)} with { type: 'file' }`,
      entry: `[${JSON.stringify(name)}, { content: Bun.file(plain${index}), brotli: Bun.file(brotli${index}) }]`,
    }
  })
  return `${lines.map(({ imports }) => imports).join('\n')}
const files = new Map([${lines.map(({ entry }) => entry).join(', ')}])`
}

/** As the executable carries it. @param quality of Brotli, to 11 */
export function compressed(content: Uint8Array<ArrayBuffer>, quality: number): Uint8Array {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(content, { params })
}

function inPlaceOf(filter: RegExp, contents: string): BunPlugin {
  return {
    name: String(filter),
    setup({ onLoad }) {
      onLoad({ filter }, () => ({ contents, loader: 'ts' }))
    },
  }
}
