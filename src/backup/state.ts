// What a data folder knows of its own backups, so that nobody has to ask the place: a file in it.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

const BackupState = Type.Object({
  /** By which places of backups know whose they are. */
  server: Type.String(),
  /** The newest that counts. Times are UNIX seconds. */
  last: Nullable(
    Type.Object({
      name: Type.String(),
      place: Type.String(),
      created_at: Type.Integer(),
      /** Of all it consists of, as stored. */
      bytes: Type.Integer(),
    }),
  ),
  /** What has gone wrong since. */
  failure: Nullable(Type.Object({ at: Type.Integer(), why: Type.String() })),
  /** The last night's moment that was done. */
  nightly_done: Type.Integer(),
})
export type BackupState = Static<typeof BackupState>

/** @returns that of a folder without backups, if there is none or it can't be read */
export function backupState(dataFolder: string): BackupState {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(stateFile(dataFolder), 'utf8'))
  } catch {
    // There is none, or a crash cut it short: what it says is made anew with the next backup.
  }
  return Value.Check(BackupState, json)
    ? json
    : { server: crypto.randomUUID(), last: null, failure: null, nightly_done: 0 }
}

export function storeBackupState(dataFolder: string, state: BackupState): void {
  const unfinished = `${stateFile(dataFolder)}.new`
  writeFileSync(unfinished, `${JSON.stringify(state)}\n`, { mode: 0o600, flush: true })
  renameSync(unfinished, stateFile(dataFolder))
}

/** Where that is kept. */
export function stateFile(dataFolder: string): string {
  return join(dataFolder, 'backups.json')
}
