// The languages of the web client, for its bundler: each file of texts is one, and listed nowhere.
import { dirname } from 'node:path'
import { Glob, type BunPlugin } from 'bun'
import { laterAreas, serverAreas } from '../web/texts/areas'

/** Makes three of each language, the texts that are needed at once, what the server says and the rest, and the list of them all. */
export const languagesOfFiles: BunPlugin = {
  name: 'languages of files',
  setup(build) {
    build.onLoad({ filter: /\/texts\/languages\.ts$/ }, ({ path }) => ({
      contents: listOf(dirname(path)),
      loader: 'js',
    }))
    build.onResolve({ filter: /\.json\?(first|later|server)$/ }, ({ path, importer }) => {
      const [file = '', part = ''] = path.split('?')
      return { path: `${new URL(file, `file://${importer}`).pathname}?${part}`, namespace: part }
    })
    for (const part of ['first', 'later', 'server']) {
      build.onLoad({ filter: /./, namespace: part }, async ({ path }) => {
        const texts: unknown = await Bun.file(path.replace(/\?.*/, '')).json()
        const isWanted = ([area]: [string, unknown]): boolean => partOf(area) === part
        return {
          contents: JSON.stringify(Object.fromEntries(Object.entries(texts ?? {}).filter(isWanted))),
          loader: 'json',
        }
      })
    }
  },
}

function partOf(area: string): string {
  return serverAreas.includes(area) ? 'server' : laterAreas.includes(area) ? 'later' : 'first'
}

/** The module `texts/languages.ts`, with every language of the folder. English is there at once, the others are loaded. */
function listOf(folder: string): string {
  const names = [...new Glob('*.json').scanSync(folder)].map((file) => file.replace('.json', '')).sort()
  const entries = names.map((name) => {
    const first = name === 'en' ? 'english' : `(await import('./${name}.json?first')).default`
    const later = `(await import('./${name}.json?later')).default`
    const server = `(await import('./${name}.json?server')).default`
    return `  '${name}': { load: async () => ${first}, loadLater: async () => ${later}, loadServerWords: async () => ${server} },`
  })
  return `import english from './en.json?first'\nexport const languages = {\n${entries.join('\n')}\n}\n`
}
