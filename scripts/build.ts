// `bun run build`: makes dist/confab, one executable with everything inside. `--target bun-linux-arm64` builds
// for another platform, `--outfile PATH` puts it elsewhere, `--runtime PATH` is a Bun of that platform, if Bun is not to fetch it.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { $ } from 'bun'
import manifest from '../package.json'
import { longRequestLines } from '../src/http/request-lines'
import { carriedClient, carriedReference } from './carried'

const targets = [
  'bun-linux-x64',
  'bun-linux-arm64',
  'bun-linux-x64-musl',
  'bun-linux-arm64-musl',
  'bun-darwin-x64',
  'bun-darwin-arm64',
] as const

const { values } = parseArgs({
  options: { target: { type: 'string' }, outfile: { type: 'string' }, runtime: { type: 'string' } },
})
const outfile = values.outfile ?? 'dist/confab'
const started = performance.now()
// Bun leaves the source maps of its parts beside what it makes. They are inside too, where stack traces find them.
mkdirSync(dirname(outfile), { recursive: true })
const folder = mkdtempSync(join(dirname(outfile), '.build-'))
try {
  const made = join(folder, 'confab')
  await compile(made)
  renameSync(made, outfile)
} finally {
  rmSync(folder, { recursive: true })
}
const size = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
console.log(`${outfile}: ${size} MiB in ${((performance.now() - started) / 1000).toFixed(1)} s`)

async function compile(made: string): Promise<void> {
  const { success, logs } = await Bun.build({
    // What runs in a thread of its own is an entry, too.
    entrypoints: [
      'src/main.ts',
      'src/incoming-mail/reading-worker.ts',
      'src/export-archive/writing-worker.ts',
      'src/https/front-worker.ts',
    ],
    // Names stay: the router reads handlers' source text, and stack traces in the log are for people.
    minify: { whitespace: true, syntax: true, identifiers: false },
    bytecode: true,
    format: 'esm',
    // What is loaded when it is first needed is a part of its own, which a start does not read.
    splitting: true,
    sourcemap: 'inline',
    plugins: [await carriedClient(join(folder, 'web')), await carriedReference(join(folder, 'reference'))],
    define: { CONFAB_BUILD: JSON.stringify(await buildVersion()) },
    compile: {
      outfile: made,
      execArgv: [longRequestLines],
      autoloadBunfig: false,
      autoloadDotenv: false,
      ...(values.target === undefined ? {} : { target: knownTarget(values.target) }),
      ...(values.runtime === undefined ? {} : { executablePath: values.runtime }),
    },
  })
  if (!success) throw new AggregateError(logs, 'build failed')
}

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
