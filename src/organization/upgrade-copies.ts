// The copies of a database from before an upgrade: kept until the new version has run for a day, since it may show only then that one
// wants the old one back; then they only take room.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { never } from './clock'
import type { Organization } from './organization'
import { organizationState } from './state'

/** So long does the new version run before they go, and so often is it noted how long it has run. In seconds. */
const enough = 24 * 3600
const noteEvery = 600

/** Beside a copy: for how many seconds a newer version has run since. */
const suffix = '.ran'

/** The names of the copies that are there; undefined before they were looked for. They are only made before a start. */
const copies = organizationState(
  ({ openedAt }): { names: readonly string[] | undefined; notedAt: number } => ({
    names: undefined,
    notedAt: openedAt,
  }),
)

/** When it is to be counted next, in milliseconds; never where there are no copies. */
export function nextUpgradeCopies(organization: Organization): number {
  const state = copies(organization)
  return namesOf(organization).length === 0 ? never : state.notedAt + noteEvery * 1000
}

function namesOf(organization: Organization): readonly string[] {
  return (copies(organization).names ??= readdirSync(organization.folder).filter((name) =>
    /^confab\.schema-\d+\.sqlite$/.test(name),
  ))
}

/** Counts how long this version has run, and removes the copies of older ones when that is a day. */
export function removeUpgradeCopies(organization: Organization, log: Logger): void {
  const { folder, clock, subdomain } = organization
  const state = copies(organization)
  const seconds = Math.max(0, Math.floor((clock.now() - state.notedAt) / 1000))
  state.notedAt = clock.now()
  const kept: string[] = []
  for (const name of namesOf(organization)) {
    const copy = join(folder, name)
    const ran = secondsIn(copy + suffix) + seconds
    if (ran < enough) {
      writeFileSync(copy + suffix, `${ran}\n`, { mode: 0o600 })
      kept.push(name)
      continue
    }
    rmSync(copy, { force: true })
    rmSync(copy + suffix, { force: true })
    log.info(
      { organization: subdomain, copy },
      'the new version has run for a day: the copy from before the upgrade is removed',
    )
  }
  state.names = kept
}

function secondsIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // It has not been noted yet.
    return 0
  }
}
