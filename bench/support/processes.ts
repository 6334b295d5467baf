// The processes that are measured: Confab itself, and the bare servers that are its floor.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Running {
  port: number
  /** Seconds of processor time the process has used so far. Linux only. */
  processorSeconds(): number
  /** How much memory it holds now, in MiB. Linux only. */
  residentMib(): number
  stop(): Promise<void>
}

/** A data folder on the disk that is measured; BENCH_FOLDER chooses another place than the system's temporary one. */
export function benchFolder(): string {
  return mkdtempSync(join(process.env['BENCH_FOLDER'] ?? tmpdir(), 'confab-bench-'))
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** `confab serve` on a data folder, without rate limits; CONFAB_BINARY runs an executable instead of the source. */
export function startConfab(dataFolder: string, more: readonly string[] = []): Promise<Running> {
  const options = ['serve', '--data', dataFolder, '--port', '0', '--rate-limits', 'off', '--json']
  return runReady([...confab(), ...options, '--log-level', 'warn', ...more])
}

/** A command of Confab's, to its end. @returns what it has printed @throws if it fails */
export async function runConfab(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const child = Bun.spawn([...confab(), ...args], {
    env: { ...environment(), ...more },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [text, code] = await Promise.all([child.stdout.text(), child.exited])
  if (code !== 0) throw new Error(`confab ${args.join(' ')} failed`)
  return text
}

function confab(): string[] {
  const binary = process.env['CONFAB_BINARY']
  return binary === undefined ? [process.execPath, 'src/main.ts'] : [binary]
}

/** A bare server, a file of bench/floor/. */
export function startFloor(file: string, argument = ''): Promise<Running> {
  return runReady([process.execPath, `bench/floor/${file}`, argument])
}

/** Starts a process that prints one line of JSON with its port once it is ready. */
export async function runReady(command: string[]): Promise<Running> {
  const child = Bun.spawn(command, { env: environment(), stdout: 'pipe', stderr: 'inherit' })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk)
    if (text.includes('\n')) break
  }
  const ready: { port: number } = JSON.parse(text)
  return {
    port: ready.port,
    processorSeconds: () => processorSeconds(child.pid),
    residentMib: () => residentMib(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Without what is said to the measurements themselves: a server takes no settings that it does not know. */
export function environment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/^CONFAB_(BINARY|BENCH_)/.test(name))
  return Object.fromEntries(kept)
}

function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // User and system time, in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/**
 * The most memory that a process ever had, in MiB; 0 once it has ended. What the system counts at its end has that of its
 * parent in it. Linux only.
 */
export function peakMib(pid: number): number {
  const status = `/proc/${pid}/status`
  const kib = existsSync(status) ? /^VmHWM:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Math.round(Number(kib ?? 0) / 1024)
}

function residentMib(pid: number): number {
  const kib = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1024)
}
