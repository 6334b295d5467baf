// Steps that put files and folders in place, or take them away.
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createPatch } from 'diff'
import type { Done, Step } from './steps'

/** Whose a file is; asked when it is written, since an earlier step may make the user. */
export type Owner = () => { uid: number; gid: number } | undefined

interface FilePlan {
  readonly path: string
  /** Permissions, such as 0o644. */
  readonly mode: number
  readonly owner?: Owner
}

/** A file of text; one that is there is replaced, and what differs is shown, unless it is secret. */
export function textFile(plan: FilePlan & { text: string; isSecret?: boolean }): Step {
  const { path, text, isSecret } = plan
  return {
    change() {
      const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
      if (before === text) return undefined
      if (isSecret) return { title: `${before === undefined ? 'Write' : 'Change'} ${path}, which is secret` }
      if (before === undefined) return { title: `Write ${path}`, details: text }
      const patch = createPatch(path, before, text, 'now', 'then').split('\n').slice(4).join('\n')
      return { title: `Change ${path}`, details: patch }
    },
    perform: () => replaced(plan, (unfinished) => writeFileSync(unfinished, text, { mode: plan.mode })),
  }
}

/**
 * A copy of another file.
 * @param describe what to say of one that is there and differs
 */
export function copiedFile(plan: FilePlan & { from: string; describe: () => string }): Step {
  const { path, from, describe } = plan
  return {
    change() {
      if (!existsSync(path)) return { title: `Copy ${from} to ${path}` }
      return isSame(from, path) ? undefined : { title: `Replace ${path}`, details: describe() }
    },
    perform: () => replaced(plan, (unfinished) => copyFileSync(from, unfinished)),
  }
}

export function folderAt({ path, mode, owner }: FilePlan): Step {
  return {
    change: () => (existsSync(path) ? undefined : { title: `Make the folder ${path}` }),
    perform() {
      // Those above it are anybody's to read.
      const made = mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
      mkdirSync(path, { mode })
      own(path, owner)
      return {
        undo() {
          rmdirSync(path)
          if (made !== undefined) removeEmpty(dirname(path), made)
        },
      }
    },
  }
}

/** A data folder that is there already, such as one that root has restored, with all that is in it. */
export function dataGivenTo(path: string, user: string, owner: Owner): Step {
  return {
    change() {
      if (!existsSync(join(path, 'organizations'))) return undefined
      return isOwnedBy(path, owner) ? undefined : { title: `Give ${path} and all that is in it to ${user}` }
    },
    perform() {
      const { uid, gid } = lstatSync(path)
      ownAll(path, owner)
      return { undo: () => ownAll(path, () => ({ uid, gid })) }
    },
  }
}

function isOwnedBy(path: string, owner: Owner): boolean {
  const ids = owner()
  return ids === undefined || lstatSync(path).uid === ids.uid
}

/** Links are given themselves, never what they lead to. */
function ownAll(path: string, owner: Owner): void {
  const ids = owner()
  if (!ids) return
  lchownSync(path, ids.uid, ids.gid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) ownAll(join(path, name), owner)
}

export function noFile(path: string): Step {
  return {
    change: () => (existsSync(path) ? { title: `Remove ${path}` } : undefined),
    perform() {
      const kept = keptName(path)
      renameSync(path, kept)
      return { undo: () => renameSync(kept, path), finish: () => rmSync(kept) }
    },
  }
}

/** Puts a file in place at once, whole and on disk, and keeps the one before until all is done. */
function replaced({ path, mode, owner }: FilePlan, write: (unfinished: string) => void): Done {
  const made = mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  const unfinished = `${path}.new`
  try {
    write(unfinished)
    chmodSync(unfinished, mode)
    own(unfinished, owner)
    toDisk(unfinished)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
  const kept = existsSync(path) ? keptName(path) : undefined
  if (kept !== undefined) renameSync(path, kept)
  renameSync(unfinished, path)
  return {
    undo() {
      if (kept !== undefined) return renameSync(kept, path)
      rmSync(path)
      if (made !== undefined) removeEmpty(dirname(path), made)
    },
    finish() {
      if (kept !== undefined) rmSync(kept)
    },
  }
}

function keptName(path: string): string {
  return `${path}.before`
}

function own(path: string, owner: Owner | undefined): void {
  const ids = owner?.()
  if (ids) chownSync(path, ids.uid, ids.gid)
}

function toDisk(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

/** Folders from `folder` up to `last`, which were made for what is gone again. */
function removeEmpty(folder: string, last: string): void {
  rmdirSync(folder)
  if (folder !== last) removeEmpty(dirname(folder), last)
}

function isSame(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false
  return readFileSync(one).equals(readFileSync(other))
}
