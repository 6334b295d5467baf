// `bun run release`: makes dist/release/: an executable for each platform, tried where this machine can, their SHA-256 sums, what
// they are made of, and what is new. `--snapshot` for what has no version yet, `--only linux-x64,…` for some platforms,
// `--without-missing` for those whose Bun can be had.
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { $ } from 'bun'
import manifest from '../package.json'
import { billOfMaterials } from './release/bill-of-materials'
import { changesOf } from './release/changes'
import { platforms, runtimeOf, type Platform } from './release/runtimes'
import { tried } from './release/trial'

const { values } = parseArgs({
  options: {
    snapshot: { type: 'boolean', default: false },
    only: { type: 'string' },
    'without-missing': { type: 'boolean', default: false },
  },
})
const folder = 'dist/release'
const changes = whatIsNew()
const wanted = chosen()
const commit = (await $`git rev-parse --short HEAD`.text()).trim()
const isChanged = (await $`git status --porcelain`.text()) !== ''
if (isChanged && !values.snapshot) fail('There are changes that are in no commit: a release has to be one.')
const version = values.snapshot
  ? `${manifest.version}-${commit}${isChanged ? '-dirty' : ''}`
  : manifest.version

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const made: string[] = []
for (const platform of wanted) {
  const file = `confab-${version}-${platform.name}`
  const runtime = await had(platform)
  if (runtime === undefined) continue
  await $`${process.execPath} scripts/build.ts --target ${platform.target} --runtime ${runtime} --outfile ${join(folder, file)}`
  made.push(file)
  const trial = await tried(join(folder, file), platform)
  console.log(
    'how' in trial
      ? `${file}: started ${trial.how}, and serves`
      : `${file}: not started, since ${trial.whyNot}`,
  )
}
if (made.length === 0) fail('Nothing was made.')

const materials = `confab-${version}.cdx.json`
writeFileSync(join(folder, materials), await billOfMaterials(version))
writeFileSync(join(folder, 'CHANGES.md'), `${changes}\n`)
const sums: string[] = []
for (const file of [...made, materials]) sums.push(`${await sumOf(join(folder, file))}  ${file}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`${folder}: ${[...made, materials, 'CHANGES.md', 'SHA256SUMS'].join(', ')}`)

function whatIsNew(): string {
  try {
    return changesOf(readFileSync('CHANGELOG.md', 'utf8'), values.snapshot ? undefined : manifest.version)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

/** Undefined where it can't be had and need not. */
async function had(platform: Platform): Promise<string | undefined> {
  try {
    return await runtimeOf(platform, 'dist/runtimes')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    if (!values['without-missing']) fail(`${platform.name}: ${why}. --without-missing leaves it out.`)
    console.error(`${platform.name} is left out: ${why}`)
    return undefined
  }
}

function chosen(): Platform[] {
  if (values.only === undefined) return [...platforms]
  const names = values.only.split(',')
  const unknown = names.find((name) => platforms.every((platform) => platform.name !== name))
  if (unknown !== undefined)
    fail(`There is no ${unknown}; there are ${platforms.map(({ name }) => name).join(', ')}.`)
  return platforms.filter(({ name }) => names.includes(name))
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
