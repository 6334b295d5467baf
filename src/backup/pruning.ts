// Takes backups away: those of nights that retention lets go, those that somebody no longer wants, and contents that none needs.
import { BackupRefusedError } from './errors'
import {
  backupNames,
  ManifestDamagedError,
  objectsPrefix,
  readManifest,
  removeManifest,
  timeOf,
  type Manifest,
} from './manifest'
import type { Place } from './place'
import { keptOf, type Retention } from './retention'

/**
 * Removes the nightly backups that have had their time, then what no backup needs. The last that has an organization stays, so that
 * one whose database is damaged does not lose what was saved of it.
 * @returns the names of those that are gone
 */
export async function prune(place: Place, retention: Retention): Promise<string[]> {
  const manifests = await readAll(place)
  const isNightly = ([, manifest]: [string, Manifest | undefined]) => manifest?.kind === 'nightly'
  const nightly = [...manifests].filter(isNightly).map(([name]) => name)
  const kept = keptOf(nightly.map(timeOf), retention)
  const needed = new Set(lastOfEachOrganization(manifests))
  const gone = nightly.filter((name) => !kept.has(timeOf(name)) && !needed.has(name))
  for (const name of gone) {
    await removeManifest(place, name)
    manifests.delete(name)
  }
  await sweep(place, manifests)
  return gone
}

/** @throws BackupRefusedError if there is no such backup */
export async function removeBackup(place: Place, name: string): Promise<void> {
  const manifests = await readAll(place)
  if (!manifests.has(name))
    throw new BackupRefusedError(`There is no backup ${name}: \`confab backup list\` says which there are`)
  await removeManifest(place, name)
  manifests.delete(name)
  await sweep(place, manifests)
}

/** Removes the contents that no backup refers to; none as long as one can't tell to which it does. */
async function sweep(place: Place, manifests: ReadonlyMap<string, Manifest | undefined>): Promise<void> {
  const needed = new Set<string>()
  for (const manifest of manifests.values()) {
    if (!manifest) return
    for (const { object } of manifest.files) needed.add(object)
  }
  const gone: string[] = []
  for await (const { name } of place.list(objectsPrefix)) if (!needed.has(name)) gone.push(name)
  for (const name of gone) await place.remove(name)
}

function lastOfEachOrganization(manifests: ReadonlyMap<string, Manifest | undefined>): Iterable<string> {
  const last = new Map<string, string>()
  for (const [name, manifest] of manifests)
    for (const { name: organization } of manifest?.organizations ?? []) last.set(organization, name)
  return last.values()
}

/** By name, the oldest first; undefined for what is damaged. */
async function readAll(place: Place): Promise<Map<string, Manifest | undefined>> {
  const manifests = new Map<string, Manifest | undefined>()
  for (const name of await backupNames(place)) {
    try {
      manifests.set(name, await readManifest(place, name))
    } catch (error) {
      if (!(error instanceof ManifestDamagedError)) throw error
      manifests.set(name, undefined)
    }
  }
  return manifests
}
