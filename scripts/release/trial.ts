// A built executable is started, on this machine or one that is imitated: it has to make an organization and serve it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Platform } from './runtimes'

/** How long a start may take, where another processor is imitated, too; in milliseconds. */
const longestStart = 120_000

/**
 * @returns what it was started by, such as `here` or `by qemu-aarch64-static`; undefined, with why, where this machine can't
 * @throws Error if it starts and does not serve
 */
export async function tried(
  executable: string,
  platform: Platform,
): Promise<{ how: string } | { whyNot: string }> {
  const way = wayToStart(platform)
  if ('whyNot' in way) return way
  const data = mkdtempSync(join(tmpdir(), 'confab-trial-'))
  const start = (...args: string[]) =>
    Bun.spawn([...way.command, resolve(executable), ...args, '--data', data, '--json'], {
      cwd: data,
      env: { CONFAB_LOG_LEVEL: 'warn' },
      stdin: Buffer.from('a long password\n'),
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: longestStart,
      killSignal: 'SIGKILL',
    })
  const owner = ['--owner-email', 'owner@example.com', '--owner-name', 'Owner', '--password-stdin']
  const making = start('organization', 'create', '--name', 'Acme', ...owner)
  if ((await making.exited) !== 0)
    throw new Error(`It makes no organization: ${(await making.stderr.text()).trim()}`)
  const child = start('serve', '--port', '0')
  try {
    const url = await addressFrom(child.stdout)
    if (url === undefined) throw new Error(`It does not serve: ${(await child.stderr.text()).trim()}`)
    const { status } = await fetch(`${url}/health`)
    const client = await fetch(url)
    if (status !== 200 || !client.ok)
      throw new Error(`Its health is ${status}, and its page is answered with ${client.status}`)
    child.kill('SIGTERM')
    const code = await child.exited
    if (code !== 0) throw new Error(`It stopped with code ${code}`)
    return { how: way.how }
  } finally {
    child.kill('SIGKILL')
    await child.exited
    rmSync(data, { recursive: true, force: true })
  }
}

/** What a command has to begin with to run programs of the platform here. */
function wayToStart({ name }: Platform): { how: string; command: string[] } | { whyNot: string } {
  const [, processor, isMusl] = name.split('-')
  if (process.platform !== 'linux') return { whyNot: 'this machine is no Linux' }
  const triplet = processor === 'arm64' ? 'aarch64' : 'x86_64'
  const isOwn = process.arch === processor
  const emulator = isOwn ? null : (Bun.which(`qemu-${triplet}-static`) ?? Bun.which(`qemu-${triplet}`))
  if (!isOwn && emulator === null) return { whyNot: `there is no qemu-${triplet} here` }
  const loader = isMusl
    ? `ld-musl-${triplet}.so.1`
    : processor === 'arm64'
      ? 'ld-linux-aarch64.so.1'
      : 'ld-linux-x86-64.so.2'
  const roots = isOwn ? ['/'] : ['/', `/usr/${triplet}-linux-${isMusl ? 'musl' : 'gnu'}`]
  const root = roots.find((each) => ['lib', 'lib64'].some((folder) => existsSync(join(each, folder, loader))))
  if (root === undefined) return { whyNot: `there is no ${loader} here` }
  // Bun's for musl names it; Debian's musl comes without.
  if (isMusl && !['lib', 'usr/lib'].some((folder) => existsSync(join(root, folder, 'libstdc++.so.6'))))
    return { whyNot: 'there is no libstdc++ for musl here' }
  if (emulator === null) return { how: 'here', command: [] }
  return { how: `by ${emulator}`, command: [emulator, '-L', root] }
}

/** The address that it prints once it serves; undefined if it ends before that. */
async function addressFrom(output: ReadableStream<Uint8Array>): Promise<string | undefined> {
  let text = ''
  for await (const chunk of output) {
    text += new TextDecoder().decode(chunk)
    const url = /"url":"([^"]+)"/.exec(text)?.[1]
    if (url !== undefined) return url
  }
  return undefined
}
