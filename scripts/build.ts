// `bun run build`: makes dist/confab, one executable with everything inside. `--target bun-linux-arm64` builds
// for another platform, `--outfile PATH` puts it elsewhere.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { $ } from 'bun'
import manifest from '../package.json'

const targets = [
  'bun-linux-x64',
  'bun-linux-arm64',
  'bun-linux-x64-musl',
  'bun-linux-arm64-musl',
  'bun-darwin-x64',
  'bun-darwin-arm64',
] as const

const { values } = parseArgs({ options: { target: { type: 'string' }, outfile: { type: 'string' } } })
const outfile = values.outfile ?? 'dist/confab'
const started = performance.now()

const result = await Bun.build({
  entrypoints: ['src/main.ts'],
  // Names stay: the router reads handlers' source text, and stack traces in the log are for people.
  minify: { whitespace: true, syntax: true, identifiers: false },
  bytecode: true,
  format: 'esm',
  sourcemap: 'inline',
  define: { CONFAB_BUILD: JSON.stringify(await buildVersion()) },
  compile: {
    outfile,
    autoloadBunfig: false,
    autoloadDotenv: false,
    ...(values.target === undefined ? {} : { target: knownTarget(values.target) }),
  },
})
if (!result.success) throw new AggregateError(result.logs, 'build failed')
// The map is inside the executable too, where stack traces find it.
rmSync(`${outfile}.map`, { force: true })
const size = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
console.log(`${outfile}: ${size} MiB in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** The version of package.json with the commit it was built from, as far as git can tell. */
async function buildVersion(): Promise<string> {
  const commit = await $`git describe --always --dirty --exclude '*'`.quiet().nothrow()
  return commit.exitCode === 0 ? `${manifest.version}+${commit.text().trim()}` : manifest.version
}

function knownTarget(name: string): (typeof targets)[number] {
  const target = targets.find((candidate) => candidate === name)
  if (target === undefined) throw new Error(`--target must be one of ${targets.join(', ')}`)
  return target
}
