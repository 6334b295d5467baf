// A copy of an organization's database, made by a process of its own while the organization is open and written.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { databaseFile, type Organization } from './organization'
import { holdCheckpoints } from './checkpoint-holds'
import { ownCommand } from '../version'

/** The hidden command that copies. Its arguments are the main file and the copy. */
export const copyCommand = 'copy-database'

/**
 * Copies the database as it is by the end, checked as a whole; nobody waits for it. Several copies may be made at once.
 * @param target a path where there is no file yet, on the organization's disk; there is none if it fails
 * @throws Error that says why, the reason of the signal, HoldLostError …
 */
export async function copyDatabase(
  organization: Organization,
  target: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  if (existsSync(target)) throw new Error(`There is a file ${target} already`)
  const logs = mkdtempSync(join(dirname(target), '.logs-'))
  const hold = await holdCheckpoints(organization, logs)
  const child = Bun.spawn([...ownCommand, copyCommand, join(organization.folder, databaseFile), target], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(signal === undefined ? {} : { signal, killSignal: 'SIGKILL' }),
  })
  try {
    const reader = child.stdout.getReader()
    // It says when it has read the main file.
    const { done } = await reader.read()
    if (!done) {
      child.stdin.write(`${JSON.stringify(hold.end())}\n`)
      await child.stdin.end()
    }
    const [why, code] = await Promise.all([child.stderr.text(), child.exited])
    signal?.throwIfAborted()
    if (code !== 0) throw new Error(`The database could not be copied: ${why.trim() || code}`)
  } catch (error) {
    child.kill('SIGKILL')
    await child.exited
    rmSync(target, { force: true })
    throw error
  } finally {
    hold.drop()
    rmSync(logs, { recursive: true, force: true })
  }
}
