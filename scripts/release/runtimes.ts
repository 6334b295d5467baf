// The Buns of the platforms that a release is for: from the package registry, held against the hashes in bun.lock.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a release is for: the names that `--target` has, and those of the packages that have its Bun. */
export const platforms = [
  { name: 'linux-x64', target: 'bun-linux-x64', runtime: '@oven/bun-linux-x64' },
  { name: 'linux-arm64', target: 'bun-linux-arm64', runtime: '@oven/bun-linux-aarch64' },
  { name: 'linux-x64-musl', target: 'bun-linux-x64-musl', runtime: '@oven/bun-linux-x64-musl' },
  { name: 'linux-arm64-musl', target: 'bun-linux-arm64-musl', runtime: '@oven/bun-linux-aarch64-musl' },
] as const

export type Platform = (typeof platforms)[number]

/**
 * The Bun of a platform, fetched once into `folder`.
 * @returns its path @throws Error if it can't be had, or is not the one that bun.lock names
 */
export async function runtimeOf({ runtime }: Platform, folder: string): Promise<string> {
  const { version, integrity } = pinned(runtime)
  const place = join(folder, `${runtime.replace('@oven/', '')}-${version}`)
  const executable = join(place, 'package', 'bin', 'bun')
  if (existsSync(executable)) return executable
  const scratch = `${place}.new`
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  try {
    await ran(['npm', 'pack', '--silent', `${runtime}@${version}`], scratch)
    const [archive] = readdirSync(scratch)
    if (archive === undefined) throw new Error('npm packed nothing')
    const hash = createHash('sha512')
      .update(readFileSync(join(scratch, archive)))
      .digest('base64')
    if (`sha512-${hash}` !== integrity) throw new Error(`it is not the one that bun.lock names`)
    await ran(['tar', '-xzf', archive], scratch)
    rmSync(join(scratch, archive))
    renameSync(scratch, place)
    return executable
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`There is no ${runtime}@${version} to be had: ${why}`, { cause: error })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** @throws Error if bun.lock has no such package */
function pinned(name: string): { version: string; integrity: string } {
  const line = readFileSync('bun.lock', 'utf8')
    .split('\n')
    .find((each) => each.trim().startsWith(`"${name}":`))
  const version = /@(\d+\.\d+\.\d+)"/.exec(line ?? '')?.[1]
  const integrity = /"(sha512-[^"]+)"/.exec(line ?? '')?.[1]
  if (version === undefined || integrity === undefined) throw new Error(`bun.lock names no ${name}`)
  return { version, integrity }
}

async function ran(command: readonly string[], folder: string): Promise<void> {
  const child = Bun.spawn([...command], { cwd: folder, stdout: 'ignore', stderr: 'pipe' })
  const said = await child.stderr.text()
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${said.trim()}`)
}
