// Organizations that are on their way to another machine, or have got there: kept on disk, so that a start does not serve one
// that another machine may serve.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** The organization is not served here: it is being moved, or was moved `to` another address. */
export class OrganizationAwayError extends Error {
  override readonly name = 'OrganizationAwayError'

  /** @param to base address of where it is now; undefined while it is on its way */
  constructor(
    readonly subdomain: string,
    readonly to: string | undefined,
  ) {
    const which = subdomain === '' ? 'The root organization' : `The organization '${subdomain}'`
    super(to === undefined ? `${which} is being moved to another machine` : `${which} was moved to ${to}`)
  }
}

/** In the folder of one that is on its way. */
const markFile = 'moving'

/** Whether the organization in that folder is on its way. */
export function isMoving(folder: string): boolean {
  return existsSync(join(folder, markFile))
}

/** From now on no start serves it. */
export function markMoving(folder: string): void {
  writeFileSync(join(folder, markFile), '', { mode: 0o600, flush: true })
}

export function unmarkMoving(folder: string): void {
  rmSync(join(folder, markFile), { force: true })
}

const Gone = Type.Object({ to: Type.String(), moved_at: Type.Integer() })

/** Where the folders of those are that have got elsewhere, until somebody deletes them, and where each is now. */
function goneFolder(dataFolder: string): string {
  return join(dataFolder, 'moved')
}

/** Those that have got elsewhere: by the names of their folders, the base addresses of where they are. */
export function goneElsewhere(dataFolder: string): Map<string, string> {
  const folder = goneFolder(dataFolder)
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return new Map(
    names.map((name) => {
      const { to } = Value.Parse(Gone, JSON.parse(readFileSync(join(folder, name), 'utf8')))
      return [name.slice(0, -'.json'.length), to]
    }),
  )
}

/**
 * The organization has got there: its folder is kept apart from now on.
 * @param now UNIX seconds @returns where its folder is
 */
export function letGo(dataFolder: string, name: string, to: string, now: number): string {
  const folder = goneFolder(dataFolder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const record = join(folder, `${name}.json`)
  const content: typeof Gone.static = { to, moved_at: now }
  writeFileSync(`${record}.new`, `${JSON.stringify(content)}\n`, { mode: 0o600, flush: true })
  renameSync(`${record}.new`, record)
  const kept = join(folder, `${name}-${now}`)
  const present = join(dataFolder, 'organizations', name)
  if (existsSync(present)) renameSync(present, kept)
  return kept
}

/** It comes back. */
export function forgetGone(dataFolder: string, name: string): void {
  rmSync(join(goneFolder(dataFolder), `${name}.json`), { force: true })
}
