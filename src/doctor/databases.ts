// The databases: whether each is whole, how much of it is unused, how long its log is, and which version wrote it.
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { workFolder } from '../backup/contents'
import type { BackupSource } from '../backup/source'
import { databaseFile } from '../organization/organization'
import { organizationFolders } from '../organization/organizations'
import { ownCommand } from '../version'
import { bytes, ok, problem, warning, wordsOf, type Check, type Finding } from './finding'

/** The hidden command that reads a database as a whole. */
export const checkCommand = 'check-database'

const mib = 1024 * 1024
const longLog = 256 * mib
/** So much of a file may be unused: it is used again as the organization grows. */
const muchUnused = 512 * mib

/** How to have a source of the data folder's databases, which a server may be writing. */
export type WithSource = <T>(work: (source: BackupSource) => Promise<T>) => Promise<T>

export function databasesCheck(withSource: WithSource): Check {
  return {
    name: 'databases',
    async run({ dataFolder }, signal) {
      const names = organizationFolders(dataFolder)
      if (names.length === 0) return [ok('There is no organization yet.')]
      const findings: Finding[] = []
      for (const name of names) findings.push(...(await sizes(dataFolder, name)))
      const whole = await withSource(async (source) => {
        const found: Finding[] = []
        for (const name of names) found.push(await quickCheck(source, name, signal))
        return found
      }).catch(asFinding)
      return [...whole, ...findings]
    },
  }
}

/** Somebody else has the folder for a moment, such as a backup, which checks the databases by itself. */
function asFinding(error: unknown): Finding[] {
  return [warning(`The databases can't be checked now: ${wordsOf(error)}.`, 'Try again later.')]
}

async function quickCheck(source: BackupSource, name: string, signal: AbortSignal): Promise<Finding> {
  const file = join(source.dataFolder, 'organizations', name, databaseFile)
  const work = join(source.dataFolder, workFolder)
  const damaged = (what: string): Finding =>
    problem(
      `The database of ${name} is damaged: ${what}.`,
      'Stop the server, move the folder of the organization away, and put it back with `confab backup restore --organization`.',
    )
  if (!(await source.hold(name, work))) return damaged('the server could not open it')
  let logs: readonly string[] = []
  let said: string
  try {
    said = await readWhole(file, source.isServed, signal)
  } finally {
    if (source.isServed) logs = await source.release(name, work, '').catch(() => [])
    await rm(work, { recursive: true, force: true })
  }
  if (said === 'ok') return ok(`The database of ${name} is whole.`)
  // So much was written meanwhile that the file changed while it was read.
  if (logs.length > 1)
    return warning(
      `The database of ${name} is written so much that it can't be checked by the way.`,
      '`confab backup create` checks a copy of it.',
    )
  return damaged(said)
}

/** @param isStill whether somebody has it open, who does not change it meanwhile */
async function readWhole(file: string, isStill: boolean, signal: AbortSignal): Promise<string> {
  const child = Bun.spawn([...ownCommand, checkCommand, file, ...(isStill ? ['--still'] : [])], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    signal,
    killSignal: 'SIGKILL',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  signal.throwIfAborted()
  return code === 0 ? out.trim() : wordsOf(err.trim().replace(/^confab: /, ''))
}

/** Of the file's header: how many pages it has, and how many of them are unused. */
async function sizes(dataFolder: string, name: string): Promise<Finding[]> {
  const file = join(dataFolder, 'organizations', name, databaseFile)
  const handle = await open(file).catch(() => undefined)
  if (!handle) return []
  const header = Buffer.alloc(100)
  await handle.read(header, 0, header.length, 0)
  await handle.close()
  const stored = header.readUInt16BE(16)
  const unused = header.readUInt32BE(36) * (stored === 1 ? 65_536 : stored)
  const { size } = await stat(file)
  const log = (await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0
  return judgeSizes(name, file, { size, unused, log })
}

/** @param sizes in bytes: of the file, of what is unused of it, and of its write-ahead log */
export function judgeSizes(
  name: string,
  file: string,
  { size, unused, log }: { size: number; unused: number; log: number },
): Finding[] {
  const findings: Finding[] = []
  if (unused > muchUnused && unused > size / 2)
    findings.push(
      warning(
        `Of the ${bytes(size)} of the database of ${name}, ${bytes(unused)} are unused.`,
        `It is used again as the organization grows. To have it back now: stop the server, and run sqlite3 ${file} VACUUM.`,
      ),
    )
  if (log > longLog)
    findings.push(
      warning(
        `The write-ahead log of ${name} has ${bytes(log)}.`,
        'Something reads the database all the time (a copy, a replica) or the disk is very slow; starting the server anew empties the log.',
      ),
    )
  return findings
}
